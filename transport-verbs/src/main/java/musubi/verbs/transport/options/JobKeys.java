package musubi.verbs.transport.options;

import musubi.adi.TransportContext;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;

/**
 * Keys shared by the adapters of a job, derived from the job's secret and name: the key of the MAC
 * of UDP packets, and the access key of targets.
 */
public final class JobKeys {
    private static final int SEAL_BYTES = 16;

    private final boolean secret;
    private final byte[] digest;

    private JobKeys(boolean secret, byte[] digest) {
        this.secret = secret;
        this.digest = digest;
    }

    public static JobKeys of(TransportContext context) {
        String secret = context.secret().get();
        String text = "musubi verbs\n" + context.jobId() + "\n" + (secret == null ? "" : secret);
        try {
            MessageDigest sha = MessageDigest.getInstance("SHA-256");
            return new JobKeys(secret != null, sha.digest(text.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }

    /** Whether the job has a secret, without which the keys can be guessed. */
    public boolean isSecret() {
        return secret;
    }

    public byte[] macKey() {
        return Arrays.copyOf(digest, SEAL_BYTES);
    }

    public long accessKey() {
        return ByteBuffer.wrap(digest).getLong(SEAL_BYTES);
    }
}
