package dev.jdbcbench.config;

import dev.jdbcbench.fuzz.Effort;
import dev.jdbcbench.fuzz.JsonMutations;
import dev.jdbcbench.fuzz.Mutant;
import dev.jdbcbench.fuzz.Ring;
import dev.jdbcbench.fuzz.TextMutations;
import dev.jdbcbench.plan.Inputs;
import dev.jdbcbench.plan.Planner;
import dev.jdbcbench.request.Request;
import dev.jdbcbench.run.Json;
import dev.jdbcbench.scenario.SqlScenario;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/** Tests that reading any hosts file or SQL file ends soon: it succeeds, or fails with an explanation. */
class HostsFuzzIT {
    private static final int SOME = 200;
    private static final int RANDOM = 150;

    /** The keys that occur only in comments of the example. */
    private static final String MORE = """
            hosts: { client: { address: localhost } }
            servers:
              mysql-tar: { kind: mysql, install: archive, archive: { path: x.tar.xz, sha256: 0f1e } }
              cloud:
                kind: mysql
                install: external
                address: db.example.com
                port: 3306
                tls: { ca: /dev/null, required: true }
                admin: { user: admin, password: { env: DB_PASSWORD } }
            drivers: { mine: { driver: mariadb, jar: ../x.jar } }
            """;

    private static final String SQL = """
            -- name: orders
            -- setup
            create table orders (id int primary key, customer int);
            -- begin
            create procedure p() begin select 1; end;
            -- end
            -- measure
            select * from orders where customer = ? and note <> 'a ? b' /* ? */;
            -- param: int 1..1000
            -- param: text 20
            -- teardown
            drop table orders;
            """;

    private final Effort effort = Effort.chosen();

    @TempDir
    private Path directory = Path.of("");

    private Ring hosts() {
        Path file = directory.resolve("hosts.yaml");
        return new Ring("hosts file", effort, input -> {
            Files.write(file, input);
            Hosts hosts = HostsFile.read(file);
            Request request = Request.of(Request.Where.DEFAULT.withDrivers(
                    List.copyOf(hosts.drivers().keySet())));
            Planner.select(Inputs.of(request, hosts).everywhere());
            return Optional.empty();
        });
    }

    private static String example() throws IOException {
        return Files.readString(Path.of("..", "hosts.example.yaml"));
    }

    /** Converts YAML to JSON, which is also valid YAML. */
    private static String json(String yaml) {
        return Json.line(new Load(LoadSettings.builder().build()).loadFromString(yaml));
    }

    @Test
    void changedHostsFileValuesNeverEndAsABug() throws IOException {
        List<Mutant> mutants = new ArrayList<>(JsonMutations.of(json(example())));
        mutants.addAll(JsonMutations.of(json(MORE)));
        try (Ring ring = hosts()) {
            effort.some(mutants, SOME, mutant -> ring.feed(mutant.what(), mutant.text()));
            ring.feed("deep flow", "hosts: " + "[".repeat(100_000));
            ring.feed("deep blocks", "a:\n" + nested());
            ring.feed("an alias of itself", "hosts: &a { client: *a }\n");
            ring.feed("many aliases", "a: &a [1]\nb: &b [*a,*a]\nhosts: { client: *b }\n");
            ring.feed("a long line", "hosts: { client: { address: " + "x ".repeat(1_000_000) + "} }\n");
            ring.feed("too long", " ".repeat(4_000_000) + "hosts: {}\n");
        }
    }

    private static String nested() {
        StringBuilder text = new StringBuilder();
        for (int depth = 1; depth < 1500; depth++) {
            text.append(" ".repeat(depth)).append("a:\n");
        }
        return text.toString();
    }

    @Test
    void damagedHostsFilesNeverEndAsABug() throws IOException {
        TextMutations mutations = new TextMutations(example(), MORE);
        try (Ring ring = hosts()) {
            effort.repeat(RANDOM, random -> ring.feed("damaged", mutations.next(random)));
        }
    }

    @Test
    void damagedSqlFilesNeverEndAsABug() {
        Path file = directory.resolve("orders.sql");
        TextMutations mutations = new TextMutations(SQL, "select ?", "-- param: int 1..9223372036854775807\nselect ?");
        try (Ring ring = new Ring("sql file", effort, input -> {
            Files.write(file, input);
            SqlScenario scenario = SqlFile.read(file);
            return scenario.statement().sql().isEmpty() ? Optional.of("nothing to measure") : Optional.empty();
        })) {
            ring.feed("latin-1", new byte[] {'s', 'e', 'l', (byte) 0xfc});
            effort.repeat(RANDOM, random -> ring.feed("damaged", mutations.next(random)));
        }
    }
}
