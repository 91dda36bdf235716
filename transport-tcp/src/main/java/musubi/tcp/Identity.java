package musubi.tcp;

import musubi.adi.TransportContext;

import java.nio.charset.StandardCharsets;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Who this rank is to its peers.
 *
 * @param secret what all ranks of the job know and nobody else; null when there is none
 * @param number chosen at random for this rank's time in the job, not {@link Session#NOBODY}
 * @param address where it listens
 */
record Identity(
        int rank, int worldSize, String jobId, byte[] secret, long number, TcpAddress address) {
    static Identity of(TransportContext context, byte[] secret, TcpAddress address) {
        long number = ThreadLocalRandom.current().nextLong() | 1;
        return new Identity(
                context.worldRank(), context.worldSize(), context.jobId(), secret, number, address);
    }

    /** The job's secret as bytes; null when there is none. */
    static byte[] secret(TransportContext context) {
        String secret = TcpSettings.SECRET.text(context.setting());
        return secret == null ? null : secret.getBytes(StandardCharsets.UTF_8);
    }
}
