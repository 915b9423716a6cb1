package dev.jdbcbench.sharing;

import dev.jdbcbench.driver.Driver;
import dev.jdbcbench.event.DroppedRound;
import dev.jdbcbench.event.Exchange;
import dev.jdbcbench.event.Fact;
import dev.jdbcbench.event.Jvm;
import dev.jdbcbench.event.OwnCost;
import dev.jdbcbench.event.Secondary;
import dev.jdbcbench.event.ServerFacts;
import dev.jdbcbench.load.ClientShare;
import dev.jdbcbench.load.ForkLoad;
import dev.jdbcbench.run.Cell;
import dev.jdbcbench.run.Goal;
import dev.jdbcbench.run.Plan;
import dev.jdbcbench.run.Profile;
import dev.jdbcbench.scenario.SqlScenario;
import dev.jdbcbench.scenario.recording.RecordedTransaction;
import java.lang.reflect.RecordComponent;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The texts of plans and events, each with what is shared of it. A text that is not listed is never shared: the copy fails.
 * Numbers, times and constants are shared as they are.
 */
final class SharedFields {
    /** What is shared of a text. */
    enum Form {
        /** A version; a number for anything else. */
        VERSION,
        /** A name that the user chose for a driver, a server or a scenario; a number if it says where something is. */
        DRIVER,
        SERVER,
        SCENARIO,
        /** The role of a host. */
        HOST,
        /** The key of a cell or a row, made of the shared parts. */
        KEY,
        /** A pattern of keys of cells. */
        GLOB,
        /** Words, with replacements for what says where something is, and for data that servers quote in messages. */
        TEXT,
        /** The shape of a statement: the names of its tables and columns, but neither literals nor comments. */
        SQL,
        /** Parameters of a scenario, or options: by name and value. */
        OPTIONS,
        /** Numbers, each with the name of a counter. */
        NUMBERS,
        /** Options of the JVM that are harmless. */
        JVM,
        /** The id that bench gave a run. */
        RUN,
        /** Characters of Base64, hexadecimal digits, or a list of CPUs: no text at all. */
        CODE,
        /** The name of a jar that bench knows. */
        JAR,
        /** Nothing. */
        LEFT_OUT
    }

    private static final Map<Class<?>, Map<String, Form>> FORMS = new HashMap<>();

    static {
        of(Plan.class, Form.RUN, "run");
        of(Plan.class, Form.JVM, "jvmArgs");
        of(Plan.class, Form.HOST, "clients");
        of(Plan.class, Form.LEFT_OUT, "name", "tags", "setUp");
        of(Plan.Server.class, Form.HOST, "client", "database");
        of(Plan.Server.class, Form.SERVER, "server");
        of(Plan.Server.class, Form.TEXT, "install", "image");
        of(Plan.Server.class, Form.OPTIONS, "options");
        of(Plan.Server.class, Form.CODE, "clientCpus", "databaseCpus", "warmUpCpus");
        of(Plan.Entry.class, Form.TEXT, "unsupported");
        of(Plan.Twin.class, Form.KEY, "of");
        of(Profile.class, Form.TEXT, "name");
        of(Profile.class, Form.TEXT, "purpose");
        of(Goal.class, Form.GLOB, "base");
        of(Cell.class, Form.HOST, "client", "database");
        of(Cell.class, Form.SERVER, "server");
        of(Cell.class, Form.SCENARIO, "scenario");
        of(Cell.class, Form.OPTIONS, "params");
        of(Cell.class, Form.DRIVER, "driver");
        of(Cell.class, Form.VERSION, "driverVersion");
        of(Driver.class, Form.DRIVER, "label");
        of(Driver.class, Form.VERSION, "version");
        of(Driver.class, Form.OPTIONS, "options");
        of(Driver.Jar.class, Form.JAR, "file");
        of(Driver.Jar.class, Form.CODE, "sha256");
        of(Driver.class, Form.LEFT_OUT, "wiring");
        of(SqlScenario.class, Form.SCENARIO, "name");
        of(SqlScenario.class, Form.TEXT, "source");
        of(SqlScenario.class, Form.LEFT_OUT, "params", "setup", "teardown");
        of(SqlScenario.Line.class, Form.SQL, "sql");
        of(RecordedTransaction.Step.class, Form.SQL, "sql");
        of(RecordedTransaction.Step.class, Form.LEFT_OUT, "values");
        of(Fact.RunStarted.class, Form.RUN, "run");
        of(Fact.RunStarted.class, Form.VERSION, "benchVersion");
        of(Fact.SessionStarted.class, Form.RUN, "run");
        of(Fact.SessionStarted.class, Form.CODE, "scenariosSha256");
        of(Fact.SessionStarted.class, Form.TEXT, "notReadable", "effort");
        of(Jvm.class, Form.LEFT_OUT, "path");
        of(Jvm.class, Form.VERSION, "jdkVersion", "vmVersion");
        of(Jvm.class, Form.TEXT, "vmName");
        of(ServerFacts.class, Form.SERVER, "server");
        of(ServerFacts.class, Form.VERSION, "version");
        of(ServerFacts.class, Form.TEXT, "engine");
        of(ServerFacts.class, Form.OPTIONS, "variables", "derived");
        of(Fact.CellChecked.class, Form.KEY, "cell", "floorOf");
        of(Fact.CellChecked.class, Form.TEXT, "result", "remark", "unsupported");
        of(Fact.CellChecked.class, Form.TEXT, "engine");
        of(Fact.CellChecked.class, Form.NUMBERS, "counters");
        of(Fact.CellExplained.class, Form.KEY, "cell");
        of(Fact.CellExplained.class, Form.TEXT, "unavailable");
        of(OwnCost.class, Form.TEXT, "unavailable");
        of(Exchange.class, Form.NUMBERS, "commands");
        of(Exchange.class, Form.TEXT, "remark", "apart");
        of(Exchange.class, Form.SQL, "statements");
        of(Fact.BandwidthMeasured.class, Form.SERVER, "server");
        of(Fact.BandwidthMeasured.class, Form.TEXT, "unavailable");
        of(Fact.GroupStarted.class, Form.KEY, "row");
        of(Fact.GroupFinished.class, Form.KEY, "row");
        of(DroppedRound.class, Form.TEXT, "cause");
        of(Fact.ForkStarted.class, Form.KEY, "cell");
        of(Fact.ForkFinished.class, Form.KEY, "cell");
        of(Fact.ForkFinished.class, Form.NUMBERS, "secondary");
        of(Secondary.class, Form.TEXT, "unit");
        of(ForkLoad.class, Form.CODE, "response", "service");
        of(ClientShare.class, Form.HOST, "client");
        of(ClientShare.class, Form.CODE, "times");
        of(Fact.ForkFailed.class, Form.KEY, "cell");
        of(Fact.ForkFailed.class, Form.TEXT, "reason");
        of(Fact.ForkFailed.class, Form.LEFT_OUT, "log");
        of(Fact.ForkRejected.class, Form.KEY, "cell");
        of(Fact.ForkRejected.class, Form.TEXT, "reason");
        of(Fact.ServerLost.class, Form.SERVER, "server");
        of(Fact.ServerLost.class, Form.TEXT, "reason");
        of(Fact.ClientLost.class, Form.HOST, "client");
        of(Fact.ClientLost.class, Form.TEXT, "reason");
        of(Fact.RttMeasured.class, Form.SERVER, "server");
        of(Fact.RttMeasured.class, Form.TEXT, "unavailable");
        of(Fact.Decided.class, Form.KEY, "row");
        of(Fact.Decided.class, Form.TEXT, "decision");
        of(Fact.ServiceTimeMeasured.class, Form.KEY, "cell");
        of(Fact.ServiceTimeMeasured.class, Form.TEXT, "unavailable");
        of(Fact.CellProfiled.class, Form.KEY, "cell");
        of(Fact.CellProfiled.class, Form.LEFT_OUT, "log");
        of(Fact.CellProfiled.class, Form.TEXT, "method", "unavailable");
        of(Fact.HostUnfit.class, Form.HOST, "host");
        of(Fact.HostUnfit.class, Form.TEXT, "reasons");
        of(Fact.TablesFilled.class, Form.SERVER, "server");
        of(Fact.Note.class, Form.TEXT, "text");
        of(Fact.RunFinished.class, Form.TEXT, "outcome");
    }

    private SharedFields() {}

    private static void of(Class<? extends Record> type, Form form, String... components) {
        List.of(components)
                .forEach(component ->
                        FORMS.computeIfAbsent(type, other -> new HashMap<>()).put(component, form));
    }

    /** What is shared of a part of a record; empty when it is not listed. */
    static Optional<Form> form(RecordComponent component) {
        return Optional.ofNullable(
                FORMS.getOrDefault(component.getDeclaringRecord(), Map.of()).get(component.getName()));
    }

    /** Everything that is listed: {@code Cell.driver}. */
    static List<String> listed() {
        return FORMS.entrySet().stream()
                .flatMap(type -> type.getValue().keySet().stream()
                        .map(component -> type.getKey().getName() + "." + component))
                .toList();
    }
}
