package musubi.type.object;

import java.util.Arrays;

/**
 * A message of objects: the first bytes of an array.
 *
 * @param length of the message
 */
public record EncodedObjects(byte[] bytes, int length) {
    /** The message as an array without more bytes. */
    public byte[] toArray() {
        return bytes.length == length ? bytes : Arrays.copyOf(bytes, length);
    }
}
