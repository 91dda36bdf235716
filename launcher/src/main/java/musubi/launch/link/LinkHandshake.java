package musubi.launch.link;

import musubi.launch.failure.CommandName;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;

import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Mutual authentication of a node proxy and mpiexec over plain TCP: each side proves knowledge of
 * the job's secret without sending it.
 *
 * <pre>
 *   node proxy   0       8      12            20           52
 *                | magic | node | incarnation | nonce      |
 *   mpiexec      0           32           64
 *                | nonce     | proof      |
 *   node proxy   0           32
 *                | proof     |
 * </pre>
 *
 * <p>A proof is the HMAC-SHA256, keyed with the secret, of the sender's role, the node, the
 * incarnation, both nonces and the job's name. It is valid for one connection, one direction and
 * one process. The incarnation is a random number of the process, so another one with the same
 * secret cannot take over its link.
 *
 * <p>Thread rule: one thread.
 */
public final class LinkHandshake {
    /** Neither role is a prefix of the other. */
    private static final String PROXY = "node proxy";

    private static final String MPIEXEC = "mpiexec";
    private static final long MAGIC = 0x4d75_7375_6269_4e02L;

    /** The first bytes of a TLS client: record type handshake, legacy version. */
    private static final long TLS_HANDSHAKE = 0x1603;

    private static final int TLS_SHIFT = 48;
    private static final int HEAD_BYTES = 20;
    private static final int NONCE_BYTES = 32;
    private static final int PROOF_BYTES = 32;
    private static final SecureRandom RANDOM = new SecureRandom();

    private final byte[] secret;
    private final String jobId;
    private final InputStream in;
    private final OutputStream out;

    /** A process that is the proxy of a node. */
    public record Caller(int node, long incarnation) {
        /** This process. */
        public static Caller thisProcess(int node) {
            return new Caller(node, RANDOM.nextLong());
        }
    }

    /** The peer failed authentication. */
    public static final class Mismatch extends IOException {
        private static final long serialVersionUID = 1;

        Mismatch(String why) {
            super(why);
        }

        Mismatch(String why, Throwable cause) {
            super(why, cause);
        }
    }

    /** A handshake over these streams; it reads no byte beyond its own messages. */
    public LinkHandshake(String secret, String jobId, InputStream in, OutputStream out) {
        this.secret = key(secret);
        this.jobId = jobId;
        this.in = in;
        this.out = out;
    }

    /** The secret as bytes. */
    static byte[] key(String secret) {
        return secret.getBytes(StandardCharsets.US_ASCII);
    }

    /**
     * The side of the node proxy.
     *
     * @throws IOException if the peer does not know the secret
     */
    public void initiate(Caller me) throws IOException {
        byte[] mine = nonce();
        out.write(
                ByteBuffer.allocate(HEAD_BYTES + NONCE_BYTES)
                        .putLong(MAGIC)
                        .putInt(me.node())
                        .putLong(me.incarnation())
                        .put(mine)
                        .array());
        out.flush();
        byte[] its = read(NONCE_BYTES);
        check(read(PROOF_BYTES), proof(MPIEXEC, me, mine, its));
        out.write(proof(PROXY, me, mine, its));
        out.flush();
    }

    /**
     * The side of mpiexec; returns the node proxy.
     *
     * @throws IOException if the peer does not know the secret
     */
    public Caller accept() throws IOException {
        long magic = ByteBuffer.wrap(read(Long.BYTES)).getLong();
        if (magic >>> TLS_SHIFT == TLS_HANDSHAKE) {
            throw new Mismatch("it uses TLS, but " + CommandName.get() + " runs without --tls");
        }
        if (magic != MAGIC) {
            throw new Mismatch("it is not a node proxy of this version");
        }
        ByteBuffer head = ByteBuffer.wrap(read(HEAD_BYTES - Long.BYTES));
        Caller caller = new Caller(head.getInt(), head.getLong());
        byte[] its = read(NONCE_BYTES);
        byte[] mine = nonce();
        out.write(mine);
        out.write(proof(MPIEXEC, caller, its, mine));
        out.flush();
        check(read(PROOF_BYTES), proof(PROXY, caller, its, mine));
        return caller;
    }

    private byte[] read(int count) throws IOException {
        byte[] bytes = in.readNBytes(count);
        if (bytes.length < count) {
            throw new EOFException("it disconnected during the handshake");
        }
        return bytes;
    }

    private static byte[] nonce() {
        byte[] nonce = new byte[NONCE_BYTES];
        RANDOM.nextBytes(nonce);
        return nonce;
    }

    private static void check(byte[] seen, byte[] expected) throws IOException {
        if (!MessageDigest.isEqual(seen, expected)) {
            throw new Mismatch("it does not know the job's secret");
        }
    }

    private byte[] proof(String role, Caller caller, byte[] ofProxy, byte[] ofMpiexec) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(secret, "HmacSHA256"));
            mac.update(role.getBytes(StandardCharsets.US_ASCII));
            mac.update(
                    ByteBuffer.allocate(HEAD_BYTES)
                            .putInt(caller.node())
                            .putLong(caller.incarnation())
                            .flip());
            mac.update(ofProxy);
            mac.update(ofMpiexec);
            return mac.doFinal(jobId.getBytes(StandardCharsets.UTF_8));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has HmacSHA256", e);
        }
    }
}
