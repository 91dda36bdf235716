package musubi.collectives;

import musubi.coll.ChosenAlgorithm;
import musubi.coll.CollectiveCall;
import musubi.coll.CollectiveContext;
import musubi.coll.CollectiveKind;
import musubi.coll.Collectives;
import musubi.coll.PersistentCollective;
import musubi.collectives.algorithm.Catalogue;
import musubi.collectives.call.CallValidator;
import musubi.collectives.call.NeighbourCallValidator;
import musubi.collectives.call.StagedCall;
import musubi.collectives.execution.CallTags;
import musubi.collectives.execution.CollectiveRequest;
import musubi.collectives.execution.CountingPlan;
import musubi.collectives.execution.Execution;
import musubi.collectives.execution.ExecutionPool;
import musubi.collectives.execution.PaddingPlan;
import musubi.collectives.execution.PersistentCall;
import musubi.collectives.execution.PlanCache;
import musubi.collectives.execution.RequestsInProgress;
import musubi.collectives.execution.StagePlan;
import musubi.collectives.node.NodeBarrier;
import musubi.collectives.node.NodeExecution;
import musubi.collectives.node.NodeGroup;
import musubi.collectives.schedule.Algorithm;
import musubi.collectives.schedule.Schedule;
import musubi.collectives.schedule.Shape;
import musubi.collectives.selection.SelectedAlgorithm;
import musubi.collectives.selection.SelectorChain;
import musubi.collectives.topology.NodeMap;
import musubi.collectives.topology.SiteLevel;
import musubi.collectives.topology.Torus;
import musubi.event.CollectiveCounters;
import musubi.event.CollectiveGroup;
import musubi.event.RankEvents;
import musubi.progress.ProgressEngine;
import musubi.pt2pt.request.CommRequest;
import musubi.type.MpiType;

import java.util.EnumSet;
import java.util.Set;
import java.util.function.Predicate;

/**
 * The collective operations of a communicator: validates a call, looks up its schedule by its shape
 * in the {@link PlanCache}, and executes it.
 *
 * <p>In an intercommunicator, peers are the ranks of both groups in one numbering, and messages use
 * its collective context.
 *
 * <p>Calls are numbered in the order of their start, which is equal on all ranks; the number in the
 * tags separates concurrent operations. MPI-4.1 section 6.12.
 */
final class SelectedCollectives implements Collectives {
    private static final ChosenAlgorithm BY_FLAGS =
            new ChosenAlgorithm("flags", "ranks of one node");

    private final CollectiveContext comm;
    private final SelectorChain selection;
    private final ProgressEngine progress;
    private final ExecutionPool executions;
    private final Set<CollectiveKind> explained = EnumSet.noneOf(CollectiveKind.class);
    private final CallValidator validator;
    private final NeighbourCallValidator neighbourValidator = new NeighbourCallValidator();
    private final Shape shape = new Shape();
    private final PlanCache plans = new PlanCache();

    /** Plans for padded calls that exceed their memory. */
    private final PlanCache unpadded = new PlanCache();

    private final ChosenAlgorithm[] ran = new ChosenAlgorithm[CollectiveKind.values().length];
    private final CollectiveCounters[] flagCounters =
            new CollectiveCounters[CollectiveKind.values().length];
    private final RankEvents events;
    private final CollectiveGroup group;
    private long ended;
    private CollectiveCounters latest;
    private final NodeMap nodes;
    private final SiteLevel sites;
    private final NodeExecution node;

    private final NodeBarrier nodeBarrier;

    /** Whether barriers use flags. */
    private boolean barrierByNode;

    private final CollectiveCall barrierCall = new CollectiveCall();
    private boolean barrierExplained;
    private final CallTags tags = new CallTags();
    private final RequestsInProgress inProgress = new RequestsInProgress();

    /**
     * The operations of a communicator.
     *
     * @param nodes of its ranks; null for intercommunicators
     * @param sites of its ranks; null if they are on one site
     * @param torus of its ranks, or null
     */
    SelectedCollectives(
            CollectiveContext comm,
            SelectorChain selection,
            NodeMap nodes,
            SiteLevel sites,
            Torus torus) {
        this.comm = comm;
        this.nodes = nodes;
        this.sites = sites;
        events = comm.services().events();
        CollectiveContext all = comm.all();
        group = new CollectiveGroup(comm.contextId(), all.size(), all::worldRank);
        this.selection = selection;
        validator = new CallValidator(torus);
        progress = comm.services().pt2pt().progress();
        executions = new ExecutionPool(comm.all());
        NodeGroup local = selection.usesNode() && !comm.isInter() ? NodeGroup.of(comm) : null;
        node = local == null ? null : new NodeExecution(local);
        nodeBarrier = local == null ? null : new NodeBarrier(local);
        barrierByNode = local != null && !selection.forces(CollectiveKind.BARRIER);
    }

    @Override
    public void run(CollectiveCall call) {
        MpiType type = check(call);
        CollectiveRequest request = isStaged(call) ? startStaged(call, true) : begin(call, type);
        request.useBuffersOf(call);
        inProgress.add(request);
        finish(request, comm.isInter() ? -1 : shape.root, bytes());
    }

    @Override
    public void validate(CollectiveCall call) {
        check(call);
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
        CollectiveCounters counters = latest;
        progress.await(request);
        events.collectiveEnded(counters, group, ended++, root, bytes);
        request.rethrow();
    }

    private void begun(CollectiveCounters counters, long bytes) {
        latest = counters;
        events.collectiveBegan(counters, comm.contextId(), bytes);
    }

    /** Counters of calls by flags. */
    private CollectiveCounters byFlags(CollectiveKind kind) {
        CollectiveCounters counters = flagCounters[kind.ordinal()];
        if (counters == null) {
            counters = events.collectiveCounters(kind.toString(), BY_FLAGS.text());
            flagCounters[kind.ordinal()] = counters;
        }
        return counters;
    }

    private MpiType check(CollectiveCall call) {
        return call.kind.isAmongNeighbours()
                ? neighbourValidator.validate(call, comm, shape)
                : validator.validate(call, comm, shape);
    }

    /**
     * Whether the call needs contiguous copies: for items with gaps, and if one buffer is sent and
     * received, which is erroneous but works in Open MPI's Java bindings, because they copy arrays.
     * Blocks for neighbours need none, since each is a message with its own type; {@link
     * musubi.collectives.execution.BufferBinding} stages reductions.
     */
    private boolean isStaged(CollectiveCall call) {
        return !call.kind.isAmongNeighbours() && (validator.hasGaps() || sharesBuffer(call));
    }

    private static boolean sharesBuffer(CollectiveCall call) {
        return call.send.buffer == call.receive.buffer
                && call.send.buffer != null
                && call.op == null;
    }

    private CollectiveRequest begin(CollectiveCall call, MpiType type) {
        if (isByNode(type)) {
            explainNode();
            begun(byFlags(shape.kind), bytes());
            return node.start(call, type, shape);
        }
        PlanCache.Plan planned = planned();
        if (planned.stages() != null) {
            return startExecution(call, type);
        }
        Execution execution = executions.take();
        CollectiveRequest request = execution.ownRequest();
        request.restart(call.kind);
        begun(planned.counters(), planned.bytes());
        execution.start(planned.schedule(), call, type, tags.next(), request);
        return request;
    }

    /** Whether a blocking call of the current shape uses flags; equal on all ranks. */
    private boolean isByNode(MpiType type) {
        return node != null && !selection.forces(shape.kind) && node.supports(shape, type);
    }

    @Override
    public CommRequest start(CollectiveCall call) {
        MpiType type = check(call);
        CollectiveRequest request =
                isStaged(call) ? startStaged(call, false) : startExecution(call, type);
        request.useBuffersOf(call);
        inProgress.add(request);
        return request;
    }

    @Override
    public String userOf(Predicate<Object> buffer) {
        return inProgress.userOf(buffer);
    }

    private CollectiveRequest startExecution(CollectiveCall call, MpiType type) {
        CollectiveRequest request = new CollectiveRequest();
        start(call, type, request);
        return request;
    }

    private void start(CollectiveCall call, MpiType type, CollectiveRequest request) {
        request.restart(call.kind);
        PlanCache.Plan planned = planned();
        begun(planned.counters(), planned.bytes());
        int tag = tags.next();
        StagePlan stages = planned.stages();
        if (stages != null) {
            stages.callOf(comm, executions, call, type, tag).start(request);
        } else {
            executions.take().start(planned.schedule(), call, type, tag, request);
        }
    }

    @Override
    public PersistentCollective prepare(CollectiveCall call) {
        MpiType type = check(call);
        StagedCall staged = null;
        if (isStaged(call)) {
            staged = new StagedCall(comm.services().pt2pt().packer(), call, shape, true);
            type = validator.validate(staged.packed(), comm, shape);
        }
        return new PersistentCall(comm, call, staged, planned(), type, tags.nextPersistent())
                .listIn(inProgress);
    }

    /** Starts a call by contiguous copies. */
    private CollectiveRequest startStaged(CollectiveCall call, boolean blocking) {
        StagedCall staged = new StagedCall(comm.services().pt2pt().packer(), call, shape, false);
        MpiType type = validator.validate(staged.packed(), comm, shape);
        staged.pack();
        if (blocking && isByNode(type)) {
            begun(byFlags(shape.kind), bytes());
            return node.startStaged(staged, type, shape);
        }
        CollectiveRequest request = new CollectiveRequest();
        request.unpackWith(staged);
        start(staged.packed(), type, request);
        return request;
    }

    private PlanCache.Plan planned() {
        PlanCache.Plan planned = plans.get(shape);
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

    private PlanCache.Plan plan() {
        Shape newShape = shape.copy();
        newShape.nodes = nodes;
        newShape.sites = sites;
        PlanCache.Plan planned = plan(newShape, selection.select(newShape));
        plans.put(shape.copy(), planned);
        return planned;
    }

    private PlanCache.Plan plan(Shape newShape, SelectedAlgorithm choice) {
        newShape.segment = choice.segmentItems(newShape);
        Algorithm algorithm = choice.algorithm();
        StagePlan stages = null;
        Schedule schedule;
        if (Catalogue.pads(newShape.kind, algorithm)) {
            schedule = algorithm.schedule(PaddingPlan.slots(newShape));
            long limit = selection.paddedBytes();
            stages = PaddingPlan.of(newShape, schedule, limit, () -> unpadded(newShape, choice));
        } else if (Catalogue.counts(newShape.kind, algorithm)) {
            schedule = algorithm.schedule(newShape);
            stages = new CountingPlan(schedule, newShape);
        } else {
            schedule = algorithm.schedule(newShape);
        }
        ChosenAlgorithm chosen = new ChosenAlgorithm(choice.text(), choice.reason());
        CollectiveCounters counters =
                events.collectiveCounters(newShape.kind.toString(), algorithm.name());
        long bytes = bytes(newShape);
        events.chosen(counters, choice.reason(), newShape.size, bytes);
        if (selection.explains() && comm.rank() == 0) {
            System.err.println("musubi: " + selection.explain(newShape, choice));
        }
        return new PlanCache.Plan(schedule, chosen, bytes, counters, stages);
    }

    /** The schedule of a call whose slots exceed the memory of one of the ranks. */
    private Schedule unpadded(Shape newShape, SelectedAlgorithm padded) {
        PlanCache.Plan planned = unpadded.get(newShape);
        if (planned == null) {
            planned = plan(newShape, selection.unpadded(newShape, padded));
            unpadded.put(newShape, planned);
        }
        ran[newShape.kind.ordinal()] = planned.chosen();
        return planned.schedule();
    }

    /** Reports the first call by flags. */
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
    public void forceAlgorithm(CollectiveKind kind, String text, String source) {
        selection.force(kind, text, source);
        plans.clear();
        unpadded.clear();
        barrierByNode = node != null && !selection.forces(CollectiveKind.BARRIER);
        barrierExplained = false;
    }

    @Override
    public ChosenAlgorithm lastAlgorithm(CollectiveKind kind) {
        return ran[kind.ordinal()];
    }
}
