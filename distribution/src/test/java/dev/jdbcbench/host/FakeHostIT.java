package dev.jdbcbench.host;

class FakeHostIT extends HostContract {
    @Override
    protected Host connect() {
        return new FakeHost("fake", true);
    }
}
