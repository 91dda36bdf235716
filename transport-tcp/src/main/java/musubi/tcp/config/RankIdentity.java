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
 * @param mac authentication of the frames of connections; null for none
 */
public record RankIdentity(
        int rank,
        int worldSize,
        String jobId,
        byte[] secret,
        long incarnation,
        InetSocketAddress address,
        FrameMac mac) {
    /**
     * The identity of the rank that opens a transport.
     *
     * @throws musubi.error.MpiFailure for an invalid setting {@code tcp.mac}
     */
    public static RankIdentity of(
            TransportContext context, byte[] secret, InetSocketAddress address) {
        boolean plain = TcpSettings.MAC_OFF.equals(TcpSettings.MAC.text(context.setting()));
        FrameMac mac = plain ? null : FrameMac.of(context.setting(), secret);
        long incarnation = ThreadLocalRandom.current().nextLong() | 1;
        return new RankIdentity(
                context.worldRank(),
                context.worldSize(),
                context.jobId(),
                secret,
                incarnation,
                address,
                mac);
    }

    /** The job's secret as bytes; null when there is none. */
    public static byte[] secret(TransportContext context) {
        String secret = context.secret().get();
        return secret == null ? null : secret.getBytes(StandardCharsets.UTF_8);
    }
}
