package musubi.nicam;

import java.util.ArrayDeque;
import java.util.function.IntConsumer;

/**
 * Barriers that are run by messages alone: a node starts one and computes on; its flag is raised by
 * one when all nodes have started it. Several may be outstanding, and complete in order.
 *
 * <p>Dissemination: in stage i node n signals node n + 2^i (modulo the number of nodes), for any
 * number of nodes. Each stage counts the signals that have come and the instances that have reached
 * it, so that instances do not mix although signals name none.
 *
 * <pre>
 *   start: stage 0, signal, wait for a signal -> stage 1, signal, ... -> done, oldest flag + 1
 * </pre>
 *
 * <p>Thread rule: the thread that holds the rank.
 */
final class FuzzyBarrier {
    /** More instances are started when earlier ones are complete. */
    private static final int MOST_OUTSTANDING = 1024;

    private final int nodes;
    private final int[] signals;
    private final int[] waiting;
    private final IntConsumer signal;
    private final IntConsumer whenDone;
    private final ArrayDeque<Integer> flags = new ArrayDeque<>();

    /** The flags of instances that are not started yet. */
    private final ArrayDeque<Integer> later = new ArrayDeque<>();

    /**
     * No barrier yet.
     *
     * @param signal sends the signal of a stage to its node
     * @param whenDone raises a flag
     */
    FuzzyBarrier(int nodes, IntConsumer signal, IntConsumer whenDone) {
        this.nodes = nodes;
        this.signal = signal;
        this.whenDone = whenDone;
        int stages = Integer.SIZE - Integer.numberOfLeadingZeros(nodes - 1);
        signals = new int[stages];
        waiting = new int[stages];
    }

    /** The node that this one signals in a stage. */
    int partner(int node, int stage) {
        return (int) ((node + (1L << stage)) % nodes);
    }

    /** Starts an instance. */
    void start(int flag) {
        if (flags.size() == MOST_OUTSTANDING) {
            later.addLast(flag);
            return;
        }
        flags.addLast(flag);
        enter(0);
    }

    /** A signal of a stage has come. */
    void signalled(int stage) {
        signals[stage]++;
        join(stage);
    }

    private void enter(int stage) {
        if (stage == signals.length) {
            whenDone.accept(flags.removeFirst());
            if (!later.isEmpty()) {
                start(later.removeFirst());
            }
            return;
        }
        signal.accept(stage);
        waiting[stage]++;
        join(stage);
    }

    private void join(int stage) {
        if (signals[stage] > 0 && waiting[stage] > 0) {
            signals[stage]--;
            waiting[stage]--;
            enter(stage + 1);
        }
    }
}
