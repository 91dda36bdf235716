package musubi.tcp;

/** What the peer has said in frames that are no messages. */
final class Notices {
    /** Why a peer is lost that has said goodbye. */
    static final String LEFT = "the peer has left the job";

    private boolean goodbye;
    private boolean park;
    private boolean stay;

    Notices() {}

    void hear(int kind) {
        goodbye |= kind == FrameDescriptor.KIND_GOODBYE;
        park |= kind == FrameDescriptor.KIND_PARK;
        stay |= kind == FrameDescriptor.KIND_STAY;
    }

    /** The connection has ended; only a goodbye is for longer. */
    void forgetConnection() {
        park = false;
        stay = false;
    }

    /** Whether the peer has said that it leaves. */
    boolean hasGoodbye() {
        return goodbye;
    }

    /** Whether it has said something of the connection, and does not leave. */
    boolean hasNews() {
        return (park || stay) && !goodbye;
    }

    /** Whether it has said PARK and waits for the answer, and does not leave. */
    boolean hasPark() {
        return park && !goodbye;
    }

    /** PARK has been answered. */
    void forgetPark() {
        park = false;
    }

    /** Whether it has answered STAY; told once. */
    boolean takeStay() {
        boolean heard = stay;
        stay = false;
        return heard;
    }
}
