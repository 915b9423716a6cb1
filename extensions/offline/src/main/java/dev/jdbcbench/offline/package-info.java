/** Fetches everything that runs download into bundles, and reads bundles on machines without network. */
@NullMarked
package dev.jdbcbench.offline;

import org.jspecify.annotations.NullMarked;
