package dev.jdbcbench.anatomy;

/** What a driver wrote until it read, and what it read until it wrote again. A new connection may begin with a read. */
final class RecordedTurn {
    private final byte[] request;
    private final byte[] answer;

    /** A turn with these bytes, which must not change any more. */
    RecordedTurn(byte[] request, byte[] answer) {
        this.request = request;
        this.answer = answer;
    }

    byte[] request() {
        return request;
    }

    byte[] answer() {
        return answer;
    }

    Head head() {
        return Head.of(request);
    }

    /** The turn in words: {@code 12 bytes (08 00 00 00 03) for 7}. */
    @Override
    public String toString() {
        return head() + " for " + answer.length;
    }
}
