/** Open load: operations that arrive at a fixed rate, whether or not the earlier ones have ended. */
@NullMarked
package dev.jdbcbench.load;

import org.jspecify.annotations.NullMarked;
