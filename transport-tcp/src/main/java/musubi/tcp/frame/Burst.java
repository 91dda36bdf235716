package musubi.tcp.frame;

/**
 * The messages that a rank sends to one peer without a poll in between. The first ones go out at
 * once: nothing says whether more will follow. Then small frames are held, the more the longer the
 * burst lasts, and go out with one system call. So the peer has work all the time, and a burst of
 * {@code n} messages needs about {@code log n + n / MOST_HELD} calls.
 */
final class Burst {
    /** Larger frames are not held: the copy of their payload costs as much as a call. */
    private static final int LARGEST_BYTES = 2048;

    /** Frames that go out at once. */
    private static final int FIRST = 8;

    /** Most frames held. */
    private static final int MOST_HELD = 16;

    private final PollCount polls;
    private int beganAt;
    private int frames;
    private int held;

    Burst(PollCount polls) {
        this.polls = polls;
    }

    /** A frame was put; returns whether it waits for more of the burst. */
    boolean holds(int bytes) {
        if (polls.count() != beganAt) {
            beganAt = polls.count();
            frames = 0;
        }
        frames++;
        if (frames <= FIRST
                || bytes > LARGEST_BYTES
                || held + 1 >= Math.min(frames / 2, MOST_HELD)) {
            return false;
        }
        held++;
        return true;
    }

    /** Whether frames wait. */
    boolean isHolding() {
        return held > 0;
    }

    /** All frames are being sent. */
    void release() {
        held = 0;
    }
}
