package musubi.tcp.handshake;

import musubi.tcp.config.RankIdentity;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;

import javax.crypto.KDF;
import javax.crypto.spec.HKDFParameterSpec;

/**
 * Keys for the frames of one connection, by HKDF-SHA256 from the job's secret, with both nonces of
 * the handshake as salt. Both sides have proved their knowledge of the secret over these nonces, of
 * which each has chosen one at random, so no other connection has the same keys. The keys of the
 * two directions differ.
 *
 * <p>Who learns the secret later can compute them from a recorded handshake.
 */
final class FrameKeys {
    private final RankIdentity self;
    private final byte[] initiatorNonce;
    private final byte[] responderNonce;

    /** The keys of a connection, with the nonces of its handshake, which are complete. */
    FrameKeys(RankIdentity self, byte[] initiatorNonce, byte[] responderNonce) {
        this.self = self;
        this.initiatorNonce = initiatorNonce;
        this.responderNonce = responderNonce;
    }

    /**
     * The key of one direction.
     *
     * @param role of the sender
     * @param initiator world rank
     * @param responder world rank
     * @param stream number of the stream
     */
    byte[] derive(String role, int initiator, int responder, int stream) {
        String ranks = initiator + " " + responder + " " + stream + " ";
        String info = "musubi frames 1 " + self.mac() + " " + role + " " + ranks + self.jobId();
        try {
            return KDF.getInstance("HKDF-SHA256")
                    .deriveData(
                            HKDFParameterSpec.ofExtract()
                                    .addIKM(self.secret())
                                    .addSalt(initiatorNonce)
                                    .addSalt(responderNonce)
                                    .thenExpand(
                                            info.getBytes(StandardCharsets.UTF_8),
                                            self.mac().keyBytes()));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK 25 has HKDF-SHA256", e);
        }
    }
}
