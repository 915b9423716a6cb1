/** Makes data from elsewhere safe to use: names, texts, addresses and files that another host or person wrote. */
@NullMarked
package dev.jdbcbench.untrusted;

import org.jspecify.annotations.NullMarked;
