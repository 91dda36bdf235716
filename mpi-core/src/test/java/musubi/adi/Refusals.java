package musubi.adi;

import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;

/**
 * The refusals of the {@link RefusingTransport}s of this JVM, and their counts; each test starts
 * anew. Any thread.
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
     * Refuses at random from now on.
     *
     * @param probability that a message or a copy is refused, 0 to 1
     * @param ofControl the same for messages of the kinds from {@code firstControl} on
     */
    public static Refusals start(
            long seed, double probability, double ofControl, int firstControl) {
        current = new Refusals(seed, probability, ofControl, firstControl);
        return current;
    }

    /** Refuses nothing but what {@link #hold} says. */
    public static Refusals startWithout() {
        return start(0, 0, 0, KINDS);
    }

    /** What holds now. */
    public static Refusals current() {
        return current;
    }

    /** Refuses all messages of this kind until the next call; -1 for none. */
    public void hold(int kind) {
        held = kind;
    }

    /** How many messages of this kind have gone. */
    public int accepted(int kind) {
        return accepted.get(kind);
    }

    /** How often a message of this kind was refused. */
    public int refused(int kind) {
        return refused.get(kind);
    }

    /** How many receives were published. */
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
