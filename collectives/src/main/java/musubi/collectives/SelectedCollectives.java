package musubi.collectives;

import musubi.coll.ChosenAlgorithm;
import musubi.coll.CollectiveCall;
import musubi.coll.CollectiveKind;
import musubi.coll.Collectives;
import musubi.coll.PersistentCollective;
import musubi.collectives.algorithm.Catalogue;
import musubi.collectives.node.NodeGroup;
import musubi.collectives.schedule.Algorithm;
import musubi.collectives.schedule.Nodes;
import musubi.collectives.schedule.Schedule;
import musubi.collectives.schedule.Shape;
import musubi.collectives.schedule.Torus;
import musubi.collectives.selection.Choice;
import musubi.comm.Communicator;
import musubi.observe.CollectiveGroup;
import musubi.observe.CollectiveTally;
import musubi.observe.RankEvents;
import musubi.progress.ProgressEngine;
import musubi.pt2pt.Request;
import musubi.type.Datatype;

import java.util.EnumSet;
import java.util.Set;

/**
 * The collective operations of a communicator: checks a call, finds its schedule by its shape in a
 * cache, {@link PlannedCalls}, and executes it.
 *
 * <p>Those of an intercommunicator are messages between the ranks of both its groups, numbered
 * together, on its collective context.
 *
 * <p>Calls are numbered as they start; all ranks start them in the same order, so the number in the
 * tags keeps operations apart that are under way at the same time. MPI-4.1 section 6.12.
 */
final class SelectedCollectives implements Collectives {
    private static final ChosenAlgorithm BY_FLAGS =
            new ChosenAlgorithm("flags", "ranks of one node");

    private final Communicator comm;
    private final Selection selection;
    private final ProgressEngine progress;
    private final ExecutionPool executions;
    private final Set<CollectiveKind> explained = EnumSet.noneOf(CollectiveKind.class);
    private final CallReader reader;
    private final NeighbourCallReader neighbourReader = new NeighbourCallReader();
    private final Shape shape = new Shape();
    private final PlannedCalls plans = new PlannedCalls();

    /** What runs in place of padded calls that would take too much memory. */
    private final PlannedCalls unpadded = new PlannedCalls();

    private final ChosenAlgorithm[] ran = new ChosenAlgorithm[CollectiveKind.values().length];
    private final CollectiveTally[] flagTallies =
            new CollectiveTally[CollectiveKind.values().length];
    private final RankEvents events;
    private final CollectiveGroup group;
    private long ended;
    private CollectiveTally latest;
    private final Nodes nodes;
    private final NodeExecution node;

    private final NodeBarrier nodeBarrier;

    /** Whether barriers need no messages. */
    private boolean barrierByNode;

    private final CollectiveCall barrierCall = new CollectiveCall();
    private boolean barrierExplained;
    private final CallTags tags = new CallTags();

    /**
     * The operations of a communicator.
     *
     * @param nodes which of its ranks share a node; null between two groups
     * @param torus how its ranks lie; null when nobody knows
     */
    SelectedCollectives(Communicator comm, Selection selection, Nodes nodes, Torus torus) {
        this.comm = comm;
        this.nodes = nodes;
        events = comm.owner().events();
        Communicator all = comm.all();
        group = new CollectiveGroup(comm.contextId(), all.size(), all::worldRank);
        this.selection = selection;
        reader = new CallReader(torus);
        progress = comm.owner().pt2pt().progress();
        executions = new ExecutionPool(comm.all());
        NodeGroup local = selection.usesNode() && !comm.isInter() ? NodeGroup.of(comm) : null;
        node = local == null ? null : new NodeExecution(local);
        nodeBarrier = local == null ? null : new NodeBarrier(local);
        barrierByNode = local != null && !selection.forces(CollectiveKind.BARRIER);
    }

    @Override
    public void run(CollectiveCall call) {
        Datatype type = read(call);
        CollectiveRequest request = isStaged(call) ? startStaged(call, true) : begin(call, type);
        finish(request, comm.isInter() ? -1 : shape.root, bytes());
    }

    @Override
    public void validate(CollectiveCall call) {
        read(call);
    }

    @Override
    public void barrier() {
        if (!barrierByNode) {
            run(barrierCall.reset(CollectiveKind.BARRIER));
            return;
        }
        if (!barrierExplained) {
            barrierExplained = true;
            shape.reset(CollectiveKind.BARRIER, comm.rank(), comm.size());
            explainNode();
        }
        begun(byFlags(CollectiveKind.BARRIER), 0);
        finish(nodeBarrier.start(), 0, 0);
    }

    private void finish(CollectiveRequest request, int root, long bytes) {
        CollectiveTally tally = latest;
        progress.await(request);
        events.collectiveEnded(tally, group, ended++, root, bytes);
        request.rethrow();
    }

    private void begun(CollectiveTally tally, long bytes) {
        latest = tally;
        events.collectiveBegan(tally, comm.contextId(), bytes);
    }

    /** Where calls by flags are counted. */
    private CollectiveTally byFlags(CollectiveKind kind) {
        CollectiveTally tally = flagTallies[kind.ordinal()];
        if (tally == null) {
            tally = events.collective(kind.toString(), BY_FLAGS.text());
            flagTallies[kind.ordinal()] = tally;
        }
        return tally;
    }

    private Datatype read(CollectiveCall call) {
        return call.kind.isAmongNeighbours()
                ? neighbourReader.read(call, comm, shape)
                : reader.read(call, comm, shape);
    }

    /**
     * Whether the call is made with memory of our own: when items have gaps, and when this rank
     * sends from the buffer that it receives into, which is wrong but works in Open MPI's Java
     * bindings, because they copy arrays. Blocks for neighbours need not be: each is a message
     * whose type says where it lies; {@link Operands} sees to reductions.
     */
    private boolean isStaged(CollectiveCall call) {
        return !call.kind.isAmongNeighbours() && (reader.hasGaps() || sharesBuffer(call));
    }

    private static boolean sharesBuffer(CollectiveCall call) {
        return call.send.buffer == call.receive.buffer
                && call.send.buffer != null
                && call.op == null;
    }

    private CollectiveRequest begin(CollectiveCall call, Datatype type) {
        if (isByNode(type)) {
            explainNode();
            begun(byFlags(shape.kind), bytes());
            return node.start(call, type, shape);
        }
        PlannedCalls.Planned planned = planned();
        if (planned.padding() != null) {
            return startExecution(call, type);
        }
        Execution execution = executions.take();
        CollectiveRequest request = execution.ownRequest();
        request.restart(call.kind);
        begun(planned.tally(), planned.bytes());
        execution.start(planned.schedule(), call, type, tags.next(), request);
        return request;
    }

    /** Whether a blocking call of the shape read last needs no messages; the same on all ranks. */
    private boolean isByNode(Datatype type) {
        return node != null && !selection.forces(shape.kind) && node.takes(shape, type);
    }

    @Override
    public Request start(CollectiveCall call) {
        Datatype type = read(call);
        return isStaged(call) ? startStaged(call, false) : startExecution(call, type);
    }

    private CollectiveRequest startExecution(CollectiveCall call, Datatype type) {
        CollectiveRequest request = new CollectiveRequest();
        start(call, type, request);
        return request;
    }

    private void start(CollectiveCall call, Datatype type, CollectiveRequest request) {
        request.restart(call.kind);
        PlannedCalls.Planned planned = planned();
        begun(planned.tally(), planned.bytes());
        int tag = tags.next();
        Padding padding = planned.padding();
        if (padding != null) {
            new PaddedCall(comm, executions, call, type, padding, tag).start(request);
        } else {
            executions.take().start(planned.schedule(), call, type, tag, request);
        }
    }

    @Override
    public PersistentCollective prepare(CollectiveCall call) {
        Datatype type = read(call);
        StagedCall staged = null;
        if (isStaged(call)) {
            staged = new StagedCall(comm.owner().pt2pt().packer(), call, shape, true);
            type = reader.read(staged.packed(), comm, shape);
        }
        return new PreparedCall(comm, call, staged, planned(), type, tags.nextPersistent());
    }

    /** Starts a call whose items have gaps, as one without. */
    private CollectiveRequest startStaged(CollectiveCall call, boolean blocking) {
        StagedCall staged = new StagedCall(comm.owner().pt2pt().packer(), call, shape, false);
        Datatype type = reader.read(staged.packed(), comm, shape);
        staged.pack();
        if (blocking && isByNode(type)) {
            begun(byFlags(shape.kind), bytes());
            return node.startStaged(staged, type, shape);
        }
        CollectiveRequest request = new CollectiveRequest();
        request.unpacksInto(staged);
        start(staged.packed(), type, request);
        return request;
    }

    private PlannedCalls.Planned planned() {
        PlannedCalls.Planned planned = plans.get(shape);
        if (planned == null) {
            planned = plan();
        }
        ran[shape.kind.ordinal()] = planned.chosen();
        return planned;
    }

    private long bytes() {
        return bytes(shape);
    }

    private static long bytes(Shape shape) {
        return shape.count * shape.itemBytes;
    }

    private PlannedCalls.Planned plan() {
        Shape asked = shape.copy();
        asked.nodes = nodes;
        PlannedCalls.Planned planned = plan(asked, selection.choose(asked));
        plans.put(shape.copy(), planned);
        return planned;
    }

    private PlannedCalls.Planned plan(Shape asked, Choice choice) {
        asked.segment = choice.segmentItems(asked);
        Algorithm algorithm = choice.algorithm();
        Padding padding = null;
        Schedule schedule;
        if (Catalogue.pads(asked.kind, algorithm)) {
            schedule = algorithm.schedule(Padding.places(asked));
            long limit = selection.paddedBytes();
            padding = new Padding(asked, schedule, limit, () -> unpadded(asked, choice));
        } else {
            schedule = algorithm.schedule(asked);
        }
        ChosenAlgorithm chosen = new ChosenAlgorithm(choice.text(), choice.reason());
        CollectiveTally tally = events.collective(asked.kind.toString(), algorithm.name());
        long bytes = bytes(asked);
        events.chosen(tally, choice.reason(), asked.size, bytes);
        if (selection.explains() && comm.rank() == 0) {
            System.err.println("musubi: " + selection.explain(asked, choice));
        }
        return new PlannedCalls.Planned(schedule, chosen, bytes, tally, padding);
    }

    /** What runs when places for the blocks of this call are too long for one of the ranks. */
    private Schedule unpadded(Shape asked, Choice padded) {
        PlannedCalls.Planned planned = unpadded.get(asked);
        if (planned == null) {
            planned = plan(asked, selection.unpadded(asked, padded));
            unpadded.put(asked, planned);
        }
        ran[asked.kind.ordinal()] = planned.chosen();
        return planned.schedule();
    }

    /** For a call by flags, the first time. */
    private void explainNode() {
        if (ran[shape.kind.ordinal()] == BY_FLAGS) {
            return;
        }
        ran[shape.kind.ordinal()] = BY_FLAGS;
        if (selection.explains() && comm.rank() == 0 && explained.add(shape.kind)) {
            System.err.println("musubi: " + selection.explainNode(shape));
        }
    }

    @Override
    public void force(CollectiveKind kind, String text, String source) {
        selection.force(kind, text, source);
        plans.clear();
        unpadded.clear();
        barrierByNode = node != null && !selection.forces(CollectiveKind.BARRIER);
        barrierExplained = false;
    }

    @Override
    public ChosenAlgorithm ran(CollectiveKind kind) {
        return ran[kind.ordinal()];
    }
}
