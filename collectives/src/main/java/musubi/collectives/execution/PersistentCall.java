package musubi.collectives.execution;

import musubi.coll.CollectiveCall;
import musubi.coll.CollectiveContext;
import musubi.coll.PersistentCollective;
import musubi.collectives.call.StagedCall;
import musubi.pt2pt.request.CommRequest;
import musubi.type.MpiType;

/**
 * A persistent collective operation with its schedule, tag and temporaries: a start neither looks
 * up nor allocates. MPI-4.1 section 6.13.
 */
public final class PersistentCall implements PersistentCollective {
    private final CollectiveCall given;
    private final CollectiveCall call;
    private final StagedCall staged;
    private final CollectiveContext comm;
    private final PlanCache.Plan planned;
    private final MpiType type;
    private final int tag;
    private final ExecutionPool executions;
    private final CallInStages stages;
    private RequestsInProgress inProgress;
    private final CollectiveRequest request = new CollectiveRequest();

    /**
     * An operation.
     *
     * @param given the call of the program
     * @param staged its contiguous copy; null without gaps
     * @param type of the items of the executed call
     */
    public PersistentCall(
            CollectiveContext comm,
            CollectiveCall given,
            StagedCall staged,
            PlanCache.Plan planned,
            MpiType type,
            int tag) {
        this.given = given;
        this.staged = staged;
        this.planned = planned;
        this.comm = comm;
        this.type = type;
        this.tag = tag;
        call = staged == null ? given : staged.packed();
        executions = new ExecutionPool(comm.all());
        stages =
                planned.stages() == null
                        ? null
                        : planned.stages().callOf(comm, executions, call, type, tag);
    }

    /** Adds the operation to those in progress whenever it is started. */
    public PersistentCall listIn(RequestsInProgress requests) {
        inProgress = requests;
        return this;
    }

    @Override
    public CommRequest start() {
        request.restart(call.kind);
        if (staged != null) {
            staged.pack();
            request.unpackWith(staged);
        }
        comm.services()
                .events()
                .collectiveBegan(planned.counters(), comm.contextId(), planned.bytes());
        if (stages != null) {
            stages.start(request);
        } else {
            executions.take().start(planned.schedule(), call, type, tag, request);
        }
        request.useBuffersOf(given);
        inProgress.add(request);
        return request;
    }

    @Override
    public CollectiveCall call() {
        return given;
    }
}
