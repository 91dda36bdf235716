package musubi.verbs.wire;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.SplittableRandom;
import java.util.function.LongSupplier;
import java.util.function.UnaryOperator;

/**
 * A wire in front of another that drops, duplicates, delays and reorders outgoing packets. Held
 * packets move when the wire is used. Used by one thread.
 */
public final class FaultInjectingWire implements Wire {
    private static final int MOST_HELD = 1024;

    private final Wire wire;
    private final WireFaults faults;
    private final LongSupplier clockNs;
    private final SplittableRandom random;
    private final Deque<Held> held = new ArrayDeque<>();
    private final Deque<Held> free = new ArrayDeque<>();

    /** A held packet and its release time. */
    private static final class Held {
        private final Packet packet = new Packet();
        private long dueNs;
    }

    public FaultInjectingWire(Wire wire, WireFaults faults, LongSupplier clockNs) {
        this.wire = wire;
        this.faults = faults;
        this.clockNs = clockNs;
        random = new SplittableRandom(faults.seed());
    }

    /** Puts such a wire in front of another, with the real clock. */
    public static UnaryOperator<Wire> with(WireFaults faults) {
        return wire -> new FaultInjectingWire(wire, faults, System::nanoTime);
    }

    @Override
    public int lid() {
        return wire.lid();
    }

    @Override
    public boolean offer(Packet packet) {
        release();
        if (happens(faults.loss())) {
            return true;
        }
        boolean reordered = faults.holdNs() > 0 && happens(faults.reordering());
        long waitNs = faults.delayNs() + (reordered ? random.nextLong(faults.holdNs()) : 0);
        boolean taken = waitNs > 0 ? hold(packet, waitNs) : wire.offer(packet);
        if (taken && happens(faults.duplication())) {
            hold(packet, waitNs);
        }
        return taken;
    }

    @Override
    public boolean poll(Packet into) {
        release();
        return wire.poll(into);
    }

    @Override
    public void close() {
        held.clear();
        wire.close();
    }

    private boolean hold(Packet packet, long waitNs) {
        if (held.size() == MOST_HELD) {
            return false;
        }
        Held place = free.isEmpty() ? new Held() : free.remove();
        place.packet.copyFrom(packet);
        place.dueNs = clockNs.getAsLong() + waitNs;
        held.add(place);
        return true;
    }

    private void release() {
        long nowNs = held.isEmpty() ? 0 : clockNs.getAsLong();
        for (int left = held.size(); left > 0; left--) {
            Held next = held.remove();
            if (nowNs - next.dueNs >= 0 && wire.offer(next.packet)) {
                free.add(next);
            } else {
                held.add(next);
            }
        }
    }

    private boolean happens(double chance) {
        return chance > 0 && random.nextDouble() < chance;
    }
}
