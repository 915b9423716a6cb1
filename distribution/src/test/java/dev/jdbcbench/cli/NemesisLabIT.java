package dev.jdbcbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jdbcbench.Full;
import dev.jdbcbench.Lab;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs commands from two desks, kills and pauses them and cuts links at random moments, with two hosts behind SSH. */
@Full
class NemesisLabIT {
    private static final int SCHEDULES = 15;

    @Test
    void randomCutsKeepEachForkOnce(@TempDir Path directory) throws Exception {
        try (Lab lab = Lab.up("0.35ms")) {
            List<String> hosts = List.of("--hosts", lab.hosts().toString());
            for (long seed : NemesisSeeds.of(SCHEDULES)) {
                Path place = Files.createDirectory(directory.resolve(String.valueOf(seed)));
                try (Witness witness = new Witness(lab.root("client").resolve("home/bench/.cache/bench/runs"));
                        SmallDisk disk = SmallDisk.failing(Nemesis.results(place), "64m")) {
                    assertThat(new Nemesis(
                                            seed,
                                            place,
                                            List.of(
                                                    "--topology",
                                                    "distant",
                                                    "--hosts",
                                                    lab.hosts().toString()),
                                            hosts,
                                            Optional.of(management(lab)),
                                            witness,
                                            disk)
                                    .carryOut())
                            .as("seed %d: -Dbench.nemesis.seed=%d repeats it", seed, seed)
                            .isEmpty();
                }
            }
        }
    }

    /** The link that SSH to the client host uses. */
    private static Nemesis.Link management(Lab lab) {
        return new Nemesis.Link() {
            @Override
            public void down() {
                lab.link("client", "mgmt", "down");
            }

            @Override
            public void up() {
                lab.link("client", "mgmt", "up");
            }
        };
    }
}
