package musubi.verbs.wire;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.random.RandomGenerator;

/** A wire that loses the packets selected by a test, and duplicates and reorders at random. */
public final class FaultyWire implements Wire {
    private final Wire wire;
    private final List<Packet> sent = new ArrayList<>();
    private Predicate<Packet> loses = packet -> false;
    private boolean full;
    private boolean records = true;
    private RandomGenerator random;
    private double chance;
    private Packet held;

    public FaultyWire(Wire wire) {
        this.wire = wire;
    }

    public void lose(Predicate<Packet> which) {
        loses = which;
    }

    /** Leaves {@link #sent} empty, for tests that send much. */
    void forgetSent() {
        records = false;
    }

    public void full(boolean isFull) {
        full = isFull;
    }

    public void disturb(RandomGenerator generator, double probability) {
        random = generator;
        chance = probability;
    }

    /** Packets taken, lost ones included. */
    public List<Packet> sent() {
        return sent;
    }

    public long sent(PacketOpcode opcode) {
        return sent.stream().filter(packet -> packet.opcode() == opcode).count();
    }

    @Override
    public int lid() {
        return wire.lid();
    }

    @Override
    public boolean offer(Packet packet) {
        if (full) {
            return false;
        }
        if (records) {
            sent.add(copyOf(packet));
        }
        if (loses.test(packet) || happens()) {
            return true;
        }
        if (held == null && happens()) {
            held = copyOf(packet);
            return true;
        }
        boolean taken = wire.offer(packet) && (!happens() || wire.offer(packet));
        if (taken && held != null && wire.offer(held)) {
            held = null;
        }
        return taken;
    }

    @Override
    public boolean poll(Packet into) {
        return wire.poll(into);
    }

    @Override
    public void close() {
        wire.close();
    }

    private static Packet copyOf(Packet packet) {
        Packet copy = new Packet();
        copy.copyFrom(packet);
        return copy;
    }

    private boolean happens() {
        return random != null && random.nextDouble() < chance;
    }
}
