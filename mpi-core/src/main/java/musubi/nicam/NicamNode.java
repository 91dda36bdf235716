package musubi.nicam;

import musubi.comm.Communicator;
import musubi.error.ErrorClass;
import musubi.error.MpiFailure;
import musubi.nicam.CopyCommand.Notice;
import musubi.progress.ProgressEngine;
import musubi.progress.WaitDependencies;
import musubi.progress.Waitable;
import musubi.rma.Window;
import musubi.rma.WindowSpec;

import java.lang.foreign.MemorySegment;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * A rank as a node of NICAM: active messages executed by the network interface, RWCP 1998. The
 * interface is the progress of the rank: of its calls, or of its progress thread.
 *
 * <p>Copies between memory that this node loads and stores, and flags that it reaches, are carried
 * out by the calling thread at once. Everything else is a command: threads append to rings of their
 * own, from which the thread that holds the rank takes them.
 *
 * <p>Thread rule: any thread of a program with {@code MPI_THREAD_MULTIPLE}, else the thread of the
 * rank; {@link #register} and {@link #close} by one thread.
 */
public final class NicamNode {
    private static final int SPINS = 2000;
    private static final long NAP_NS = 50_000;

    private final NicamService service;
    private final Communicator comm;
    private final ProgressEngine engine;
    private final int me;
    private final ThreadLocal<CommandRing> ring = ThreadLocal.withInitial(this::newRing);
    private final AtomicLong hostPolls = new AtomicLong();
    private final ProgressEngine.Source source;
    private final NetworkInterface network;

    NicamNode(NicamService service, Communicator comm) {
        this.service = service;
        this.comm = comm;
        engine = service.engine();
        me = comm.rank();
        network = new NetworkInterface(service, comm);
        source = network::work;
    }

    NetworkInterface network() {
        return network;
    }

    /** Makes the flags of all nodes; collective. */
    void open() {
        WindowSpec spec =
                new WindowSpec(WindowSpec.Flavor.ALLOCATE, null, FlagTable.BYTES, 1, true);
        network.open(region(-1, service.windows().open(comm, spec)));
        engine.add(source);
        comm.synchronise();
    }

    private NicamRegion region(int number, Window window) {
        MemorySegment[] direct = new MemorySegment[comm.size()];
        for (int node = 0; node < direct.length; node++) {
            direct[node] = window.directMemory(node);
        }
        return new NicamRegion(number, window, direct);
    }

    private CommandRing newRing() {
        CommandRing mine = new CommandRing();
        network.rings().add(mine);
        return mine;
    }

    /** This node. */
    public int node() {
        return me;
    }

    /** Number of nodes. */
    public int nodes() {
        return comm.size();
    }

    /** How often threads of the program have polled for this node. */
    public long hostPolls() {
        return hostPolls.get();
    }

    /**
     * Makes memory of each node accessible; collective.
     *
     * @return the number of the region, the same on all nodes
     */
    public int register(MemorySegment memory) {
        WindowSpec spec = new WindowSpec(WindowSpec.Flavor.CREATE, memory, 0, 1, true);
        int number = network.regions().size();
        engine.gate().enterLocally();
        try {
            network.regions().add(region(number, service.windows().open(comm, spec)));
            comm.synchronise();
        } finally {
            engine.gate().exit();
        }
        return number;
    }

    private static void check(String what, long number, long size) {
        if (number < 0 || number >= size) {
            throw new MpiFailure(ErrorClass.ARG, "no such " + what)
                    .with(what, number, what + "s", size);
        }
    }

    private NicamRegion checkedRegion(int number, int node, long offset, long bytes) {
        check("region", number, network.regions().size());
        check("node", node, comm.size());
        NicamRegion region = network.regions().get(number);
        long size = region.bytes(node);
        if (offset < 0 || bytes < 0 || bytes > size - offset) {
            throw new MpiFailure(ErrorClass.DISP, "the bytes are outside of the region")
                    .with("region", number, "node", node)
                    .with("offset", offset, "bytes", bytes, "size", size);
        }
        return region;
    }

    private static void checkNotice(Notice notice) {
        if (notice.kind() == Notice.FLAG) {
            check("flag", notice.index(), FlagTable.FLAGS);
        } else if (notice.kind() == Notice.COUNTER) {
            check("counter", notice.index(), FlagTable.COUNTERS);
        }
    }

    private void checkFailure() {
        if (network.hasFailed()) {
            throw network.takeFailure();
        }
    }

    /**
     * Copies from a node to a node, neither of which need be this one, and notifies the destination
     * when the data are there. Both regions belong to the copy until a later {@link #sync}.
     *
     * @throws MpiFailure of class ARG or DISP when nodes, regions or ranges do not exist
     */
    public void copy(CopyCommand command) {
        checkFailure();
        checkNotice(command.notice());
        long bytes = command.bytes();
        NicamRegion from =
                checkedRegion(
                        command.sourceRegion(), command.source(), command.sourceOffset(), bytes);
        NicamRegion to =
                checkedRegion(
                        command.destinationRegion(),
                        command.destination(),
                        command.destinationOffset(),
                        bytes);
        MemorySegment read = from.direct()[command.source()];
        MemorySegment written = to.direct()[command.destination()];
        MemorySegment notified = network.flagsOf(command.destination());
        if (read != null && written != null && notified != null) {
            MemorySegment.copy(
                    read, command.sourceOffset(), written, command.destinationOffset(), bytes);
            FlagTable.notify(notified, command.notice());
        } else {
            submit(() -> network.issue(command));
        }
    }

    /** Raises a flag of a node to a value, unless it is higher. */
    public void write(int node, int flag, long value) {
        checkFailure();
        check("node", node, comm.size());
        check("flag", flag, FlagTable.FLAGS);
        MemorySegment table = network.flagsOf(node);
        if (table != null) {
            FlagTable.raise(table, flag, value);
        } else {
            Notice notice = new Notice(Notice.FLAG, flag, value);
            submit(() -> network.write(node, notice));
        }
    }

    /** Raises a flag of this node when all its transfers so far are complete at their ends. */
    public void sync(int flag, long value) {
        checkFailure();
        check("flag", flag, FlagTable.FLAGS);
        submit(() -> network.sync(flag, value));
    }

    /** Raises a flag of this node when a counter of it has reached a number. */
    public void setCounter(int counter, long count, int flag, long value) {
        checkFailure();
        check("counter", counter, FlagTable.COUNTERS);
        check("flag", flag, FlagTable.FLAGS);
        NetworkInterface.Watch watch = new NetworkInterface.Watch(counter, count, flag, value);
        submit(() -> network.watch(watch));
    }

    /** Copies from this node to the same place on all nodes, and raises a flag on each. */
    public void broadcast(int region, long offset, long bytes, int flag, long value) {
        checkFailure();
        check("flag", flag, FlagTable.FLAGS);
        for (int node = 0; node < comm.size(); node++) {
            checkedRegion(region, node, offset, bytes);
        }
        Notice notice = new Notice(Notice.FLAG, flag, value);
        submit(() -> network.broadcast(region, offset, bytes, notice));
    }

    /** Whether broadcasts of other nodes to this one have no effect from now on. */
    public void discardBroadcasts(boolean discard) {
        checkFailure();
        submit(() -> network.discardBroadcasts(discard));
    }

    /** Starts a barrier; a flag of this node is raised by one when all nodes have started it. */
    public void barrier(int flag) {
        checkFailure();
        check("flag", flag, FlagTable.FLAGS);
        submit(() -> network.startBarrier(flag));
    }

    /**
     * The source's half of a copy whose destination passes the same key to {@link
     * #copyDestination}. The flag of this node is raised when the data may be changed.
     */
    public void copySource(
            long key, int destination, int region, long offset, long bytes, Notice flag) {
        checkFailure();
        checkNotice(flag);
        check("node", destination, comm.size());
        checkedRegion(region, me, offset, bytes);
        Rendezvous.Half half =
                new Rendezvous.Half(region, offset, bytes, flag.index(), flag.value());
        submit(() -> network.copySource(key, destination, half));
    }

    /** The destination's half; its flag is raised when the data are there. */
    public void copyDestination(
            long key, int source, int region, long offset, long bytes, Notice flag) {
        checkFailure();
        checkNotice(flag);
        check("node", source, comm.size());
        checkedRegion(region, me, offset, bytes);
        Rendezvous.Half half =
                new Rendezvous.Half(region, offset, bytes, flag.index(), flag.value());
        submit(() -> network.copyDestination(key, source, half));
    }

    private void submit(Runnable command) {
        CommandRing mine = ring.get();
        while (!mine.offer(command)) {
            drive();
            Thread.onSpinWait();
        }
        if (!service.isAssisted()) {
            drive();
        }
    }

    /** Makes progress, unless another thread does. */
    private void drive() {
        if (engine.gate().tryEnter()) {
            try {
                hostPolls.incrementAndGet();
                engine.poll();
            } finally {
                engine.gate().exitTried();
            }
        }
    }

    /** A flag of this node; makes no progress. */
    public long flag(int flag) {
        check("flag", flag, FlagTable.FLAGS);
        return FlagTable.flag(network.flagsOf(me), flag);
    }

    /** A counter of this node; makes no progress. */
    public long counter(int counter) {
        check("counter", counter, FlagTable.COUNTERS);
        return FlagTable.counter(network.flagsOf(me), counter);
    }

    /** Waits until a flag of this node has a value, or a higher one. */
    public void await(int flag, long value) {
        check("flag", flag, FlagTable.FLAGS);
        for (int i = 0; i < SPINS && flag(flag) < value; i++) {
            Thread.onSpinWait();
        }
        while (service.isAssisted() && flag(flag) < value) {
            checkFailure();
            LockSupport.parkNanos(NAP_NS);
        }
        if (flag(flag) < value) {
            engine.gate().enterLocally();
            try {
                engine.await(new FlagWait(flag, value));
            } finally {
                engine.gate().exit();
            }
        }
        checkFailure();
    }

    /** The wait for a flag, which counts the polls of the host. */
    private final class FlagWait implements Waitable {
        private final int flag;
        private final long value;

        FlagWait(int flag, long value) {
            this.flag = flag;
            this.value = value;
        }

        @Override
        public boolean isComplete() {
            hostPolls.incrementAndGet();
            return flag(flag) >= value || network.hasFailed();
        }

        @Override
        public void describeWait(WaitDependencies needs) {
            needs.describe("Nicam.await flag=" + flag + " value=" + value).mayEndOtherwise();
        }
    }

    /** Completes all transfers of all nodes, and ends them; collective. */
    public void close() {
        engine.gate().enterLocally();
        try {
            closeHolding();
        } finally {
            engine.gate().exit();
        }
    }

    private void closeHolding() {
        engine.await(
                new Waitable() {
                    @Override
                    public boolean isComplete() {
                        return network.isQuiet();
                    }

                    @Override
                    public void describeWait(WaitDependencies needs) {
                        needs.describe("Nicam.close").mayEndOtherwise();
                    }
                });
        comm.synchronise();
        engine.remove(source);
        service.forget(comm);
        network.regions().forEach(region -> region.window().free());
        network.flags().window().free();
        comm.free();
    }
}
