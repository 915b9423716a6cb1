package dev.jdbcbench.host;

class LocalHostIT extends HostContract {
    @Override
    protected Host connect() {
        return new LocalHost("localhost");
    }
}
