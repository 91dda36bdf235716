package musubi.launch.training;

/** Checksums of 64 bits (FNV-1a). The providers of {@code MessageDigest} load for 20 ms. */
final class Checksum {
    private static final long START = 0xcbf29ce484222325L;
    private static final long PRIME = 0x100000001b3L;

    private Checksum() {}

    static long of(String text) {
        long sum = START;
        for (int i = 0; i < text.length(); i++) {
            sum = (sum ^ text.charAt(i)) * PRIME;
        }
        return sum;
    }

    static long of(byte[] bytes) {
        long sum = START;
        for (byte each : bytes) {
            sum = (sum ^ each & 0xff) * PRIME;
        }
        return sum;
    }

    /** The checksum of what {@code sum} is of, followed by a number. */
    static long append(long sum, long number) {
        long mixed = (sum ^ number) * PRIME;
        return (mixed ^ mixed >>> 32) * PRIME;
    }
}
