/** What a report contains, apart from its format. The rooms below have the renderers, by what they show. */
@NullMarked
package dev.jdbcbench.report;

import org.jspecify.annotations.NullMarked;
