package dev.jdbcbench.jmh;

import com.google.auto.service.AutoService;
import dev.jdbcbench.result.fold.Fold;
import dev.jdbcbench.store.RunDirectory;
import dev.jdbcbench.usecase.RunFile;

/** {@code jmh.json}. */
@AutoService(RunFile.class)
public final class JmhFile implements RunFile {
    @Override
    public void write(RunDirectory directory, Fold fold) {
        directory.writeJmh(JmhJson.of(fold));
    }
}
