/** What a run needs on its hosts before anything is measured: whether they are fit, Java, the agent and the drivers, servers and logins. */
@NullMarked
package dev.jdbcbench.preparation;

import org.jspecify.annotations.NullMarked;
