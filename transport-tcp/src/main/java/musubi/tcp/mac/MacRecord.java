package musubi.tcp.mac;

/**
 * Layout of authenticated records.
 *
 * <pre>
 *   0                4
 *   | content length | content | tag (16 bytes) |
 * </pre>
 *
 * <p>The length has the byte order of the machine, as frames do. The tag authenticates the number
 * of the record, which both ends count and which is not sent, the length and the content.
 */
final class MacRecord {
    static final int HEADER_BYTES = 4;
    static final int TAG_BYTES = 16;

    /** Most content: as much as the processor's cache holds while it is copied. */
    static final int MAX_CONTENT_BYTES = 16 << 10;

    static final int MAX_BYTES = HEADER_BYTES + MAX_CONTENT_BYTES + TAG_BYTES;

    private MacRecord() {}
}
