package musubi.collectives;

import musubi.comm.Communicator;
import musubi.type.BufferBinder;

import java.util.ArrayDeque;

/** The executions of a communicator; as many as operations that were ever under way at once. */
final class ExecutionPool {
    private final Communicator comm;
    private final BufferBinder binder = new BufferBinder();
    private final ArrayDeque<Execution> idle = new ArrayDeque<>();

    ExecutionPool(Communicator comm) {
        this.comm = comm;
    }

    Execution take() {
        Execution execution = idle.pollLast();
        return execution != null ? execution : new Execution(comm, binder, this);
    }

    void give(Execution execution) {
        idle.addLast(execution);
    }
}
