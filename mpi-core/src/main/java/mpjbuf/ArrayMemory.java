package mpjbuf;

/** Memory in a byte array. */
final class ArrayMemory implements RawBuffer {
    private final byte[] bytes;

    ArrayMemory(int capacity) {
        bytes = new byte[capacity];
    }

    byte[] bytes() {
        return bytes;
    }

    @Override
    public int getCapacity() {
        return bytes.length;
    }

    @Override
    public void free() {}
}
