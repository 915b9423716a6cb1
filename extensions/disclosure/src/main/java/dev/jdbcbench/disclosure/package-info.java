/** What in a text may name hosts, accounts or data: for extensions that write files for others. */
@NullMarked
package dev.jdbcbench.disclosure;

import org.jspecify.annotations.NullMarked;
