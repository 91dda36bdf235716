package musubi.type;

import musubi.type.signature.BaseType;
import musubi.type.signature.Signature;
import musubi.type.signature.SignatureHash;

/**
 * What a rank sends or expects: the flattened sequence of its basic types, as a hash of 64 bits
 * beside its length. Types that a program has made match whatever has the same sequence; {@code
 * MPI.PACKED} matches everything, {@code MPI.BYTE} only itself. MPI-4.1 section 3.3.1.
 *
 * @param sequence its length and hash; null for what matches everything
 * @param text what it is, for example {@code 4 x MPI.INT}
 */
public record MessageSignature(SignatureHash sequence, String text) {
    /** What matches everything. */
    public static final MessageSignature ANY = new MessageSignature(null, "any type");

    /** Of so many items. */
    public static MessageSignature of(MpiType type, long count) {
        Signature signature = type.signature();
        if (signature.uniform() == BaseType.PACKED) {
            return new MessageSignature(null, count + " x MPI.PACKED");
        }
        return new MessageSignature(
                signature.fingerprint().times(count), TypeCode.describe(signature, count));
    }

    /** Of this so many times. */
    public MessageSignature times(int count) {
        return sequence == null
                ? this
                : new MessageSignature(sequence.times(count), count + " x (" + text + ")");
    }

    /** Whether what is sent is just what is expected, as in collective operations. */
    public boolean matches(MessageSignature other) {
        return sequence == null || other.sequence == null || sequence.equals(other.sequence);
    }

    @Override
    public String toString() {
        return text;
    }
}
