package dev.jdbcbench.slurm;

import com.google.auto.service.AutoService;
import dev.jdbcbench.host.HostKind;
import dev.jdbcbench.host.ObtainedHosts;

/** The nodes of Slurm jobs, as hosts. */
@AutoService(HostKind.class)
public final class SlurmKind implements HostKind {
    /** The name of this kind. */
    static final String ID = "slurm";

    @Override
    public String id() {
        return ID;
    }

    @Override
    public ObtainedHosts of(String run) {
        return SlurmJob.of(run);
    }
}
