package dev.jdbcbench.host;

class LocalHostIT extends HostContract {
    @Override
    Host connect() {
        return new LocalHost("localhost");
    }
}
