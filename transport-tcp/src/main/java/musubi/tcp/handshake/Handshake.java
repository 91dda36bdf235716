package musubi.tcp.handshake;

import musubi.tcp.config.FrameMac;
import musubi.tcp.config.JobHash;
import musubi.tcp.config.RankIdentity;
import musubi.tcp.config.TcpOptions;
import musubi.tcp.frame.FrameChecksum;
import musubi.tcp.socket.SocketLoop;
import musubi.tcp.socket.TcpStream;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Arrays;

import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * The records that two ranks exchange before the first frame. The initiator identifies itself at
 * once, and proves its identity after the challenge; both are parts of its hello. Sending at once
 * is necessary because a kernel may drop an established connection together with the listening
 * socket that accepted it, without notice to the initiator. An initiator that waited would wait for
 * ever; one that sends gets a reset.
 *
 * <pre>
 *   hello (128 bytes), from the initiator, the first 32 at once
 *   0       8      12     16    24       28     32      48            56         64    72
 *   | magic | from | to   | job | stream | mac  | nonce | incarnation | expected | ack |
 *   72        76     80        96      128
 *   | attempt | port | address | proof |
 *
 *   challenge (32 bytes), from the responder
 *   0       8           24      32
 *   | magic | nonce     | zero  |
 *
 *   welcome (64 bytes), from the responder
 *   0       8         12       16            24    32          64
 *   | magic | verdict | latest | incarnation | ack | proof     |
 * </pre>
 *
 * <p>The magic identifies the protocol, its version and, by its byte order, the kind of machine.
 * Incarnation, expected incarnation, attempt and the responder's latest attempt are those of {@link
 * PeerSession}; ack is the position up to which the sender has received the other's stream, at
 * which the other continues; port and address are where the initiator listens; mac is the code of
 * the frames' authentication, in the place of latest when it is refused. A proof is the
 * HMAC-SHA256, keyed with the job's secret, of the sender's role, all preceding bytes of the
 * record, both ranks, both nonces and the job's name. Without a secret it is the CRC32C of the
 * preceding bytes, which detects mistakes only.
 */
public final class Handshake {
    public static final int CHALLENGE_BYTES = 32;
    public static final int HELLO_BYTES = 128;

    /** Bytes of the hello that precede the challenge. */
    public static final int OPENING_BYTES = 32;

    public static final int WELCOME_BYTES = 64;

    /** Verdict: the initiator may send frames. */
    public static final int ACCEPTED = 1;

    /** Verdict: another connection exists or is being established; retry if it fails. */
    public static final int SUPERSEDED = 2;

    /** Verdict: the session of the hello has ended, or never existed. */
    public static final int SESSION_CLOSED = 3;

    /** Verdict: the ranks differ in the setting {@code tcp.mac}. */
    public static final int OTHER_MAC = 4;

    private static final long MAGIC = 0x4d75_7375_6269_0004L;
    private static final int MAX_PORT = 65535;
    private static final int NONCE_BYTES = 16;
    private static final int PROOF_BYTES = 32;
    private static final int ADDRESS_BYTES = 16;
    private static final int NONCE = 8;
    private static final int FROM = 8;
    private static final int TO = 12;
    private static final int JOB = 16;
    private static final int STREAM = 24;
    private static final int MAC = 28;
    private static final int HELLO_NONCE = 32;
    private static final int NUMBER = 48;
    private static final int EXPECTED = 56;
    private static final int RECEIVED = 64;
    private static final int ATTEMPT = 72;
    private static final int PORT = 76;
    private static final int ADDRESS = 80;
    private static final int HELLO_PROOF = 96;
    private static final int VERDICT = 8;
    private static final int LATEST = 12;
    private static final int WELCOME_NUMBER = 16;
    private static final int WELCOME_RECEIVED = 24;
    private static final int WELCOME_PROOF = 32;
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED;
    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED;

    private final RankIdentity self;
    private final byte[] initiatorNonce = new byte[NONCE_BYTES];
    private final byte[] responderNonce = new byte[NONCE_BYTES];
    private int initiator;
    private int responder;
    private int stream;
    private int peerMac;
    private int attempt;
    private int latestAttempt;
    private long peerIncarnation;
    private long expectedIncarnation;
    private long peerReceived;
    private InetSocketAddress address;

    /** A handshake of this rank, for the first stream if it is the initiator. */
    public Handshake(RankIdentity self) {
        this(self, 0);
    }

    /** A handshake of this rank, for a stream if it is the initiator. */
    Handshake(RankIdentity self, int stream) {
        this.self = self;
        this.stream = stream;
    }

    /** Number of the stream that the connection carries. */
    int stream() {
        return stream;
    }

    /** World rank of the initiator. */
    int initiator() {
        return initiator;
    }

    /** Code of the peer's {@link FrameMac}. */
    int peerMac() {
        return peerMac;
    }

    /** Code of this rank's {@link FrameMac}. */
    int ownMac() {
        return self.mac() == null ? 0 : self.mac().code();
    }

    /** Both settings of {@code tcp.mac}, for messages. */
    String macs() {
        return "here=" + FrameMac.nameOf(ownMac()) + " there=" + FrameMac.nameOf(peerMac);
    }

    /** Number of this attempt. */
    public int attempt() {
        return attempt;
    }

    /** The higher one of this attempt's number and that of the responder's latest attempt. */
    public int latestAttempt() {
        return latestAttempt;
    }

    /** Number of the peer's process. */
    public long peerIncarnation() {
        return peerIncarnation;
    }

    /** Number of the process that the initiator expects. */
    public long expectedIncarnation() {
        return expectedIncarnation;
    }

    /** Position up to which the peer has received this rank's stream. */
    public long peerReceived() {
        return peerReceived;
    }

    /** Address at which the initiator listens. */
    InetSocketAddress address() {
        return address;
    }

    public void writeChallenge(MemorySegment memory) {
        fillNonce(responderNonce);
        memory.fill((byte) 0);
        memory.set(LONG, 0, MAGIC);
        MemorySegment.copy(responderNonce, 0, memory, ValueLayout.JAVA_BYTE, NONCE, NONCE_BYTES);
    }

    public boolean readChallenge(MemorySegment memory) {
        MemorySegment.copy(memory, ValueLayout.JAVA_BYTE, NONCE, responderNonce, 0, NONCE_BYTES);
        return memory.get(LONG, 0) == MAGIC;
    }

    /** Writes the part of the hello that precedes the challenge. */
    public void writeOpening(MemorySegment memory, int peer) {
        initiator = self.rank();
        responder = peer;
        memory.fill((byte) 0);
        memory.set(LONG, 0, MAGIC);
        memory.set(INT, FROM, initiator);
        memory.set(INT, TO, responder);
        memory.set(LONG, JOB, jobHash());
        memory.set(INT, STREAM, stream);
        memory.set(INT, MAC, ownMac());
    }

    /**
     * Writes the complete hello, with the same opening.
     *
     * @param received position up to which this rank has received the peer's stream
     */
    public void writeHello(MemorySegment memory, PeerSession session, long received) {
        writeOpening(memory, responder);
        fillNonce(initiatorNonce);
        attempt = session.nextAttempt();
        MemorySegment.copy(
                initiatorNonce, 0, memory, ValueLayout.JAVA_BYTE, HELLO_NONCE, NONCE_BYTES);
        memory.set(LONG, NUMBER, self.incarnation());
        memory.set(LONG, EXPECTED, session.peerIncarnation());
        memory.set(LONG, RECEIVED, received);
        memory.set(INT, ATTEMPT, attempt);
        memory.set(INT, PORT, self.address().getPort());
        byte[] host = mapped(self.address().getAddress());
        MemorySegment.copy(host, 0, memory, ValueLayout.JAVA_BYTE, ADDRESS, ADDRESS_BYTES);
        writeProof(memory, HELLO_PROOF, proof("caller", memory, HELLO_PROOF));
    }

    boolean readHello(MemorySegment memory) {
        initiator = memory.get(INT, FROM);
        responder = memory.get(INT, TO);
        stream = memory.get(INT, STREAM);
        peerMac = memory.get(INT, MAC);
        MemorySegment.copy(
                memory, ValueLayout.JAVA_BYTE, HELLO_NONCE, initiatorNonce, 0, NONCE_BYTES);
        boolean valid =
                memory.get(LONG, 0) == MAGIC
                        && memory.get(LONG, JOB) == jobHash()
                        && responder == self.rank()
                        && initiator != self.rank()
                        && initiator >= 0
                        && initiator < self.worldSize()
                        && stream >= 0
                        && stream < TcpOptions.MAX_STREAMS
                        && isProof(memory, HELLO_PROOF, proof("caller", memory, HELLO_PROOF));
        return valid && readSession(memory);
    }

    /** Whether the record starts like the hello of a rank of this job. */
    boolean isOpening(MemorySegment memory) {
        return memory.get(LONG, 0) == MAGIC && memory.get(LONG, JOB) == jobHash();
    }

    private boolean readSession(MemorySegment memory) {
        peerIncarnation = memory.get(LONG, NUMBER);
        expectedIncarnation = memory.get(LONG, EXPECTED);
        peerReceived = memory.get(LONG, RECEIVED);
        attempt = memory.get(INT, ATTEMPT);
        latestAttempt = attempt;
        int port = memory.get(INT, PORT);
        byte[] host = memory.asSlice(ADDRESS, ADDRESS_BYTES).toArray(ValueLayout.JAVA_BYTE);
        if (port <= 0 || port > MAX_PORT) {
            return false;
        }
        try {
            address = new InetSocketAddress(InetAddress.getByAddress(host), port);
            return true;
        } catch (UnknownHostException e) {
            throw new IllegalStateException("16 bytes are an address", e);
        }
    }

    /** The address, mapped to IPv6. */
    private static byte[] mapped(InetAddress host) {
        byte[] bytes = host.getAddress();
        if (bytes.length == ADDRESS_BYTES) {
            return bytes;
        }
        byte[] mapped = new byte[ADDRESS_BYTES];
        Arrays.fill(mapped, ADDRESS_BYTES - bytes.length - 2, ADDRESS_BYTES, (byte) 0xff);
        System.arraycopy(bytes, 0, mapped, ADDRESS_BYTES - bytes.length, bytes.length);
        return mapped;
    }

    /**
     * Writes the answer to a hello.
     *
     * @param latestAttempt number of this rank's latest attempt; with {@link #OTHER_MAC}, {@link
     *     #ownMac}
     * @param received position up to which this rank has received the initiator's stream
     */
    void writeWelcome(MemorySegment memory, int verdict, int latestAttempt, long received) {
        memory.fill((byte) 0);
        memory.set(LONG, 0, MAGIC);
        memory.set(INT, VERDICT, verdict);
        memory.set(INT, LATEST, latestAttempt);
        memory.set(LONG, WELCOME_NUMBER, self.incarnation());
        memory.set(LONG, WELCOME_RECEIVED, received);
        writeProof(memory, WELCOME_PROOF, proof("called", memory, WELCOME_PROOF));
    }

    /** The verdict; 0 when the record is no welcome from a rank of the job. */
    public int readWelcome(MemorySegment memory) {
        int verdict = memory.get(INT, VERDICT);
        latestAttempt = Math.max(attempt, memory.get(INT, LATEST));
        peerMac = verdict == OTHER_MAC ? memory.get(INT, LATEST) : ownMac();
        peerIncarnation = memory.get(LONG, WELCOME_NUMBER);
        peerReceived = memory.get(LONG, WELCOME_RECEIVED);
        boolean valid =
                memory.get(LONG, 0) == MAGIC
                        && isProof(memory, WELCOME_PROOF, proof("called", memory, WELCOME_PROOF));
        return valid ? verdict : 0;
    }

    /** The stream for the frames of an accepted connection, over that of the handshake. */
    TcpStream protect(TcpStream connected, SocketLoop loop) {
        if (self.mac() == null) {
            return connected;
        }
        FrameKeys keys = new FrameKeys(self, initiatorNonce, responderNonce);
        byte[] called = keys.derive("called", initiator, responder, stream);
        byte[] caller = keys.derive("caller", initiator, responder, stream);
        return initiator == self.rank()
                ? loop.protect(connected, caller, called)
                : loop.protect(connected, called, caller);
    }

    private void fillNonce(byte[] nonce) {
        if (self.secret() != null) {
            new SecureRandom().nextBytes(nonce);
        }
    }

    /** Distinguishes jobs that connect by mistake. */
    private long jobHash() {
        return JobHash.of(self.jobId());
    }

    private byte[] proof(String role, MemorySegment record, int bytes) {
        if (self.secret() == null) {
            return ByteBuffer.allocate(PROOF_BYTES)
                    .putInt(new FrameChecksum().add(record, 0, bytes).value())
                    .array();
        }
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(self.secret(), "HmacSHA256"));
            mac.update(role.getBytes(StandardCharsets.US_ASCII));
            mac.update(record.asSlice(0, bytes).toArray(ValueLayout.JAVA_BYTE));
            byte[] ranks = new byte[2 * Integer.BYTES];
            MemorySegment.ofArray(ranks).set(INT, 0, initiator);
            MemorySegment.ofArray(ranks).set(INT, Integer.BYTES, responder);
            mac.update(ranks);
            mac.update(initiatorNonce);
            mac.update(responderNonce);
            return mac.doFinal(self.jobId().getBytes(StandardCharsets.UTF_8));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has HmacSHA256", e);
        }
    }

    private static void writeProof(MemorySegment memory, int offset, byte[] proof) {
        MemorySegment.copy(proof, 0, memory, ValueLayout.JAVA_BYTE, offset, PROOF_BYTES);
    }

    private static boolean isProof(MemorySegment memory, int offset, byte[] expected) {
        byte[] actual = memory.asSlice(offset, PROOF_BYTES).toArray(ValueLayout.JAVA_BYTE);
        return MessageDigest.isEqual(expected, actual);
    }
}
