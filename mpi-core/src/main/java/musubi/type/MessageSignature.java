package musubi.type;

import musubi.type.signature.BaseType;
import musubi.type.signature.Signature;
import musubi.type.signature.SignatureHash;

/**
 * The type signature of a message: length and 64-bit hash of its sequence of basic types. Derived
 * types match every type with the same sequence; {@code MPI.PACKED} matches everything, {@code
 * MPI.BYTE} only itself. MPI-4.1 section 3.3.1.
 *
 * @param sequence length and hash; null for a signature that matches everything
 * @param text description, for example {@code 4 x MPI.INT}
 */
public record MessageSignature(SignatureHash sequence, String text) {
    /** The signature that matches everything. */
    public static final MessageSignature ANY = new MessageSignature(null, "any type");

    /** The signature of {@code count} items. */
    public static MessageSignature of(MpiType type, long count) {
        Signature signature = type.signature();
        if (signature.uniform() == BaseType.PACKED) {
            return new MessageSignature(null, count + " x MPI.PACKED");
        }
        return new MessageSignature(
                signature.fingerprint().times(count), TypeCode.describe(signature, count));
    }

    /** This signature {@code count} times. */
    public MessageSignature times(int count) {
        return sequence == null
                ? this
                : new MessageSignature(sequence.times(count), count + " x (" + text + ")");
    }

    /** Whether both signatures are equal, as collective operations require. */
    public boolean matches(MessageSignature other) {
        return sequence == null || other.sequence == null || sequence.equals(other.sequence);
    }

    @Override
    public String toString() {
        return text;
    }
}
