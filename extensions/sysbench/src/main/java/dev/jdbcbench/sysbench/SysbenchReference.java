package dev.jdbcbench.sysbench;

import dev.jdbcbench.agent.turn.Reference;
import dev.jdbcbench.driver.DriverCatalogue;
import dev.jdbcbench.driver.Mode;
import dev.jdbcbench.driver.Resource;
import dev.jdbcbench.driver.Session;
import dev.jdbcbench.driver.Transport;
import dev.jdbcbench.load.Arrivals;
import dev.jdbcbench.load.OpenLoop;
import dev.jdbcbench.load.Schedule;
import dev.jdbcbench.load.TurnLoad;
import dev.jdbcbench.run.Cell;
import dev.jdbcbench.scenario.OltpTables;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The program sysbench as a cell of a row. A script that speaks the protocol of the measured JVMs lets it take turns
 * with them. It is started once for each group, so its connections and caches are as warm as those of the JVMs. It
 * reads its options, including the password, from stdin, so they appear neither in the process list nor in a file.
 */
final class SysbenchReference implements Reference {
    private static final String SCRIPT = "reference.lua";
    private static final int NUMBERS_OF_TIMES = 3;
    private static final int NUMBERS_OF_ARRIVALS = 2;

    /** sysbench reads its options in lines of at most this many bytes. */
    private static final int LONGEST_OPTION = 254;

    private final Cell cell;
    private final Session.Endpoint endpoint;
    private final Path directory;
    private Schedule schedule;

    /**
     * A reference that has not been started.
     *
     * @param endpoint its server
     * @param directory directory for its files; only this user may have access
     */
    SysbenchReference(Cell cell, Session.Endpoint endpoint, Path directory) {
        this.cell = cell;
        this.endpoint = endpoint;
        this.directory = directory;
        this.schedule = Schedule.of(1, Arrivals.CONSTANT, Duration.ofSeconds(1), 0);
    }

    @Override
    public Reference through(Session.Endpoint other) {
        return new SysbenchReference(cell, other, directory);
    }

    @Override
    public Process start(int index, Path turns, int threads, Duration closed, Duration turn, long seed)
            throws IOException {
        Path script = directory.resolve(SCRIPT);
        Files.write(script, Resource.bytes(SysbenchReference.class, SCRIPT));
        List<String> words = new ArrayList<>(List.of("sysbench", "--config-file=/dev/stdin"));
        words.addAll(tables());
        words.addAll(List.of(script.toString(), "run"));
        ProcessBuilder builder = new ProcessBuilder(words);
        Map<String, String> environment = builder.environment();
        environment.put("BENCH_TURNS", index + ":" + turns);
        environment.put(
                "BENCH_WORK", DriverCatalogue.SYSBENCH.script(cell.scenario()).orElseThrow());
        environment.put("BENCH_CLOSED", String.valueOf(closed.toNanos()));
        environment.put("BENCH_LONG", String.valueOf(turn.toNanos()));
        environment.put("BENCH_ARRIVALS", arrivals().toString());
        environment.put("BENCH_TIMES", times().toString());
        String options = options(threads, seed);
        Process process = builder.redirectErrorStream(true).start();
        try (OutputStream out = process.getOutputStream()) {
            out.write(options.getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            process.destroyForcibly();
            throw e;
        }
        return process;
    }

    /**
     * Arguments for options that a sysbench script declares. In a configuration file they would be overridden by the
     * script's defaults.
     */
    List<String> tables() {
        OltpTables tables = OltpTables.of(cell.params());
        return DriverCatalogue.SYSBENCH.script(cell.scenario()).orElseThrow().startsWith("oltp")
                ? List.of("--tables=" + tables.tables(), "--table-size=" + tables.size())
                : List.of();
    }

    /** The options in the format of sysbench's configuration files. */
    String options(int threads, long seed) throws IOException {
        OltpTables tables = OltpTables.of(cell.params());
        Map<String, String> options = new TreeMap<>();
        options.put("threads", String.valueOf(threads));
        options.put("time", "0");
        options.put("events", "0");
        options.put("percentile", "0");
        options.put("rand-type", tables.distribution().id());
        options.put("rand-seed", String.valueOf(1 + (seed & 0x3fff_ffff))); // 0 would mean the current time
        options.put("db-driver", "mysql");
        options.put("db-ps-mode", cell.mode() == Mode.TEXT ? "disable" : "auto");
        options.put("mysql-user", endpoint.user());
        options.put("mysql-password", endpoint.password());
        options.put("mysql-db", endpoint.database());
        if (cell.transport() == Transport.SOCKET) {
            options.put("mysql-host", "localhost");
            options.put("mysql-socket", endpoint.socket().orElseThrow());
        } else {
            options.put("mysql-host", endpoint.host().replaceAll("[\\[\\]]", ""));
            options.put("mysql-port", String.valueOf(endpoint.port()));
        }
        StringBuilder text = new StringBuilder();
        for (Map.Entry<String, String> option : options.entrySet()) {
            text.append(line(option.getKey(), option.getValue())).append('\n');
        }
        return text.toString();
    }

    /** Quotes a value for sysbench, which supports both kinds of quotes but no escapes. */
    private static String line(String name, String value) throws IOException {
        String quote = value.contains("\"") ? "'" : "\"";
        String line = name + "=" + quote + value + quote;
        boolean writable = !value.contains(quote) && value.chars().noneMatch(Character::isISOControl);
        if (!writable || line.getBytes(StandardCharsets.UTF_8).length > LONGEST_OPTION) {
            throw new IOException("sysbench cannot read this " + name
                    + ": it is too long, or has both kinds of quotes or a control character");
        }
        return line;
    }

    private Path arrivals() {
        return directory.resolve("arrivals");
    }

    private Path times() {
        return directory.resolve("times");
    }

    @Override
    public void arrive(Schedule next) throws IOException {
        schedule = next;
        byte[] file = new byte[NUMBERS_OF_ARRIVALS * Double.BYTES * (next.size() + 1)];
        ByteBuffer bytes = ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN);
        bytes.putDouble(next.size()).putDouble((double) next.length());
        for (int i = 0; i < next.size(); i++) {
            bytes.putDouble(i).putDouble((double) next.start(i));
        }
        Files.write(arrivals(), file);
    }

    @Override
    public TurnLoad load() throws IOException {
        byte[] bytes = Files.readAllBytes(times());
        if (bytes.length != NUMBERS_OF_TIMES * Double.BYTES * schedule.size()) {
            throw new IOException("sysbench did not write the times of all " + schedule.size() + " arrivals");
        }
        ByteBuffer numbers = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        long[] waited = new long[schedule.size()];
        long[] took = new long[schedule.size()];
        while (numbers.hasRemaining()) {
            int arrival = (int) numbers.getDouble();
            waited[arrival] = (long) numbers.getDouble();
            took[arrival] = (long) numbers.getDouble();
        }
        return OpenLoop.result(schedule, waited, took);
    }
}
