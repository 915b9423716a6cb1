package dev.jdbcbench.containers;

import dev.jdbcbench.artifact.Artifacts;
import dev.jdbcbench.config.ServerSpec;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * An image that an engine has.
 *
 * @param reference full name with registry and tag: {@code docker.io/library/mysql:8.4}
 * @param digest what identifies its bytes: its digest in the registry; of an image that came from none, its ID
 * @param bytes size, unpacked
 * @param volumes directories for which an engine would make volumes
 * @param entryPoint what it starts with, if that is of the kind that the official images have
 */
record Image(String reference, String digest, long bytes, List<String> volumes, Optional<EntryPoint> entryPoint) {
    private static final double MB = 1e6;
    private static final String ID = "sha256:";

    /** As the survey prints it: ID, size, digests, volumes, and what it starts with, if the engine says that. */
    private static final Pattern INSPECTED =
            Pattern.compile("(?:sha256:)?([0-9a-f]{64})\\|([0-9]{1,18})\\|\\[([^|]*)]\\|([^|]*)(?:\\|(.*))?");

    private static final Pattern DIGEST = Pattern.compile("(\\S+)@(sha256:[0-9a-f]{64})");

    Image {
        volumes = List.copyOf(volumes);
    }

    /** The full name of the image for a server. */
    static String wanted(ServerSpec server) {
        String named =
                server.image().orElse("docker.io/library/" + server.kind().id());
        String first = named.contains("/") ? named.substring(0, named.indexOf('/')) : "";
        String full = named;
        if (!first.contains(".") && !first.contains(":") && !first.equals("localhost")) {
            full = "docker.io/" + (first.isEmpty() ? "library/" : "") + named;
        }
        boolean exact = full.contains("@") || full.lastIndexOf(':') > full.lastIndexOf('/');
        return exact ? full : full + ":" + server.version().orElse("latest");
    }

    /** The image that an engine describes; empty if it has none of that name. */
    static Optional<Image> of(String reference, String inspected) {
        Matcher parts = INSPECTED.matcher(inspected);
        if (!parts.matches()) {
            return Optional.empty();
        }
        String repository = repository(reference);
        String digest = DIGEST.matcher(parts.group(3))
                .results()
                .filter(known -> repository(known.group(1)).equals(repository))
                .map(known -> known.group(2))
                .findFirst()
                .orElse(ID + parts.group(1));
        return Optional.of(new Image(
                reference,
                digest,
                Long.parseLong(parts.group(2)),
                Stream.of(parts.group(4).split(" ", -1))
                        .filter(path -> path.matches("/[A-Za-z0-9._/-]+"))
                        .toList(),
                Optional.ofNullable(parts.group(5)).flatMap(EntryPoint::of)));
    }

    /** The name without tag, digest and what Docker leaves out. */
    private static String repository(String name) {
        return name.replaceFirst("@.*", "").replaceFirst(":[^:/]*$", "").replaceFirst("^docker\\.io/(library/)?", "");
    }

    /**
     * The name of a saved image among the artifacts of a bundle.
     *
     * @param reference full name with registry and tag or digest
     */
    static String coordinates(String reference) {
        int end = reference.contains("@") ? reference.indexOf('@') : reference.lastIndexOf(':');
        return Artifacts.IMAGES + ":"
                + reference.substring(0, end).replace("/", "--").replace(':', '-') + ":"
                + reference.substring(end + 1).replace(':', '-');
    }

    /** Name and digest: the name may be of other bytes tomorrow. */
    String exact() {
        return reference.replaceFirst("@.*", "") + "@" + digest;
    }

    /** Its size for people. */
    String size() {
        return Math.round(bytes / MB) + " MB";
    }
}
