/** Reads Ansible inventories, to write hosts files from them. */
@NullMarked
package dev.jdbcbench.inventory;

import org.jspecify.annotations.NullMarked;
