/** A deliberately faulty driver for tests. */
@NullMarked
package org.drizzle.jdbc;

import org.jspecify.annotations.NullMarked;
