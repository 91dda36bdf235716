package musubi.group;

/**
 * The contexts of a communicator. A communicator has an id; its even context, {@code 2 * id}, is
 * that of point-to-point messages, the odd one behind it that of collectives. MPI-4.1 section 7.2.
 */
public final class ContextId {
    private static final int FIRST_RESERVED_TAG = MessageAddress.ANY_TAG - 1;

    private ContextId() {}

    /** The context of point-to-point messages. */
    public static int pointToPoint(int communicatorId) {
        return 2 * communicatorId;
    }

    /** The context of collective operations. */
    public static int collective(int communicatorId) {
        return 2 * communicatorId + 1;
    }

    /** Whether a context is that of a communicator's collectives. */
    public static boolean isCollective(int contextId) {
        return (contextId & 1) != 0;
    }

    /**
     * What the library uses a message for that no call of the program sends or receives, for
     * reports, which show the tag of the program in place of such a one; null for a message of the
     * program.
     */
    public static String internalUse(int contextId, int tag) {
        if (isCollective(contextId)) {
            return "a collective operation";
        }
        return tag < MessageAddress.ANY_TAG
                ? "the creation of a communicator with tag " + (FIRST_RESERVED_TAG - tag)
                : null;
    }

    /**
     * The tag that stands for a program's tag in messages of this library. It is negative, so no
     * receive of the program takes it. The two largest tags share one.
     */
    public static int reservedTag(int tag) {
        return FIRST_RESERVED_TAG - Math.min(tag, Integer.MAX_VALUE - 1);
    }

    /** The name of a context's communicator, for reports. */
    public static String nameOf(int contextId) {
        return switch (contextId / 2) {
            case 0 -> "COMM_WORLD";
            case 1 -> "COMM_SELF";
            default -> "communicator" + contextId / 2;
        };
    }
}
