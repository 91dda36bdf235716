package musubi.tcp;

import musubi.adi.TransportContext;

import java.nio.charset.StandardCharsets;

/**
 * Who this rank is to its peers.
 *
 * @param secret what all ranks of the job know and nobody else; null when there is none
 */
record Identity(int rank, int worldSize, String jobId, byte[] secret) {
    static Identity of(TransportContext context) {
        String secret = TcpSettings.SECRET.text(context.setting());
        byte[] bytes = secret == null ? null : secret.getBytes(StandardCharsets.UTF_8);
        return new Identity(context.worldRank(), context.worldSize(), context.jobId(), bytes);
    }
}
