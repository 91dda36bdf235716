package musubi.nicam;

import musubi.active.ActiveMessage;
import musubi.comm.Communicator;
import musubi.error.ErrorClass;
import musubi.error.MpiFailure;
import musubi.nicam.CopyCommand.Notice;
import musubi.region.Region;
import musubi.rma.rdma.RdmaListener;

import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * The part of a node that sends and receives: it carries commands out, and runs the handlers of the
 * node's messages. Thread rule: the thread that holds the rank, except for {@link #failure}.
 */
final class NetworkInterface {
    private final NicamService service;
    private final Communicator comm;
    private final int me;
    private final List<NicamRegion> regions = new CopyOnWriteArrayList<>();
    private final List<CommandRing> rings = new CopyOnWriteArrayList<>();

    /** What handlers have left to be sent. */
    private final ArrayDeque<Runnable> deferred = new ArrayDeque<>();

    private final List<Watch> watches = new ArrayList<>();
    private final Transfers transfers = new Transfers(this::raise);
    private final Rendezvous rendezvous = new Rendezvous();
    private final FuzzyBarrier barrier;

    /** By node; made when first used. */
    private final NodePath[] paths;

    private NicamRegion flags;
    private boolean discarding;
    private volatile MpiFailure failure;

    /** A flag that is raised when a counter has reached a number. */
    record Watch(int counter, long count, int flag, long value) {}

    NetworkInterface(NicamService service, Communicator comm) {
        this.service = service;
        this.comm = comm;
        me = comm.rank();
        paths = new NodePath[comm.size()];
        barrier =
                new FuzzyBarrier(
                        comm.size(),
                        this::sendSignal,
                        flag -> FlagTable.raiseByOne(flagsOf(me), flag));
    }

    /** Sets the flags of all nodes. */
    void open(NicamRegion newFlags) {
        flags = newFlags;
    }

    /** The regions by number; any thread. */
    List<NicamRegion> regions() {
        return regions;
    }

    /** The rings of all threads; any thread. */
    List<CommandRing> rings() {
        return rings;
    }

    /** The flags of a node if this one reaches them, else null; any thread. */
    MemorySegment flagsOf(int node) {
        return flags.direct()[node];
    }

    NicamRegion flags() {
        return flags;
    }

    /** The failure of a command since the last call, or null; any thread. */
    MpiFailure takeFailure() {
        MpiFailure now = failure;
        failure = null;
        return now;
    }

    boolean hasFailed() {
        return failure != null;
    }

    boolean isQuiet() {
        return transfers.areComplete() && deferred.isEmpty();
    }

    private void raise(int flag, long value) {
        FlagTable.raise(flagsOf(me), flag, value);
    }

    /** Begins a copy of this node. */
    void issue(CopyCommand command) {
        issue(command, me, transfers.begin());
    }

    void write(int node, Notice notice) {
        sendNotice(node, service.notice, notice, me, transfers.begin());
    }

    void sync(int flag, long value) {
        transfers.sync(flag, value);
    }

    void watch(Watch watch) {
        watches.add(watch);
    }

    void discardBroadcasts(boolean discard) {
        discarding = discard;
    }

    void startBarrier(int flag) {
        barrier.start(flag);
    }

    void broadcast(int region, long offset, long bytes, Notice notice) {
        for (int i = 1; i < comm.size(); i++) {
            int node = (me + i) % comm.size();
            if (bytes > 0) {
                ActiveMessage part = new ActiveMessage().set(service.broadcast, instance(), 0);
                part.code = region;
                part.offset = offset;
                part.data.wrap(regions.get(region).direct()[me], offset, bytes);
                path(node).send(part);
            }
            sendNotice(node, service.broadcastNotice, notice, me, transfers.begin());
        }
        FlagTable.notify(flagsOf(me), notice);
    }

    void copySource(long key, int destination, Rendezvous.Half half) {
        rendezvous.source(destination, key, half, this::match);
    }

    void copyDestination(long key, int source, Rendezvous.Half half) {
        send(
                source,
                service.want,
                new long[] {
                    key, me, half.region(), half.offset(), half.bytes(), half.flag(), half.value()
                });
    }

    /** Carries a copy out, or passes it to its source. */
    private void issue(CopyCommand command, int issuer, long token) {
        if (command.source() != me) {
            if (!reads(command, token)) {
                long[] numbers = Arrays.copyOf(command.encode(), CopyCommand.LONGS + 2);
                numbers[CopyCommand.LONGS] = issuer;
                numbers[CopyCommand.LONGS + 1] = token;
                send(command.source(), service.copy, numbers);
            }
            return;
        }
        writeData(command);
        sendNotice(command.destination(), service.notice, command.notice(), issuer, token);
    }

    /** Copies to this node by RDMA, without the source; false if it cannot. */
    private boolean reads(CopyCommand command, long token) {
        NodePath path = path(command.source());
        long key = regions.get(command.sourceRegion()).window().rdmaKey(command.source());
        if (command.destination() != me || command.bytes() == 0 || !path.reaches(key)) {
            return false;
        }
        path.read(
                key,
                command.sourceOffset(),
                regions.get(command.destinationRegion()).direct()[me],
                command.destinationOffset(),
                command.bytes(),
                () -> {
                    FlagTable.notify(flagsOf(me), command.notice());
                    transfers.end(token);
                });
        return true;
    }

    private void writeData(CopyCommand command) {
        int to = command.destination();
        long bytes = command.bytes();
        NicamRegion region = regions.get(command.destinationRegion());
        MemorySegment own = regions.get(command.sourceRegion()).direct()[me];
        MemorySegment written = region.direct()[to];
        long key = region.window().rdmaKey(to);
        if (written != null) {
            MemorySegment.copy(
                    own, command.sourceOffset(), written, command.destinationOffset(), bytes);
        } else if (bytes > 0 && path(to).reaches(key)) {
            path(to).write(own, command.sourceOffset(), key, command.destinationOffset(), bytes);
        } else if (bytes > 0) {
            ActiveMessage part = new ActiveMessage().set(service.data, instance(), 0);
            part.code = region.number();
            part.offset = command.destinationOffset();
            part.data.wrap(own, command.sourceOffset(), bytes);
            path(to).send(part);
        }
    }

    private int instance() {
        return comm.contextId();
    }

    private NodePath path(int node) {
        if (paths[node] == null) {
            int worldRank = comm.worldRank(node);
            paths[node] =
                    new NodePath(
                            service.active().to(worldRank),
                            service.windows().rdmaQueue(worldRank),
                            new FailureListener());
        }
        return paths[node];
    }

    /** A failed copy by RDMA never completes; the next call of the program throws. */
    private final class FailureListener implements RdmaListener {
        @Override
        public void onDone(long bytes) {
            // An action or a message follows.
        }

        @Override
        public void onFailure(ErrorClass errorClass, String reason) {
            failure = new MpiFailure(errorClass, reason);
        }
    }

    private void send(int node, int handler, long[] numbers) {
        ActiveMessage message = new ActiveMessage().set(handler, instance(), 0);
        message.data.wrapArray(numbers, 0, (long) numbers.length * Long.BYTES);
        path(node).send(message);
    }

    private void sendNotice(int node, int handler, Notice notice, int issuer, long token) {
        send(
                node,
                handler,
                new long[] {notice.kind(), notice.index(), notice.value(), issuer, token});
    }

    private void sendSignal(int stage) {
        ActiveMessage message = new ActiveMessage().set(service.barrier, instance(), 0);
        message.count = stage;
        // Posted, because a handler may be the caller.
        path(barrier.partner(me, stage)).post(message);
    }

    private void match(int destination, Rendezvous.Half from, Rendezvous.Half to) {
        if (from.bytes() != to.bytes()) {
            failure =
                    new MpiFailure(ErrorClass.TRUNCATE, "the halves of a copy differ in size")
                            .with("source", from.bytes(), "destination", to.bytes());
            return;
        }
        CopyCommand command =
                new CopyCommand(
                        me,
                        from.region(),
                        from.offset(),
                        destination,
                        to.region(),
                        to.offset(),
                        to.bytes(),
                        new Notice(Notice.FLAG, to.flag(), to.value()));
        long token = transfers.begin();
        issue(command, me, token);
        transfers.sync(from.flag(), from.value());
    }

    /** Carries commands out, and what handlers have left; called in each duty cycle. */
    int work() {
        int done = 0;
        for (CommandRing each : rings) {
            done += each.poll();
        }
        for (int left = deferred.size(); left > 0; left--) {
            deferred.removeFirst().run();
            done++;
        }
        if (!watches.isEmpty()) {
            watches.removeIf(this::hasReached);
        }
        return done;
    }

    private boolean hasReached(Watch watch) {
        boolean reached = FlagTable.counter(flagsOf(me), watch.counter) >= watch.count;
        if (reached) {
            raise(watch.flag, watch.value);
        }
        return reached;
    }

    // Handlers: they run during a poll, so they post and defer what is to be sent.

    void store(ActiveMessage message, Region part) {
        MemorySegment memory = regions.get(message.code).direct()[me];
        part.copyTo(0, memory, message.offset, part.length());
    }

    void onNotice(long[] numbers) {
        FlagTable.notify(flagsOf(me), new Notice((int) numbers[0], (int) numbers[1], numbers[2]));
        acknowledge((int) numbers[3], numbers[4]);
    }

    private void acknowledge(int issuer, long token) {
        if (issuer == me) {
            transfers.end(token);
        } else {
            path(issuer).post(new ActiveMessage().set(service.ack, instance(), token));
        }
    }

    void onAck(long token) {
        transfers.end(token);
    }

    void onCopy(long[] numbers) {
        CopyCommand command = CopyCommand.decode(numbers);
        int issuer = (int) numbers[CopyCommand.LONGS];
        long token = numbers[CopyCommand.LONGS + 1];
        deferred.addLast(() -> issue(command, issuer, token));
    }

    void onSignal(int stage) {
        barrier.signalled(stage);
    }

    void onWant(int from, long[] numbers) {
        Rendezvous.Half half =
                new Rendezvous.Half(
                        (int) numbers[2], numbers[3], numbers[4], (int) numbers[5], numbers[6]);
        int destination = (int) numbers[1];
        deferred.addLast(() -> rendezvous.destination(destination, numbers[0], half, this::match));
    }

    void onBroadcast(ActiveMessage message, Region part) {
        if (!discarding) {
            store(message, part);
        }
    }

    void onBroadcastNotice(long[] numbers) {
        if (discarding) {
            acknowledge((int) numbers[3], numbers[4]);
        } else {
            onNotice(numbers);
        }
    }
}
