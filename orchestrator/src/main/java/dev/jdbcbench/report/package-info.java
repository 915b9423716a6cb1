/**
 * What a report contains, the formats by name, and how names are hidden when it is shared. The packages below render it, by
 * subject; {@code layout} has what they share.
 */
@NullMarked
package dev.jdbcbench.report;

import org.jspecify.annotations.NullMarked;
