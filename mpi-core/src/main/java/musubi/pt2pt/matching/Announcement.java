package musubi.pt2pt.matching;

import musubi.region.Region;

/** The payload of an announcement (READY_TO_SEND), read into two words. */
public final class Announcement {
    /** Bytes of the payload. */
    public static final int BYTES = 16;

    private final long[] words = new long[2];
    private final Region region = new Region().wrapArray(words, 0, BYTES);

    public Announcement() {}

    /** Reads a payload; the values are valid until the next call. */
    public void read(Region payload) {
        payload.copyTo(0, region, 0, BYTES);
    }

    /** The key under which this rank reaches the send buffer; negative if there is none. */
    public long remoteKey() {
        return words[0];
    }

    /** The number of objects in the message. */
    public int objectCount() {
        return (int) words[1];
    }
}
