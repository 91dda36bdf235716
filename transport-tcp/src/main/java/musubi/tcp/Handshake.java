package musubi.tcp;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;

import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * What two ranks tell each other before the first frame. The caller says who it is at once, and
 * proves it when it has been challenged: both are parts of its hello. Saying something at once
 * matters, because a kernel may drop a connection with the listening socket that it came to, after
 * the caller was told that it is connected and without a word to it. Whoever waits there waits for
 * ever; whoever sends is told.
 *
 * <pre>
 *   hello (80 bytes), from the caller, the first 32 at once
 *   0       8      12     16      24      32          48           80
 *   | magic | from | to   | job   | zero  | nonce     | proof      |
 *
 *   challenge (32 bytes), from the one that was called
 *   0       8           24      32
 *   | magic | nonce     | zero  |
 *
 *   welcome (48 bytes), from the one that was called
 *   0       8         12     16           48
 *   | magic | verdict | zero | proof      |
 * </pre>
 *
 * <p>The magic names the protocol, its version and, by its byte order, the kind of machine. A proof
 * is the HMAC-SHA256, with the job's secret as key, of the speaker's role, both ranks, both nonces,
 * the verdict and the job's name; without a secret it is zero and keeps out mistakes only.
 */
final class Handshake {
    static final int CHALLENGE_BYTES = 32;
    static final int HELLO_BYTES = 80;

    /** So many bytes of the hello are sent at once. */
    static final int OPENING_BYTES = 32;

    static final int WELCOME_BYTES = 48;

    /** The caller may send frames now. */
    static final int ACCEPTED = 1;

    /** There is another connection between the two, or about to be; call again if there is not. */
    static final int ANOTHER = 2;

    private static final long MAGIC = 0x4d75_7375_6269_0001L;
    private static final int NONCE_BYTES = 16;
    private static final int PROOF_BYTES = 32;
    private static final int NONCE = 8;
    private static final int FROM = 8;
    private static final int TO = 12;
    private static final int JOB = 16;
    private static final int HELLO_NONCE = 32;
    private static final int HELLO_PROOF = 48;
    private static final int VERDICT = 8;
    private static final int WELCOME_PROOF = 16;
    private static final long FNV_BASIS = 0xcbf29ce484222325L;
    private static final long FNV_PRIME = 0x100000001b3L;
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED;
    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED;

    private final Identity self;
    private final byte[] callerNonce = new byte[NONCE_BYTES];
    private final byte[] calledNonce = new byte[NONCE_BYTES];
    private int caller;
    private int called;

    /** One handshake of this rank. */
    Handshake(Identity self) {
        this.self = self;
    }

    /** Who called, as said in its hello. */
    int caller() {
        return caller;
    }

    void writeChallenge(MemorySegment memory) {
        fillNonce(calledNonce);
        memory.fill((byte) 0);
        memory.set(LONG, 0, MAGIC);
        MemorySegment.copy(calledNonce, 0, memory, ValueLayout.JAVA_BYTE, NONCE, NONCE_BYTES);
    }

    boolean readChallenge(MemorySegment memory) {
        MemorySegment.copy(memory, ValueLayout.JAVA_BYTE, NONCE, calledNonce, 0, NONCE_BYTES);
        return memory.get(LONG, 0) == MAGIC;
    }

    /** Writes the part of the hello that needs no challenge. */
    void writeOpening(MemorySegment memory, int peer) {
        caller = self.rank();
        called = peer;
        memory.fill((byte) 0);
        memory.set(LONG, 0, MAGIC);
        memory.set(INT, FROM, caller);
        memory.set(INT, TO, called);
        memory.set(LONG, JOB, job());
    }

    /** Writes the part of the hello behind the opening. */
    void writeProofOfCaller(MemorySegment memory) {
        fillNonce(callerNonce);
        MemorySegment.copy(callerNonce, 0, memory, ValueLayout.JAVA_BYTE, HELLO_NONCE, NONCE_BYTES);
        writeProof(memory, HELLO_PROOF, proof("caller", 0));
    }

    boolean readHello(MemorySegment memory) {
        caller = memory.get(INT, FROM);
        called = memory.get(INT, TO);
        MemorySegment.copy(memory, ValueLayout.JAVA_BYTE, HELLO_NONCE, callerNonce, 0, NONCE_BYTES);
        return memory.get(LONG, 0) == MAGIC
                && memory.get(LONG, JOB) == job()
                && called == self.rank()
                && caller != self.rank()
                && caller >= 0
                && caller < self.worldSize()
                && isProof(memory, HELLO_PROOF, proof("caller", 0));
    }

    void writeWelcome(MemorySegment memory, int verdict) {
        memory.fill((byte) 0);
        memory.set(LONG, 0, MAGIC);
        memory.set(INT, VERDICT, verdict);
        writeProof(memory, WELCOME_PROOF, proof("called", verdict));
    }

    /** The verdict, or 0 when this is no welcome from a rank of the job. */
    int readWelcome(MemorySegment memory) {
        int verdict = memory.get(INT, VERDICT);
        boolean sound =
                memory.get(LONG, 0) == MAGIC
                        && isProof(memory, WELCOME_PROOF, proof("called", verdict));
        return sound ? verdict : 0;
    }

    private void fillNonce(byte[] nonce) {
        if (self.secret() != null) {
            new SecureRandom().nextBytes(nonce);
        }
    }

    /** FNV-1a of the job's name: tells jobs apart that meet by mistake. */
    private long job() {
        long hash = FNV_BASIS;
        for (byte b : self.jobId().getBytes(StandardCharsets.UTF_8)) {
            hash = (hash ^ b) * FNV_PRIME;
        }
        return hash;
    }

    private byte[] proof(String role, int verdict) {
        if (self.secret() == null) {
            return new byte[PROOF_BYTES];
        }
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(self.secret(), "HmacSHA256"));
            mac.update(role.getBytes(StandardCharsets.US_ASCII));
            mac.update(
                    ByteBuffer.allocate(12).putInt(caller).putInt(called).putInt(verdict).flip());
            mac.update(callerNonce);
            mac.update(calledNonce);
            return mac.doFinal(self.jobId().getBytes(StandardCharsets.UTF_8));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has HmacSHA256", e);
        }
    }

    private static void writeProof(MemorySegment memory, int offset, byte[] proof) {
        MemorySegment.copy(proof, 0, memory, ValueLayout.JAVA_BYTE, offset, PROOF_BYTES);
    }

    private static boolean isProof(MemorySegment memory, int offset, byte[] expected) {
        byte[] seen = memory.asSlice(offset, PROOF_BYTES).toArray(ValueLayout.JAVA_BYTE);
        return MessageDigest.isEqual(expected, seen);
    }
}
