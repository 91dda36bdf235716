package musubi.collectives.schedule;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.IntUnaryOperator;

/**
 * Makes a schedule from a program that is written as if steps ran one after the other. The builder
 * finds what may overlap: a step depends on the earlier ones that write what it reads, or use what
 * it writes, and on nothing else.
 *
 * <pre>
 *   send(1, S)                 0: SEND S        (nothing before it)
 *   recv(1, T)                 1: RECV T        (nothing before it: overlaps with 0)
 *   reduce(T, R)               2: REDUCE T, R   after 1
 *   send(2, R)                 3: SEND R        after 2
 *   recv(2, T)                 4: RECV T        after 2, which reads T
 * </pre>
 *
 * Messages without items order nothing by themselves; {@link #fence} does. Data messages without
 * items are left out, which both sides see alike, because counts agree between them.
 */
public final class ScheduleBuilder {
    private final List<Draft> drafts = new ArrayList<>();
    private final List<Part> temporaries = new ArrayList<>();
    private final List<Access> accesses = new ArrayList<>();
    private final Map<Integer, Integer> sent = new HashMap<>();
    private final Map<Integer, Integer> received = new HashMap<>();

    /** What the ranks are that steps name as peers. */
    private IntUnaryOperator names = IntUnaryOperator.identity();

    /** The steps between the last two fences, which all later ones wait for. */
    private int fenceFrom;

    private int fenceTo;

    private boolean independent;

    /** A step to be, with the indexes of the steps it depends on. */
    private record Draft(
            Step.Kind kind, int peer, int number, Part from, Part to, Set<Integer> after) {}

    /** The last known use of a part of a buffer. */
    private record Access(int step, Part part, boolean writes) {}

    public ScheduleBuilder() {}

    /**
     * Lets no step from now on wait for another one, when the standard keeps their parts apart. The
     * builder could take parts for overlapping that only interleave.
     */
    public void independent() {
        independent = true;
    }

    /**
     * Adds the steps of an algorithm for some of the ranks, numbered as it likes.
     *
     * @param peers the rank that each of its numbers stands for
     */
    public void within(IntUnaryOperator peers, Algorithm algorithm, Shape shape) {
        IntUnaryOperator outside = names;
        names = peers.andThen(outside);
        algorithm.plan(shape, this);
        names = outside;
    }

    /** A new temporary buffer of so many items. */
    public Part temporary(int count) {
        return temporaryFor(count, Part.ONE_TYPE);
    }

    /** In the w forms a new temporary buffer of items of that rank's type. */
    public Part temporaryFor(int count, int peer) {
        Part whole = new Part(Part.FIRST_TEMPORARY + temporaries.size(), 0, count, peer);
        temporaries.add(whole);
        return whole;
    }

    /** Sends items. */
    public void send(int peer, Part from) {
        if (from.count() > 0) {
            add(Step.Kind.SEND, names.applyAsInt(peer), from, null);
        }
    }

    /** Receives items. */
    public void recv(int peer, Part to) {
        if (to.count() > 0) {
            add(Step.Kind.RECV, names.applyAsInt(peer), null, to);
        }
    }

    /** Sends a message without items. */
    public void signal(int peer) {
        add(Step.Kind.SEND, names.applyAsInt(peer), Part.NOTHING, null);
    }

    /** Receives a message without items. */
    public void await(int peer) {
        add(Step.Kind.RECV, names.applyAsInt(peer), null, Part.NOTHING);
    }

    /** {@code to[i] = from[i] op to[i]}; {@code from} holds the operands of lower ranks. */
    public void reduce(Part from, Part to) {
        if (to.count() > 0) {
            add(Step.Kind.REDUCE, -1, from, to);
        }
    }

    /** Copies items, unless source and target are the same. */
    public void copy(Part from, Part to) {
        if (to.count() > 0 && !from.equals(to)) {
            add(Step.Kind.COPY, -1, from, to);
        }
    }

    /** Lets all later steps wait for all earlier ones. */
    public void fence() {
        if (fenceTo < drafts.size()) {
            fenceFrom = fenceTo;
            fenceTo = drafts.size();
            accesses.clear();
        }
    }

    private void add(Step.Kind kind, int peer, Part from, Part to) {
        int step = drafts.size();
        Set<Integer> after = new TreeSet<>();
        for (Access access : independent ? List.<Access>of() : accesses) {
            boolean readsWritten = from != null && access.writes && access.part.overlaps(from);
            if (readsWritten || to != null && access.part.overlaps(to)) {
                after.add(access.step);
            }
        }
        for (int earlier = fenceFrom; earlier < fenceTo; earlier++) {
            after.add(earlier);
        }
        remember(step, from, to);
        drafts.add(new Draft(kind, peer, number(kind, peer), from, to, after));
    }

    private int number(Step.Kind kind, int peer) {
        return switch (kind) {
            case SEND -> sent.merge(peer, 1, Integer::sum) - 1;
            case RECV -> received.merge(peer, 1, Integer::sum) - 1;
            default -> 0;
        };
    }

    /** Uses that a write covers need not be known any more: what follows waits for the write. */
    private void remember(int step, Part from, Part to) {
        if (to != null && to.count() > 0) {
            accesses.removeIf(access -> to.covers(access.part));
            accesses.add(new Access(step, to, true));
        }
        if (from != null && from.count() > 0) {
            accesses.add(new Access(step, from, false));
        }
    }

    /** The schedule. */
    public Schedule build() {
        List<List<Integer>> successors = new ArrayList<>();
        for (int i = 0; i < drafts.size(); i++) {
            successors.add(new ArrayList<>());
            for (int earlier : drafts.get(i).after) {
                successors.get(earlier).add(i);
            }
        }
        List<Step> steps = new ArrayList<>();
        for (int i = 0; i < drafts.size(); i++) {
            Draft draft = drafts.get(i);
            int[] next = successors.get(i).stream().mapToInt(Integer::intValue).toArray();
            steps.add(
                    new Step(
                            draft.kind,
                            draft.peer,
                            draft.number,
                            draft.from,
                            draft.to,
                            draft.after.size(),
                            next));
        }
        return new Schedule(steps, temporaries);
    }
}
