package musubi.bootstrap.local;

import musubi.bootstrap.Bootstrap;
import musubi.bootstrap.StallLink;
import musubi.bootstrap.deadlock.DeadlockDetector;
import musubi.error.ErrorClass;
import musubi.error.MpiFailure;

import java.util.HashMap;
import java.util.Map;

/**
 * The bootstrap of a singleton: a process without a process manager.
 *
 * <p>Thread rule: as {@link Bootstrap}.
 */
public final class SingletonBootstrap implements Bootstrap {
    private final Map<String, String> values = new HashMap<>();
    private final String jobId;

    /** A new singleton job. */
    public SingletonBootstrap() {
        long unique = System.nanoTime() & 0xff_ffff_ffffL;
        jobId = "solo" + ProcessHandle.current().pid() + "-" + Long.toHexString(unique);
    }

    @Override
    public int worldRank() {
        return 0;
    }

    @Override
    public int worldSize() {
        return 1;
    }

    @Override
    public int localRank() {
        return 0;
    }

    @Override
    public int localSize() {
        return 1;
    }

    @Override
    public String jobId() {
        return jobId;
    }

    @Override
    public StallLink stalls() {
        return new LocalStallLink(new DeadlockDetector(1), 0, () -> {});
    }

    @Override
    public void put(String key, String value) {
        values.put(key, value);
    }

    @Override
    public void fence() {
        // There is no other rank.
    }

    @Override
    public String get(String key) {
        return values.get(key);
    }

    @Override
    public void abort(int exitCode, String message) {
        throw new MpiFailure(ErrorClass.PROC_ABORTED, "the program aborted MPI: " + message)
                .with("code", exitCode);
    }

    @Override
    public void leave() {
        // There is no process manager.
    }

    @Override
    public void close() {
        values.clear();
    }
}
