package musubi.type;

import musubi.type.signature.SignatureHash;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * What the items of a message are, for a receiver that does not have the sender's type. Immutable.
 *
 * @param bytes of an item, without gaps
 * @param signature of an item
 * @param name for example {@code MPI.INT}
 */
public record ItemType(long bytes, SignatureHash signature, String name) {
    /** The items of a type. */
    public static ItemType of(MpiType type) {
        return new ItemType(
                type.sizeBytes(), type.signature().fingerprint(), TypeCode.nameOf(type));
    }

    /** The {@link TypeCode} of a message of this length. */
    public int codeOf(long messageBytes) {
        long items = bytes == 0 ? 0 : messageBytes / bytes;
        return items == 0 ? TypeCode.ANY : TypeCode.of(signature.times(items));
    }

    /** Writes it. */
    public void write(DataOutput out) throws IOException {
        out.writeLong(bytes);
        out.writeLong(signature.length());
        out.writeLong(signature.hash());
        out.writeUTF(name);
    }

    /** Reads what {@link #write} has written. */
    public static ItemType read(DataInput in) throws IOException {
        long bytes = in.readLong();
        SignatureHash signature = new SignatureHash(in.readLong(), in.readLong());
        return new ItemType(bytes, signature, in.readUTF());
    }
}
