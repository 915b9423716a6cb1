package dev.jdbcbench.host;

class FakeHostIT extends HostContract {
    @Override
    Host connect() {
        return new FakeHost("fake", true);
    }
}
