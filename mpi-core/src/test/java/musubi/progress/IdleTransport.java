package musubi.progress;

import static org.junit.jupiter.api.Assertions.assertEquals;

import musubi.adi.Endpoint;
import musubi.adi.PeerInfo;
import musubi.adi.Transport;
import musubi.adi.TransportTraits;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/** A transport that reports planned work, and whose sleep ends what is awaited. */
final class IdleTransport extends Transport {
    final Deque<Integer> work = new ArrayDeque<>();
    final List<Long> sleeps = new ArrayList<>();
    int polls;
    Runnable onPoll = () -> {};
    Runnable onSleep = () -> {};

    IdleTransport() {
        super(new TransportTraits(1, 1, true), null);
    }

    @Override
    public int distanceTo(PeerInfo peer) {
        return 0;
    }

    @Override
    public Endpoint connect(PeerInfo peer) {
        throw new UnsupportedOperationException();
    }

    @Override
    public int poll(int limit) {
        polls++;
        assertEquals(64, limit);
        onPoll.run();
        return work.isEmpty() ? 0 : work.poll();
    }

    @Override
    public void sleep(long timeoutNs) {
        sleeps.add(timeoutNs);
        onSleep.run();
    }

    @Override
    public void close() {}
}
