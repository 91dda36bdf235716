package musubi.collectives.schedule;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
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
 *
 * <p>Of the messages to a peer, and of those from it, at most {@value MessageWindow#WINDOW} are
 * under way at once; later ones wait for earlier ones.
 */
public final class ScheduleBuilder {
    private final List<Draft> drafts = new ArrayList<>();
    private final List<Part> temporaries = new ArrayList<>();

    /** What the ranks are that steps name as peers. */
    private IntUnaryOperator names = IntUnaryOperator.identity();

    /** What an algorithm for some of the ranks takes for the user's buffers; null: these. */
    private Part sendIs;

    private Part receiveIs;

    private boolean fenced;
    private boolean independent;

    /**
     * A step as it is written down.
     *
     * @param peer rank in the communicator, of SEND and RECV; else negative
     * @param from what is read; null in RECV
     * @param to what is written; null in SEND
     * @param fenced whether a fence stands before it
     * @param independent whether it was written down after {@link #independent}
     */
    public record Draft(
            Step.Kind kind, int peer, Part from, Part to, boolean fenced, boolean independent) {}

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
        within(peers, algorithm, shape, null, null);
    }

    /**
     * The same with other memory.
     *
     * @param send what it sends from in place of the user's send buffer; null for that one
     * @param receive what it receives into in place of the user's receive buffer; null for that one
     */
    public void within(
            IntUnaryOperator peers, Algorithm algorithm, Shape shape, Part send, Part receive) {
        IntUnaryOperator outside = names;
        Part outsideSend = sendIs;
        Part outsideReceive = receiveIs;
        Part newSend = send == null ? outsideSend : place(send);
        Part newReceive = receive == null ? outsideReceive : place(receive);
        names = peers.andThen(outside);
        sendIs = newSend;
        receiveIs = newReceive;
        algorithm.plan(shape, this);
        names = outside;
        sendIs = outsideSend;
        receiveIs = outsideReceive;
    }

    /** Where a part lies for the whole schedule. */
    private Part place(Part part) {
        if (part == null || part.isTemporary()) {
            return part;
        }
        Part base = part.buffer() == Part.SEND ? sendIs : receiveIs;
        return base == null
                ? part
                : new Part(base.buffer(), base.offset() + part.offset(), part.count(), part.type());
    }

    /** A new temporary buffer of so many items. */
    public Part temporary(long count) {
        return temporary(count, ItemType.Uniform.CALL);
    }

    /** In the w forms a new temporary buffer of items of that rank's type. */
    public Part temporary(long count, ItemType type) {
        Part whole = new Part(Part.FIRST_TEMPORARY + temporaries.size(), 0, count, type);
        temporaries.add(whole);
        return whole;
    }

    /** Sends items. */
    public void send(int peer, Part from) {
        if (from.count() > 0) {
            add(Step.Kind.SEND, names.applyAsInt(peer), place(from), null);
        }
    }

    /** Receives items. */
    public void recv(int peer, Part to) {
        if (to.count() > 0) {
            add(Step.Kind.RECV, names.applyAsInt(peer), null, place(to));
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
            add(Step.Kind.REDUCE, -1, place(from), place(to));
        }
    }

    /** Copies items, unless source and target are the same. */
    public void copy(Part from, Part to) {
        if (to.count() > 0 && !place(from).equals(place(to))) {
            add(Step.Kind.COPY, -1, place(from), place(to));
        }
    }

    /** Lets all later steps wait for all earlier ones. */
    public void fence() {
        fenced = true;
    }

    private void add(Step.Kind kind, int peer, Part from, Part to) {
        drafts.add(new Draft(kind, peer, from, to, fenced, independent));
        fenced = false;
    }

    /** The steps so far as they were written down, in order; a view. */
    public List<Draft> drafts() {
        return Collections.unmodifiableList(drafts);
    }

    /** The schedule. */
    public Schedule build() {
        DependencyAnalysis order = new DependencyAnalysis();
        drafts.forEach(order::add);
        return order.schedule(temporaries);
    }
}
