package musubi.tcp.config;

import musubi.adi.TransportContext;

import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ThreadLocalRandom;

/**
 * The identity of this rank towards its peers.
 *
 * @param secret shared by all ranks of the job; null for none
 * @param incarnation random number of this rank's process; never 0
 * @param address at which the rank listens
 */
public record RankIdentity(
        int rank,
        int worldSize,
        String jobId,
        byte[] secret,
        long incarnation,
        InetSocketAddress address) {
    /** The identity of the rank that opens a transport. */
    public static RankIdentity of(
            TransportContext context, byte[] secret, InetSocketAddress address) {
        long incarnation = ThreadLocalRandom.current().nextLong() | 1;
        return new RankIdentity(
                context.worldRank(),
                context.worldSize(),
                context.jobId(),
                secret,
                incarnation,
                address);
    }

    /** The job's secret as bytes; null when there is none. */
    public static byte[] secret(TransportContext context) {
        String secret = context.secret().get();
        return secret == null ? null : secret.getBytes(StandardCharsets.UTF_8);
    }
}
