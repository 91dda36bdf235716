package musubi.tcp.relay;

import musubi.tcp.config.JobHash;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Arrays;

import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * What the ranks and relays of a job share: its secret. A proof is the HMAC-SHA256 of the called
 * relay's challenge and the record, keyed with the secret. Without a secret it is keyed with the
 * job's name, which detects mistakes only; with one the name has no part in it, as ranks use
 * another name after each MPI.Init. Immutable.
 */
public final class RelayKey {
    static final int PROOF_BYTES = 32;
    private static final String ALGORITHM = "HmacSHA256";
    private static final byte[] ROLE = "relay".getBytes(StandardCharsets.US_ASCII);

    private final long jobHash;
    private final byte[] key;
    private final boolean secret;

    /**
     * The key of a job.
     *
     * @param secret copied; null if the job has none
     */
    public RelayKey(String jobId, byte[] secret) {
        jobHash = secret == null ? JobHash.of(jobId) : 0;
        key = secret == null ? jobId.getBytes(StandardCharsets.UTF_8) : secret.clone();
        this.secret = secret != null;
    }

    /** The number that stands for a job without a secret in records. */
    long jobHash() {
        return jobHash;
    }

    /** Whether the job has a secret; without one a relay listens at loopback only. */
    boolean isSecret() {
        return secret;
    }

    /** A number that no other connection has been given, as the challenge of a called relay. */
    byte[] newChallenge() {
        byte[] challenge = new byte[RelayOpening.CHALLENGE_BYTES];
        new SecureRandom().nextBytes(challenge);
        return challenge;
    }

    /** The proof of the first bytes of a record. */
    byte[] proof(byte[] challenge, byte[] record, int bytes) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(new SecretKeySpec(key, ALGORITHM));
            mac.update(ROLE);
            mac.update(challenge);
            mac.update(record, 0, bytes);
            return Arrays.copyOf(mac.doFinal(), PROOF_BYTES);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has " + ALGORITHM, e);
        }
    }
}
