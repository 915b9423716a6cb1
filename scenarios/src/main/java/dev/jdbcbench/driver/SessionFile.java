package dev.jdbcbench.driver;

import dev.jdbcbench.driver.Session.Admin;
import dev.jdbcbench.driver.Session.Endpoint;
import dev.jdbcbench.driver.Session.External;
import dev.jdbcbench.driver.Session.Variant;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.TreeSet;

/** The properties file of a {@link Session}. */
final class SessionFile {
    private static final String HOST = ".host";

    private SessionFile() {}

    static Session read(InputStream in, String file) throws IOException {
        Properties properties = new Properties();
        properties.load(new InputStreamReader(in, StandardCharsets.UTF_8));
        Map<String, Endpoint> endpoints = new LinkedHashMap<>();
        Map<String, DriverKind> kinds = new LinkedHashMap<>();
        Map<String, Map<String, String>> options = new LinkedHashMap<>();
        Map<String, Wiring> wirings = new LinkedHashMap<>();
        Map<String, String> scenarios = new LinkedHashMap<>();
        for (String key : new TreeSet<>(properties.stringPropertyNames())) {
            String[] words = key.split("\\.", 4);
            if (words.length == 4 && words[0].equals("server") && key.endsWith(HOST)) {
                // A label may have dots: mysql-8.4.
                String name = key.substring("server.".length(), key.length() - HOST.length());
                String prefix = "server." + name + ".";
                endpoints.put(
                        name,
                        new Endpoint(
                                properties.getProperty(key),
                                Integer.parseInt(required(properties, prefix + "port", file)),
                                required(properties, prefix + "database", file),
                                required(properties, prefix + "user", file),
                                required(properties, prefix + "password", file),
                                Optional.ofNullable(properties.getProperty(prefix + "socket")),
                                external(properties, prefix, file),
                                Optional.ofNullable(properties.getProperty(prefix + "directory"))));
            } else if (words.length == 3 && words[0].equals("driver") && words[2].equals("driver")) {
                String id = properties.getProperty(key);
                kinds.put(
                        words[1],
                        DriverCatalogue.of(id)
                                .orElseThrow(() -> new IllegalArgumentException(
                                        file + ": " + key + " names no driver of the catalogue: " + id)));
            } else if (words.length == 4 && words[0].equals("driver") && words[2].equals("options")) {
                options.computeIfAbsent(words[1], label -> new LinkedHashMap<>())
                        .put(words[3], properties.getProperty(key));
            } else if (words.length == 3 && words[0].equals("driver") && words[2].equals("class")) {
                wirings.put(
                        words[1],
                        new Wiring(
                                properties.getProperty(key),
                                required(properties, "driver." + words[1] + ".url", file)));
            } else if (words.length == 3 && words[0].equals("driver") && words[2].equals("url")) {
                required(properties, "driver." + words[1] + ".class", file);
            } else if (words[0].equals("scenario")) {
                scenarios.put(key.substring("scenario.".length()), properties.getProperty(key));
            } else if (!words[0].equals("server")) {
                throw new IllegalArgumentException(file + ": unknown key " + key);
            }
        }
        Map<String, Variant> drivers = new LinkedHashMap<>();
        kinds.forEach((label, kind) ->
                drivers.put(label, new Variant(kind, options.getOrDefault(label, Map.of()), wirings.get(label))));
        return new Session(endpoints, drivers, scenarios);
    }

    private static Optional<External> external(Properties properties, String prefix, String file) {
        String key = prefix + "external";
        return Optional.ofNullable(properties.getProperty(key))
                .map(word -> new External(
                        Protection.of(word)
                                .orElseThrow(() -> new IllegalArgumentException(
                                        file + ": " + key + " is not a protection: " + word)),
                        Optional.ofNullable(properties.getProperty(prefix + "ca")),
                        admin(properties, prefix, file)));
    }

    private static Optional<Admin> admin(Properties properties, String prefix, String file) {
        return Optional.ofNullable(properties.getProperty(prefix + "admin.user"))
                .map(user -> new Admin(
                        user,
                        required(properties, prefix + "admin.password", file),
                        Boolean.parseBoolean(properties.getProperty(prefix + "admin.createsUser"))));
    }

    private static String required(Properties properties, String key, String file) {
        String value = properties.getProperty(key);
        if (value == null) {
            throw new IllegalArgumentException(file + ": " + key + " is missing");
        }
        return value;
    }

    static String text(Session session) {
        Properties properties = new Properties();
        session.endpoints().forEach((name, endpoint) -> {
            String prefix = "server." + name + ".";
            properties.setProperty(prefix + "host", endpoint.host());
            properties.setProperty(prefix + "port", String.valueOf(endpoint.port()));
            properties.setProperty(prefix + "database", endpoint.database());
            properties.setProperty(prefix + "user", endpoint.user());
            properties.setProperty(prefix + "password", endpoint.password());
            endpoint.socket().ifPresent(socket -> properties.setProperty(prefix + "socket", socket));
            endpoint.protection().ifPresent(protection -> properties.setProperty(prefix + "external", protection.id()));
            endpoint.ca().ifPresent(ca -> properties.setProperty(prefix + "ca", ca));
            endpoint.external().flatMap(External::admin).ifPresent(admin -> {
                properties.setProperty(prefix + "admin.user", admin.user());
                properties.setProperty(prefix + "admin.password", admin.password());
                properties.setProperty(prefix + "admin.createsUser", String.valueOf(admin.createsUser()));
            });
            endpoint.directory().ifPresent(place -> properties.setProperty(prefix + "directory", place));
        });
        session.scenarios().forEach((key, value) -> properties.setProperty("scenario." + key, value));
        session.drivers().forEach((label, variant) -> {
            properties.setProperty("driver." + label + ".driver", variant.kind().id());
            Wiring wiring = variant.wiring();
            if (wiring != null) {
                properties.setProperty("driver." + label + ".class", wiring.driverClass());
                properties.setProperty("driver." + label + ".url", wiring.url());
            }
            variant.options()
                    .forEach(
                            (option, value) -> properties.setProperty("driver." + label + ".options." + option, value));
        });
        StringWriter text = new StringWriter();
        try {
            properties.store(text, null);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return text.toString();
    }
}
