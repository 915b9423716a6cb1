/** What users ask for, as they typed it. */
@NullMarked
package dev.jdbcbench.request;

import org.jspecify.annotations.NullMarked;
