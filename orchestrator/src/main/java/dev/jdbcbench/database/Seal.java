package dev.jdbcbench.database;

import dev.jdbcbench.host.Command;
import dev.jdbcbench.host.Host;

/**
 * Detects incomplete directories of programs in bench's cache. The last file written into such a directory is a
 * checksum of the names, sizes, modes and links of all other files, and of the contents of the server programs. (After
 * a power failure, a host may have file names without their contents.)
 */
final class Seal {
    /** {@code seal DIRECTORY} writes the checksum, {@code sealed DIRECTORY} verifies it. */
    static final String FUNCTIONS = """
            contents() {
                (
                    cd "$1" || exit
                    export LC_ALL=C
                    {
                        find . ! -type d ! -path ./SEAL -exec stat -c '%s %a %N' {} +
                        find . -type f '(' -name mariadbd -o -name mysqld ')' -exec sha256sum {} +
                    } | sort | sha256sum
                )
            }
            seal() {
                contents "$1" >"$1.seal" && mv -- "$1.seal" "$1/SEAL" && { sync -f "$1" 2>/dev/null || sync; }
            }
            sealed() {
                [ -d "$1" ] && [ ! -L "$1" ] && [ -s "$1/SEAL" ] && [ "$(contents "$1")" = "$(cat "$1/SEAL")" ]
            }
            """;

    private Seal() {}

    /** Whether a directory exists and is complete. */
    static boolean whole(Host host, String directory) {
        return host.run(Command.query("sh", "-c", FUNCTIONS + "sealed \"$1\"", "sh", directory))
                .ok();
    }

    /** Removes a directory that is incomplete. Programs already running from it continue. */
    static void clear(Host host, String directory) {
        host.require(
                "remove damaged programs",
                Command.of(
                        "sh",
                        "-c",
                        FUNCTIONS
                                + "sealed \"$1\" || [ ! -e \"$1\" ] || { mv -- \"$1\" \"$1.$$.damaged\" && rm -rf -- \"$1.$$.damaged\"; }",
                        "sh",
                        directory));
    }
}
