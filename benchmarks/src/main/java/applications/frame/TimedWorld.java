package applications.frame;

import mpi.MPIException;

import java.io.Serializable;

/** Another world, with the time that its rank spends in calls. */
public final class TimedWorld implements World {
    private final World world;
    private final Clock clock;

    /** The time of a rank, in all its worlds. */
    private static final class Clock {
        private long totalNs;
        private long sinceNs;

        void enter() {
            sinceNs = System.nanoTime();
        }

        void leave() {
            totalNs += System.nanoTime() - sinceNs;
        }
    }

    public TimedWorld(World world) {
        this(world, new Clock());
    }

    private TimedWorld(World world, Clock clock) {
        this.world = world;
        this.clock = clock;
    }

    /** The time in calls so far, in ns. */
    public long communicationNs() {
        return clock.totalNs;
    }

    @Override
    public int rank() throws MPIException {
        return world.rank();
    }

    @Override
    public int size() throws MPIException {
        return world.size();
    }

    @Override
    public World split(int color, int key) throws MPIException {
        return new TimedWorld(world.split(color, key), clock);
    }

    @Override
    public void barrier() throws MPIException {
        clock.enter();
        world.barrier();
        clock.leave();
    }

    @Override
    public void send(Object array, int offset, int count, int to, int tag) throws MPIException {
        clock.enter();
        world.send(array, offset, count, to, tag);
        clock.leave();
    }

    @Override
    public void receive(Object array, int offset, int count, int from, int tag)
            throws MPIException {
        clock.enter();
        world.receive(array, offset, count, from, tag);
        clock.leave();
    }

    @Override
    public Transfer startSend(Object array, int offset, int count, int to, int tag)
            throws MPIException {
        clock.enter();
        Transfer transfer = world.startSend(array, offset, count, to, tag);
        clock.leave();
        return timed(transfer);
    }

    @Override
    public Transfer startReceive(Object array, int offset, int count, int from, int tag)
            throws MPIException {
        clock.enter();
        Transfer transfer = world.startReceive(array, offset, count, from, tag);
        clock.leave();
        return timed(transfer);
    }

    @Override
    public void broadcast(Object array, int offset, int count, int root) throws MPIException {
        clock.enter();
        world.broadcast(array, offset, count, root);
        clock.leave();
    }

    @Override
    public void reduce(Object in, Object out, int count, Operation operation, int root)
            throws MPIException {
        clock.enter();
        world.reduce(in, out, count, operation, root);
        clock.leave();
    }

    @Override
    public void allReduce(Object in, Object out, int count, Operation operation)
            throws MPIException {
        clock.enter();
        world.allReduce(in, out, count, operation);
        clock.leave();
    }

    @Override
    public void gather(Object in, int count, Object out, int root) throws MPIException {
        clock.enter();
        world.gather(in, count, out, root);
        clock.leave();
    }

    @Override
    public void scatter(Object in, Object out, int count, int root) throws MPIException {
        clock.enter();
        world.scatter(in, out, count, root);
        clock.leave();
    }

    @Override
    public void allGather(Object in, int count, Object out) throws MPIException {
        clock.enter();
        world.allGather(in, count, out);
        clock.leave();
    }

    @Override
    public void allGatherV(Object in, int count, Object out, int[] counts, int[] offsets)
            throws MPIException {
        clock.enter();
        world.allGatherV(in, count, out, counts, offsets);
        clock.leave();
    }

    @Override
    public void allToAll(Object in, int count, Object out) throws MPIException {
        clock.enter();
        world.allToAll(in, count, out);
        clock.leave();
    }

    @Override
    public void allToAllV(
            Object in,
            int[] inCounts,
            int[] inOffsets,
            Object out,
            int[] outCounts,
            int[] outOffsets)
            throws MPIException {
        clock.enter();
        world.allToAllV(in, inCounts, inOffsets, out, outCounts, outOffsets);
        clock.leave();
    }

    @Override
    public void sendObject(Serializable value, int to, int tag) throws MPIException {
        clock.enter();
        world.sendObject(value, to, tag);
        clock.leave();
    }

    @Override
    public Message receiveObject(int from) throws MPIException {
        clock.enter();
        Message result = world.receiveObject(from);
        clock.leave();
        return result;
    }

    @Override
    public void end() throws MPIException {
        world.end();
    }

    private Transfer timed(Transfer transfer) {
        return () -> {
            clock.enter();
            transfer.complete();
            clock.leave();
        };
    }
}
