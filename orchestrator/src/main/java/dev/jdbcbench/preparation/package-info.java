/** Everything a run needs on its hosts before it measures: suitability checks, Java, the agent and the drivers, servers and logins. */
@NullMarked
package dev.jdbcbench.preparation;

import org.jspecify.annotations.NullMarked;
