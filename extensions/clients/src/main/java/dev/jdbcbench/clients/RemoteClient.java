package dev.jdbcbench.clients;

import dev.jdbcbench.agent.group.GroupHosts;
import dev.jdbcbench.load.Share;
import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * A further client from the point of view of the first client's agent. A request is a numbered line, and the reply has
 * the same number. Number 0 marks lines that are not replies: {@code HELLO} when its agent starts, and, from the
 * orchestrator, {@code GONE} with the reason and {@code CLOCK} with how far its clock is ahead of this host's. See
 * {@link Follower} for the requests.
 */
final class RemoteClient {
    /** The request to the orchestrator to restart the client's agent. */
    private static final String RESTART = "0 RESTART";

    private final Share share;
    private final Mailbox mailbox;
    private final Map<Long, String> answers = new HashMap<>();
    private boolean present;
    private String lastReason = "its agent has not started";
    private long clockAheadNanos;
    /** How often it was lost. A request from before the last loss is never answered. */
    private int losses;

    private long questions;

    /** Creates the client of this share, which is not present yet. */
    RemoteClient(Share share, Mailbox mailbox) {
        this.share = share;
        this.mailbox = mailbox;
    }

    /** A request that was sent. */
    record Request(long number, int losses) {}

    String name() {
        return share.client();
    }

    Share share() {
        return share;
    }

    /** Handles a line about the client or from it, without its name. */
    synchronized void received(String line) {
        String[] words = line.split(" ", 3);
        long number;
        try {
            number = Long.parseLong(words[0]);
            if (number != 0) {
                answers.put(number, line.substring(words[0].length() + 1));
            } else if (words.length > 1) {
                notice(words[1], words.length > 2 ? words[2] : "");
            }
        } catch (NumberFormatException | StringIndexOutOfBoundsException e) {
            System.err.println("not a line of the client " + name() + ": " + e.getMessage());
        }
        notifyAll();
    }

    private void notice(String word, String rest) {
        switch (word) {
            case "HELLO" -> present = true;
            case "CLOCK" -> clockAheadNanos = Long.parseLong(rest);
            case "GONE" -> lost(rest);
            default -> System.err.println("an unknown notice of the client " + name() + ": " + word);
        }
    }

    private void lost(String reason) {
        present = false;
        losses++;
        lastReason = reason;
        answers.clear();
    }

    /** How far its clock is ahead of this host's. */
    synchronized long clockAheadNanos() {
        return clockAheadNanos;
    }

    /**
     * Waits until its agent is present.
     *
     * @return the reason if it does not appear in time
     */
    synchronized Optional<String> absent(Duration limit) throws InterruptedException {
        long end = System.nanoTime() + limit.toNanos();
        while (!present) {
            long left = end - System.nanoTime();
            if (left <= 0) {
                return Optional.of(lastReason);
            }
            TimeUnit.NANOSECONDS.timedWait(this, left);
        }
        answers.clear();
        return Optional.empty();
    }

    /** Sends a request. */
    synchronized Request ask(String words) throws IOException {
        questions++;
        Request question = new Request(questions, losses);
        mailbox.send(name() + " " + questions + " " + words);
        return question;
    }

    /**
     * Waits for the reply to a request.
     *
     * @throws GroupHosts.LostException when the client is lost, or does not reply in time, in which case it is restarted
     */
    synchronized String answer(Request question, Duration limit)
            throws GroupHosts.LostException, IOException, InterruptedException {
        long end = System.nanoTime() + limit.toNanos();
        while (!answers.containsKey(question.number())) {
            if (!present || losses != question.losses()) {
                throw new GroupHosts.LostException(name(), lastReason);
            }
            long left = end - System.nanoTime();
            if (left <= 0) {
                lost("it did not answer within " + limit.toSeconds() + " s");
                mailbox.send(name() + " " + RESTART);
                throw new GroupHosts.LostException(name(), lastReason);
            }
            TimeUnit.NANOSECONDS.timedWait(this, left);
        }
        return String.valueOf(answers.remove(question.number()));
    }
}
