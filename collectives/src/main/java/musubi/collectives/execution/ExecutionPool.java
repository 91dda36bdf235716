package musubi.collectives.execution;

import musubi.coll.CollectiveContext;
import musubi.type.buffer.BufferBinder;

import java.util.ArrayDeque;

/**
 * The executions of a communicator: the peak number of concurrent operations. Few of them keep
 * their arrays.
 */
public final class ExecutionPool {
    /** Of idle executions. */
    private static final int WITH_ARRAYS = 2;

    private final CollectiveContext comm;
    private final BufferBinder binder = new BufferBinder();
    private final ArrayDeque<Execution> idle = new ArrayDeque<>();

    public ExecutionPool(CollectiveContext comm) {
        this.comm = comm;
    }

    public Execution take() {
        Execution execution = idle.pollLast();
        return execution != null ? execution : new Execution(comm, binder, this);
    }

    void give(Execution execution) {
        if (idle.size() >= WITH_ARRAYS) {
            execution.forgetArrays();
        }
        idle.addLast(execution);
    }
}
