package musubi.adi;

import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;

/**
 * The refusals of the {@link RefusingTransport}s of this JVM, and their counts; each test resets
 * them. Any thread.
 */
public final class Refusals {
    private static final int KINDS = 256;
    private static volatile Refusals current = new Refusals(0, 0, 0, KINDS);

    private final long seed;
    private final double probability;
    private final double ofControl;
    private final int firstControl;
    private final AtomicIntegerArray accepted = new AtomicIntegerArray(KINDS);
    private final AtomicIntegerArray refused = new AtomicIntegerArray(KINDS);
    private final AtomicInteger published = new AtomicInteger();
    private volatile int held = -1;

    private Refusals(long seed, double probability, double ofControl, int firstControl) {
        this.seed = seed;
        this.probability = probability;
        this.ofControl = ofControl;
        this.firstControl = firstControl;
    }

    /**
     * Starts to refuse at random.
     *
     * @param probability that a message or a copy is refused, 0 to 1
     * @param ofControl the same for messages of the kinds from {@code firstControl} on
     */
    public static Refusals start(
            long seed, double probability, double ofControl, int firstControl) {
        current = new Refusals(seed, probability, ofControl, firstControl);
        return current;
    }

    /** Refuses only the kind of {@link #hold}. */
    public static Refusals startWithout() {
        return start(0, 0, 0, KINDS);
    }

    /** The current refusals. */
    public static Refusals current() {
        return current;
    }

    /** Refuses all messages of this kind until the next call; -1 for none. */
    public void hold(int kind) {
        held = kind;
    }

    /** The number of messages of this kind that were sent. */
    public int accepted(int kind) {
        return accepted.get(kind);
    }

    /** The number of refused messages of this kind. */
    public int refused(int kind) {
        return refused.get(kind);
    }

    /** The number of published receives. */
    public int published() {
        return published.get();
    }

    Random random(int rank) {
        return new Random(seed * 31 + rank);
    }

    boolean refusesMessage(int kind, Random random) {
        boolean refuses =
                kind == held
                        || random.nextDouble() < (kind >= firstControl ? ofControl : probability);
        if (refuses) {
            refused.incrementAndGet(kind);
        }
        return refuses;
    }

    boolean refusesCopy(Random random) {
        return random.nextDouble() < probability;
    }

    void noteAccepted(int kind) {
        accepted.incrementAndGet(kind);
    }

    void notePublished() {
        published.incrementAndGet();
    }
}
