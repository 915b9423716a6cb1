package dev.jdbcbench.driver;

/** A driver feature that an operation needs, beyond sending a statement and reading rows. */
public enum Feature {
    /** {@code executeBatch} of a PreparedStatement. */
    BATCH,
    /** {@code executeBatch} of a Statement with literals. */
    STATEMENT_BATCH,
    /** The generated keys of a batch. */
    BATCH_KEYS,
    /** A batch of inserts that update existing rows. */
    UPSERT,
    /** A CallableStatement. */
    CALL,
    /** Opening and closing connections. */
    CONNECT
}
