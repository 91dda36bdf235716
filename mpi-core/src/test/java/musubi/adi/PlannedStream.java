package musubi.adi;

/**
 * The messages that one rank sends to another on one communicator: tag, length and content follow
 * from the number of the message, so both ranks know them. The first byte is the number, so the
 * numbers are below 256.
 *
 * @param comm which communicator
 */
public record PlannedStream(long seed, int source, int dest, int comm) {
    /** How many messages a stream may have. */
    public static final int MAX_MESSAGES = 256;

    /** Tags are below this. */
    public static final int TAGS = 3;

    /** No message is longer, in bytes. */
    public static final int LONGEST = (1 << 20) + 3;

    private static final int[] LENGTHS = {
        1, 1, 1 << 10, 1 << 10, 4 << 10, 4 << 10, 4 << 10, 20 << 10, 20 << 10, 20 << 10, 64 << 10,
        64 << 10, 64 << 10, 300 << 10, 300 << 10, LONGEST
    };

    private long hash(int number) {
        long mixed = seed + (((long) source << 24) + (dest << 16) + (comm << 8) + number);
        mixed = (mixed ^ mixed >>> 30) * 0xBF58476D1CE4E5B9L;
        mixed = (mixed ^ mixed >>> 27) * 0x94D049BB133111EBL;
        return mixed ^ mixed >>> 31;
    }

    /** The tag of a message. */
    public int tag(int number) {
        return (int) (hash(number) >>> 8 & 0xffff) % TAGS;
    }

    /** The length of a message in bytes. */
    public int length(int number) {
        return LENGTHS[(int) (hash(number) >>> 32 & LENGTHS.length - 1)];
    }

    /** Writes a message to the start of the array. */
    public void fill(byte[] into, int number) {
        int length = length(number);
        int step = step(number);
        for (int i = 0; i < length; i++) {
            into[i] = at(i, number, step);
        }
    }

    /** Index of the first byte that differs from the message's; -1 when all agree. */
    public int firstWrong(byte[] got, int bytes, int number) {
        int step = step(number);
        for (int i = 0; i < bytes; i++) {
            if (got[i] != at(i, number, step)) {
                return i;
            }
        }
        return -1;
    }

    private int step(int number) {
        return (int) (hash(number) >>> 40) | 1;
    }

    private static byte at(int i, int number, int step) {
        return (byte) (number + i * step + (i >> 8) * 29);
    }
}
