package dev.jdbcbench.cli;

import java.lang.reflect.Member;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.IDefaultValueProvider;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;

/** Default values of options from environment variables, which take precedence over the built-in defaults. */
final class FromEnvironment implements IDefaultValueProvider {
    private final Map<String, String> environment;

    FromEnvironment(Map<String, String> environment) {
        this.environment = Map.copyOf(environment);
    }

    /** Null means the option's own default. */
    @Override
    public @Nullable String defaultValue(ArgSpec argument) {
        if (!(argument instanceof OptionSpec option)) {
            return null;
        }
        String value = switch (option.longestName()) {
            // A named run has hosts of its own, which the variable must not replace.
            case "--hosts" -> declaredIn(option, HostOptions.class) ? environment.get("BENCH_HOSTS") : null;
            case "--results" -> environment.get("BENCH_RESULTS");
            case EffortOptions.PROFILE -> environment.get("BENCH_PROFILE");
            default -> null;
        };
        return value == null || value.isEmpty() ? null : value;
    }

    private static boolean declaredIn(OptionSpec option, Class<?> options) {
        return option.userObject() instanceof Member member
                && member.getDeclaringClass().equals(options);
    }
}
