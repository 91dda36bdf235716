package musubi.tcp.config;

import musubi.adi.TransportContext;

import java.nio.charset.StandardCharsets;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Who this rank is to its peers.
 *
 * @param secret what all ranks of the job know and nobody else; null when there is none
 * @param incarnation chosen at random for this rank's time in the job, not {@link
 *     musubi.tcp.handshake.PeerSession#NO_INCARNATION}
 * @param address where it listens
 */
public record RankIdentity(
        int rank,
        int worldSize,
        String jobId,
        byte[] secret,
        long incarnation,
        TcpAddress address) {
    public static RankIdentity of(TransportContext context, byte[] secret, TcpAddress address) {
        long number = ThreadLocalRandom.current().nextLong() | 1;
        return new RankIdentity(
                context.worldRank(), context.worldSize(), context.jobId(), secret, number, address);
    }

    /** The job's secret as bytes; null when there is none. */
    public static byte[] secret(TransportContext context) {
        String secret = context.secret();
        return secret == null ? null : secret.getBytes(StandardCharsets.UTF_8);
    }
}
