package dev.jdbcbench.anatomy;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A recorded operation: what each connection replays.
 *
 * @param scripts of the connections that were open before and took part
 * @param logins of the connections that the operation opens, in order, of all recorded operations
 * @param operations number of recorded operations
 * @param turns of one operation, on all connections
 * @param recorders everything that was recorded on the open connections that took part
 */
public record Recording(
        Map<TappedSocket, Script> scripts,
        List<Script> logins,
        int operations,
        int turns,
        Map<TappedSocket, Recorder> recorders) {
    /** The content type of encrypted data, and the version that all versions of TLS pretend to have. */
    private static final int[] TLS = {0x17, 0x03, 0x03};

    public Recording {
        scripts = Map.copyOf(scripts);
        logins = List.copyOf(logins);
        recorders = Map.copyOf(recorders);
    }

    /**
     * Examines what was recorded.
     *
     * @param openedBy the connections that each operation opened
     */
    static Recording of(Map<TappedSocket, Recorder> recorders, List<List<Recorder>> openedBy) throws RefusedException {
        Map<TappedSocket, Script> scripts = new HashMap<>();
        Map<TappedSocket, Recorder> used = new HashMap<>();
        List<Recorder> all = new ArrayList<>();
        recorders.forEach((socket, recorder) -> {
            if (recorder.bytes() > 0) {
                used.put(socket, recorder);
                all.add(recorder);
            }
        });
        openedBy.forEach(all::addAll);
        if (all.isEmpty()) {
            throw new RefusedException(
                    "no byte went through a java.net.Socket: the driver uses something else, or the operation sends"
                            + " none");
        }
        for (Recorder one : all) {
            readable(one);
        }
        int turns = turns(all, openedBy);
        for (Map.Entry<TappedSocket, Recorder> one : used.entrySet()) {
            Recorder recorder = one.getValue();
            if (!recorder.turns().isEmpty()) {
                scripts.put(one.getKey(), Script.ofOpen(recorder.turns(), recorder.ends(), recorder.pending()));
            }
        }
        return new Recording(scripts, logins(openedBy), openedBy.size(), turns, used);
    }

    private static void readable(Recorder one) throws RefusedException {
        if (one.full()) {
            throw new RefusedException("an operation exchanges too much to keep in memory (a recording has at most "
                    + (Recorder.MOST_BYTES >> 20) + " MiB)");
        }
        Optional<String> apart = one.apart();
        if (apart.isPresent()) {
            throw new RefusedException("the driver reads answers in another thread (" + apart.get() + ")");
        }
        for (RecordedTurn turn : one.turns()) {
            byte[] request = turn.request();
            boolean tls = request.length > TLS.length;
            for (int i = 0; tls && i < TLS.length; i++) {
                tls = request[i] == TLS[i];
            }
            if (tls) {
                throw new RefusedException("the connection is encrypted, with other keys each time");
            }
        }
    }

    /** The number of turns of each operation. */
    private static int turns(List<Recorder> all, List<List<Recorder>> openedBy) throws RefusedException {
        int[] turns = new int[openedBy.size()];
        for (Recorder one : all) {
            List<Integer> ends = one.ends();
            for (int i = 0; i < turns.length && ends.size() == turns.length; i++) {
                turns[i] += ends.get(i) - (i == 0 ? 0 : ends.get(i - 1));
            }
        }
        for (int i = 0; i < turns.length; i++) {
            for (Recorder opened : openedBy.get(i)) {
                turns[i] += opened.turns().size();
            }
            if (turns[i] != turns[0]) {
                throw new RefusedException(
                        "the operation does not repeat itself: " + turns[0] + " turns, then " + turns[i]);
            }
        }
        return turns[0];
    }

    private static List<Script> logins(List<List<Recorder>> openedBy) throws RefusedException {
        int each = openedBy.get(0).size();
        if (openedBy.stream().anyMatch(opened -> opened.size() != each)) {
            throw new RefusedException(
                    "the operation does not repeat itself: it opens a varying number of connections");
        }
        List<List<Script>> byPlace = new ArrayList<>();
        for (int place = 0; place < each; place++) {
            int same = place;
            byPlace.add(Script.ofOpened(
                    openedBy.stream().map(opened -> opened.get(same)).toList()));
        }
        List<Script> logins = new ArrayList<>();
        for (int operation = 0; operation < openedBy.size(); operation++) {
            for (List<Script> scripts : byPlace) {
                logins.add(scripts.get(operation));
            }
        }
        return logins;
    }
}
