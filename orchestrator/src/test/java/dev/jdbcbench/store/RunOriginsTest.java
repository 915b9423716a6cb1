package dev.jdbcbench.store;

import static dev.jdbcbench.failure.Failing.assertWhy;
import static org.assertj.core.api.Assertions.assertThat;

import dev.jdbcbench.config.HostRequest;
import dev.jdbcbench.failure.Failure;
import dev.jdbcbench.request.Request;
import dev.jdbcbench.result.RunExample;
import dev.jdbcbench.run.Json;
import dev.jdbcbench.run.Plan;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunOriginsTest {
    private static final Instant NOW = Instant.parse("2026-11-21T09:15:00Z");

    @TempDir
    private Path place = Path.of("");

    private RunOrigins origins() {
        return new RunOrigins(place.resolve("state/bench/runs"), Clock.fixed(NOW, ZoneOffset.UTC), words -> {
            throw new AssertionError("no words are stored: " + words);
        });
    }

    private RunDirectory run(String results) {
        return RunDirectory.create(place.resolve(results), RunExample.local().plan());
    }

    private static RunOrigin origin(RunDirectory run) {
        Request.Hosts hosts = new Request.Hosts(Optional.of("h.yaml"), false, Optional.empty());
        return run.origin(
                "run",
                Request.of(Request.Where.DEFAULT.withHosts(hosts).withTopologies(List.of("local")))
                        .withDirectory("/home/a"));
    }

    private Path file(RunDirectory run) {
        return place.resolve("state/bench/runs").resolve(run.run() + ".json");
    }

    @Test
    void originFileIsPrivate() throws IOException {
        RunDirectory run = run("results");
        origins().keep(origin(run));
        assertThat(origins().of(run)).contains(origin(run));
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file(run))))
                .isEqualTo("rw-------");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(place.resolve("state/bench/runs"))))
                .isEqualTo("rwx------");
        assertThat(Files.readString(file(run))).contains("\"schema\" : \"origin/2\"");
    }

    @Test
    void laterVersionsRequestIsKnownButNotClear() throws IOException {
        RunDirectory run = run("results");
        origins().keep(origin(run));
        Files.writeString(
                file(run),
                Files.readString(file(run)).replaceFirst("\"topologies\"", "\"planets\" : 2, \"topologies\""));
        assertThat(origins().of(run)).hasValueSatisfying(origin -> {
            assertThat(origin.request()).isEqualTo(origin(run).request());
            assertThat(origin.unclear()).contains("planets");
        });
    }

    @Test
    void requestForHostsOfTheRunAloneIsKept() throws IOException {
        RunDirectory run = run("results");
        HostRequest hosts = new HostRequest("slurm", 2, Map.of("partition", "p", "minutes", "90"));
        RunOrigin origin = run.origin(
                "run",
                Request.of(
                        Request.Where.DEFAULT.withRequested(Optional.of(hosts)).withClients(List.of("c1"))));
        origins().keep(origin);
        assertThat(origins().of(run)).contains(origin);
    }

    @Test
    void movedDirectoryIsTheSameRun() throws IOException {
        RunDirectory run = run("results");
        origins().keep(origin(run));
        Files.move(place.resolve("results"), place.resolve("elsewhere"));
        assertThat(origins().of(new RunStore(place.resolve("elsewhere")).named(run.run())))
                .isPresent();
    }

    @Test
    void sameNameWithAnotherPlanIsAnotherRun() throws IOException {
        RunDirectory run = run("results");
        origins().keep(origin(run));
        Path plan = run.path().resolve("plan.json");
        Files.writeString(plan, Files.readString(plan).replaceFirst("\"seed\" : \\d+", "\"seed\" : 99"));
        assertThat(origins().of(run)).isEmpty();
    }

    /** Resuming with --groups changes the plan. The run can still be resumed afterwards. */
    @Test
    void extendedPlanKeepsItsOrigin() {
        RunDirectory run = run("results");
        RunOrigin before = origin(run);
        origins().keep(before);
        Plan plan = RunExample.local().plan();
        run.extend(plan.with(plan.profile().withForks(2, 40), plan.goal()));
        assertThat(origins().of(run)).isEmpty();
        origins().keep(run.origin(before));
        assertThat(origins().of(run))
                .hasValueSatisfying(origin -> assertThat(origin.request()).isEqualTo(before.request()));
    }

    @Test
    void readableOrForeignOriginFileIsRefused() throws IOException {
        RunDirectory run = run("results");
        origins().keep(origin(run));
        Files.setPosixFilePermissions(file(run), PosixFilePermissions.fromString("rw-r--r--"));
        assertWhy(Failure.Input.class, () -> origins().of(run)).contains("not a file of mode 0600");
        Files.delete(file(run));
        RunOrigin other = new RunOrigin("another", origin(run).plan(), "run", null, null);
        Files.createFile(file(run), PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        Files.writeString(file(run), Json.pretty(other));
        assertWhy(Failure.Input.class, () -> origins().of(run)).contains("it belongs to run another");
    }

    @Test
    void originsAreDeletedAfterAYear() throws IOException {
        RunDirectory run = run("results");
        origins().keep(origin(run));
        Path old = Files.writeString(file(run).resolveSibling("old.json"), "{}");
        Files.setLastModifiedTime(old, FileTime.from(NOW.minus(Duration.ofDays(366))));
        origins().keep(origin(run));
        assertThat(old).doesNotExist();
        assertThat(file(run)).exists();
    }
}
