package musubi.tcp.socket;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** The kernel's memory for a socket: {@code SK_MEMINFO_...} of linux/sock_diag.h. */
final class SocketMemory {
    /** Bytes of the structure that are used. */
    static final int BYTES = 32;

    private static final int RECEIVE_QUEUE = 0;
    private static final int RESERVED = 16;
    private static final int SEND_QUEUE = 20;
    private static final int OPTIONS = 24;
    private static final int BACKLOG = 28;

    private SocketMemory() {}

    /**
     * Bytes in the queues of both directions, and what the kernel has set aside for more, which is
     * negative for a moment while a queue changes.
     */
    static long usedBytes(ByteBuffer info) {
        info.order(ByteOrder.nativeOrder());
        return (long) info.getInt(RECEIVE_QUEUE)
                + info.getInt(RESERVED)
                + info.getInt(SEND_QUEUE)
                + info.getInt(OPTIONS)
                + info.getInt(BACKLOG);
    }
}
