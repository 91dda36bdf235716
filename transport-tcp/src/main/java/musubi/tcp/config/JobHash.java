package musubi.tcp.config;

import java.nio.charset.StandardCharsets;

/** A number for the name of a job, by which records of other jobs are recognised. */
public final class JobHash {
    private static final long FNV_BASIS = 0xcbf29ce484222325L;
    private static final long FNV_PRIME = 0x100000001b3L;

    private JobHash() {}

    /** FNV-1a of a job's name. */
    public static long of(String jobId) {
        long hash = FNV_BASIS;
        for (byte b : jobId.getBytes(StandardCharsets.UTF_8)) {
            hash = (hash ^ b) * FNV_PRIME;
        }
        return hash;
    }
}
