package musubi.tcp.relay;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.util.Arrays;

/**
 * The first record that a relay reads from a connection. The relay sends a challenge of {@value
 * #CHALLENGE_BYTES} random bytes as soon as it accepts; the caller answers with this record, in
 * big-endian order:
 *
 * <pre>
 *   0       4         5      6        8     16     length - 32   length
 *   | magic | version | kind | length | job | body | proof       |
 * </pre>
 *
 * <p>The length is that of the whole record; the job is a hash of its name, or 0 if the job has a
 * secret. The body depends on the kind; for a circuit it is a {@link CircuitHeader}. The proof is
 * that of a {@link RelayKey}, for all bytes that precede it.
 *
 * @param kind one of the constants of this class
 * @param body belongs to the record
 */
public record RelayOpening(int kind, byte[] body) {
    /** Bytes of the challenge. */
    public static final int CHALLENGE_BYTES = 16;

    /** Longest record. */
    public static final int MAX_BYTES = 4096;

    /** Kind: a circuit; the body is a {@link CircuitHeader}. */
    public static final int CIRCUIT = 1;

    /** Kind: a control connection; the body is the caller's id. */
    static final int CONTROL = 2;

    /** Kind: the answer to a request to call back; the body is its token. */
    static final int CALL_BACK = 3;

    /** Bytes that precede the body. */
    static final int PREFIX_BYTES = 16;

    private static final int MAGIC = 0x4d73_6252;
    private static final int VERSION = 1;
    private static final int LENGTH = 6;

    /** The record as bytes, in answer to a challenge; a new array. */
    public byte[] encode(RelayKey key, byte[] challenge) {
        int length = PREFIX_BYTES + body.length + RelayKey.PROOF_BYTES;
        if (length > MAX_BYTES) {
            throw new IllegalArgumentException(
                    "a record of " + length + " bytes is longer than " + MAX_BYTES);
        }
        ByteBuffer record = ByteBuffer.allocate(length);
        record.putInt(MAGIC).put((byte) VERSION).put((byte) kind).putShort((short) length);
        record.putLong(key.jobHash()).put(body);
        return record.put(key.proof(challenge, record.array(), record.position())).array();
    }

    /**
     * The length of a record that has begun.
     *
     * @param prefix at least {@value #PREFIX_BYTES} bytes, from index 0
     * @throws MalformedRecordException if it cannot be a record of this job
     */
    static int length(ByteBuffer prefix, RelayKey key) throws MalformedRecordException {
        int length = prefix.getShort(LENGTH) & 0xffff;
        if (prefix.getInt(0) != MAGIC || prefix.get(4) != VERSION) {
            throw new MalformedRecordException("not a record of this protocol");
        }
        if (length > MAX_BYTES || length < PREFIX_BYTES + RelayKey.PROOF_BYTES) {
            throw new MalformedRecordException("a record of " + length + " bytes");
        }
        if (prefix.getLong(LENGTH + 2) != key.jobHash()) {
            throw new MalformedRecordException("a record of another job");
        }
        return length;
    }

    /**
     * Reads a record; null if its proof is wrong: the sender does not have the job's secret.
     *
     * @param record the whole record, of a length that {@link #length} has checked
     */
    static RelayOpening decode(byte[] record, RelayKey key, byte[] challenge) {
        int proof = record.length - RelayKey.PROOF_BYTES;
        byte[] expected = key.proof(challenge, record, proof);
        byte[] actual = Arrays.copyOfRange(record, proof, record.length);
        return MessageDigest.isEqual(expected, actual)
                ? new RelayOpening(record[5], Arrays.copyOfRange(record, PREFIX_BYTES, proof))
                : null;
    }
}
