package musubi.verbs.transport;

import musubi.adi.Endpoint;
import musubi.adi.PeerInfo;
import musubi.adi.Transport;
import musubi.adi.TransportTraits;
import musubi.verbs.adapter.JobNetwork;
import musubi.verbs.transport.engine.VerbsEngine;
import musubi.verbs.transport.protocol.MessageHeader;
import musubi.verbs.transport.protocol.WellKnownTarget;

import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;

/**
 * One rank's end of the emulated verbs. The adapter is polled by the rank, and by the {@link
 * AsyncProgressThread} when the rank does not poll; a lock serialises both.
 */
final class VerbsTransport extends Transport {
    private static final TransportTraits TRAITS =
            new TransportTraits(MessageHeader.MOST_PAYLOAD, MessageHeader.MOST_PAYLOAD, true);

    private static final long LEAVE_NS = 2_000_000_000L;
    private static final long FIRST_NAP_NS = 20_000;
    private static final long LONGEST_NAP_NS = 250_000;

    /** Some 100 us. */
    private static final int YIELDS_AFTER_WORK = 100;

    private final ReentrantLock lock = new ReentrantLock();
    private final JobNetwork network;
    private final VerbsEngine engine;
    private final VerbsAddress address;
    private final Runnable unlink;
    private boolean closed;

    /** Read by the progress thread, possibly stale. */
    private int polls;

    /**
     * An open transport.
     *
     * @param unlink unlinks the node's file
     */
    VerbsTransport(JobNetwork network, VerbsEngine engine, VerbsAddress address, Runnable unlink) {
        super(TRAITS, address.toString());
        this.network = network;
        this.engine = engine;
        this.address = address;
        this.unlink = unlink;
        AsyncProgressThread.start(() -> polls, this::serveInBackground);
    }

    /** For tests. */
    VerbsEngine engine() {
        return engine;
    }

    @Override
    public int distanceTo(PeerInfo peer) {
        return address.distanceTo(VerbsAddress.parse(peer.businessCard()));
    }

    @Override
    public Endpoint connect(PeerInfo peer) {
        VerbsAddress there = VerbsAddress.parse(peer.businessCard());
        if (address.distanceTo(there) < 0) {
            throw new IllegalArgumentException("out of reach: " + peer);
        }
        lock.lock();
        try {
            if (!address.isNeighbour(there)) {
                network.addRoute(WellKnownTarget.lidOf(peer.worldRank()), there.udp());
            }
            return new VerbsEndpoint(lock, engine, engine.peerOf(peer.worldRank()));
        } finally {
            lock.unlock();
        }
    }

    /** All ranks have opened the file by now, so it is unlinked. */
    @Override
    public void onJobComplete() {
        unlink.run();
    }

    @Override
    public int poll(int limit) {
        if (limit <= 0) {
            return 0;
        }
        lock.lock();
        try {
            if (lock.getHoldCount() > 1) {
                throw new IllegalStateException("poll from within an upcall");
            }
            polls++;
            return engine.poll(limit);
        } finally {
            lock.unlock();
        }
    }

    /**
     * Without a doorbell: polls the adapter between naps of increasing length, and without naps
     * while it serves accesses of peers, which this rank has nothing to do with.
     */
    @Override
    public void sleep(long timeoutNs) {
        long start = System.nanoTime();
        long nap = FIRST_NAP_NS;
        int yields = 0;
        long left = timeoutNs;
        for (int work = serveQuietly(); left > 0 && work >= 0; work = serveQuietly()) {
            if (work > 0) {
                nap = FIRST_NAP_NS;
                yields = YIELDS_AFTER_WORK;
            }
            if (yields > 0) {
                yields--;
                Thread.yield();
            } else {
                LockSupport.parkNanos(Math.min(left, nap));
                nap = Math.min(2 * nap, LONGEST_NAP_NS);
            }
            left = timeoutNs - (System.nanoTime() - start);
        }
    }

    /** Serves peers; negative when there is something to report. */
    private int serveQuietly() {
        lock.lock();
        try {
            if (closed) {
                return -1;
            }
            int work = engine.serve();
            return engine.hasNothingToReport() ? work : -1;
        } finally {
            lock.unlock();
        }
    }

    /** Called by the progress thread. */
    private int serveInBackground() {
        if (!lock.tryLock()) {
            return 0;
        }
        try {
            return closed ? -1 : engine.serve();
        } finally {
            lock.unlock();
        }
    }

    /**
     * Waits until accepted messages have arrived, then until goodbyes are acknowledged; each for at
     * most 2 s, as a peer may have died.
     */
    @Override
    public void close() {
        unlink.run();
        await(engine::isDrained);
        lock.lock();
        try {
            engine.sendGoodbyes();
        } finally {
            lock.unlock();
        }
        await(engine::isGoodbyeAcknowledged);
        lock.lock();
        try {
            closed = true;
            network.close();
        } finally {
            lock.unlock();
        }
    }

    private void await(BooleanSupplier done) {
        long start = System.nanoTime();
        while (!serves(done) && System.nanoTime() - start < LEAVE_NS) {
            LockSupport.parkNanos(FIRST_NAP_NS);
        }
    }

    private boolean serves(BooleanSupplier done) {
        lock.lock();
        try {
            engine.serve();
            return closed || done.getAsBoolean();
        } finally {
            lock.unlock();
        }
    }
}
