/** A driver for tests that is wrong on purpose. */
@NullMarked
package org.drizzle.jdbc;

import org.jspecify.annotations.NullMarked;
