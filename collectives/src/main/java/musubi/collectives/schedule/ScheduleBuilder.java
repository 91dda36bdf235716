package musubi.collectives.schedule;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.IntUnaryOperator;

/**
 * Builds a schedule from steps in sequential order. A step depends only on earlier steps that write
 * what it reads, or access what it writes; all others may overlap.
 *
 * <pre>
 *   send(1, S)                 0: SEND S        (nothing before it)
 *   recv(1, T)                 1: RECV T        (nothing before it: overlaps with 0)
 *   reduce(T, R)               2: REDUCE T, R   after 1
 *   send(2, R)                 3: SEND R        after 2
 *   recv(2, T)                 4: RECV T        after 2, which reads T
 * </pre>
 *
 * Empty messages imply no order; {@link #fence} does. Data messages without items are omitted on
 * both sides alike, because counts agree between them.
 *
 * <p>At most {@value MessageWindow#WINDOW} messages to a peer, and as many from it, are in flight
 * at a time.
 */
public final class ScheduleBuilder {
    private final List<Draft> drafts = new ArrayList<>();
    private final List<Part> temporaries = new ArrayList<>();

    /** Rank of each peer in the numbering of the current algorithm. */
    private IntUnaryOperator names = IntUnaryOperator.identity();

    /** Buffers that stand for the user's in a nested algorithm; null: the user's. */
    private Part sendIs;

    private Part receiveIs;

    private boolean fenced;
    private boolean independent;

    /**
     * A step without its predecessors.
     *
     * @param peer rank in the communicator; negative except in SEND and RECV
     * @param from source; null in RECV
     * @param to target; null in SEND
     * @param fenced whether a fence precedes it
     * @param independent whether it follows {@link #independent}
     */
    public record Draft(
            Step.Kind kind, int peer, Part from, Part to, boolean fenced, boolean independent) {}

    public ScheduleBuilder() {}

    /**
     * Removes dependencies between all later steps, if the standard guarantees disjoint parts:
     * parts that only interleave would seem to overlap.
     */
    public void independent() {
        independent = true;
    }

    /**
     * Appends the steps of an algorithm on a subset of the ranks.
     *
     * @param peers rank of each of the algorithm's ranks
     */
    public void within(IntUnaryOperator peers, Planner planner, Shape shape) {
        within(peers, planner, shape, null, null);
    }

    /**
     * The same with other buffers.
     *
     * @param send stands for the user's send buffer; null: that one
     * @param receive stands for the user's receive buffer; null: that one
     */
    public void within(
            IntUnaryOperator peers, Planner planner, Shape shape, Part send, Part receive) {
        IntUnaryOperator outside = names;
        Part outsideSend = sendIs;
        Part outsideReceive = receiveIs;
        Part newSend = send == null ? outsideSend : place(send);
        Part newReceive = receive == null ? outsideReceive : place(receive);
        names = peers.andThen(outside);
        sendIs = newSend;
        receiveIs = newReceive;
        planner.plan(shape, this);
        names = outside;
        sendIs = outsideSend;
        receiveIs = outsideReceive;
    }

    /** Location of a part in the whole schedule. */
    private Part place(Part part) {
        if (part == null || part.isTemporary()) {
            return part;
        }
        Part base = part.buffer() == Part.SEND ? sendIs : receiveIs;
        return base == null
                ? part
                : new Part(base.buffer(), base.offset() + part.offset(), part.count(), part.type());
    }

    /** A new temporary buffer of items of the call's type. */
    public Part temporary(long count) {
        return temporary(count, ItemType.Uniform.CALL);
    }

    /** A new temporary buffer of items of another type. */
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

    /** {@code to[i] = from[i] op to[i]}; {@code from} has the operands of lower ranks. */
    public void reduce(Part from, Part to) {
        if (to.count() > 0) {
            add(Step.Kind.REDUCE, -1, place(from), place(to));
        }
    }

    /** Copies items; no step if source and target are equal. */
    public void copy(Part from, Part to) {
        if (to.count() > 0 && !place(from).isSame(place(to))) {
            add(Step.Kind.COPY, -1, place(from), place(to));
        }
    }

    /** Makes all later steps depend on all earlier ones. */
    public void fence() {
        fenced = true;
    }

    private void add(Step.Kind kind, int peer, Part from, Part to) {
        drafts.add(new Draft(kind, peer, from, to, fenced, independent));
        fenced = false;
    }

    /** The steps so far, in order; a view. */
    public List<Draft> drafts() {
        return Collections.unmodifiableList(drafts);
    }

    /** Builds the schedule. */
    public Schedule build() {
        DependencyAnalysis order = new DependencyAnalysis();
        drafts.forEach(order::add);
        return order.schedule(temporaries);
    }
}
