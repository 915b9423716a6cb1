/** Private servers whose programs come from images, and run in containers of podman or docker. */
@NullMarked
package dev.jdbcbench.containers;

import org.jspecify.annotations.NullMarked;
