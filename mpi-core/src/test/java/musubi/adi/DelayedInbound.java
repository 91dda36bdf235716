package musubi.adi;

import musubi.region.Region;

import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Random;

/** Holds arrivals for some polls before it passes them on, in order. */
final class DelayedInbound implements Inbound {
    private final Inbound target;
    private final Random random;
    private final int maxDelayPolls;
    private final Deque<Held> held = new ArrayDeque<>();
    private final Envelope envelope = new Envelope();
    private final Region payload = new Region();
    private long polls;

    private record Held(long duePoll, int from, byte[] envelope, byte[] payload) {}

    DelayedInbound(Inbound target, Faults faults, int rank) {
        this.target = target;
        this.random = new Random(faults.seed() ^ rank);
        this.maxDelayPolls = faults.maxDelayPolls();
    }

    @Override
    public void onMessage(int from, Envelope arrived, Region content) {
        byte[] header = new byte[Envelope.BYTES];
        arrived.encode(MemorySegment.ofArray(header), 0);
        byte[] copy = new byte[(int) content.length()];
        content.copyTo(0, MemorySegment.ofArray(copy), 0, copy.length);
        held.add(new Held(polls + random.nextInt(maxDelayPolls + 1), from, header, copy));
    }

    @Override
    public Region landingZone(int from, Envelope arriving, long bytes) {
        return null;
    }

    @Override
    public void onLanded(int from, Envelope arrived, long bytes) {
        throw new IllegalStateException("landed without a landing zone");
    }

    @Override
    public void onPeerLost(int peer, String reason) {
        target.onPeerLost(peer, reason);
    }

    /**
     * Passes on the messages that are due, at most {@code limit}; the others wait behind the first
     * that is not.
     */
    int deliver(int limit) {
        polls++;
        int done = 0;
        while (done < limit && !held.isEmpty() && held.peek().duePoll() < polls) {
            Held next = held.remove();
            envelope.decode(MemorySegment.ofArray(next.envelope()), 0);
            payload.wrapArray(next.payload(), 0, next.payload().length);
            target.onMessage(next.from(), envelope, payload);
            done++;
        }
        return done;
    }

    boolean isEmpty() {
        return held.isEmpty();
    }

    int size() {
        return held.size();
    }
}
