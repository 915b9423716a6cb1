/** What comes from elsewhere, made safe to use: names, texts, addresses and files that another host or person wrote. */
@NullMarked
package dev.jdbcbench.untrusted;

import org.jspecify.annotations.NullMarked;
