package musubi.pt2pt;

import musubi.adi.Endpoint;
import musubi.adi.MemoryPool;
import musubi.adi.PeerInfo;
import musubi.adi.Transport;
import musubi.adi.TransportTraits;
import musubi.region.Lifetime;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** A transport to peers that exist only in a test; see {@link ScriptedEndpoint}. */
final class ScriptedTransport extends Transport implements MemoryPool {
    /** Capabilities of the transport and of its endpoints. */
    final Set<Class<?>> capabilities = new HashSet<>();

    /** What arrives in the next polls. */
    final Deque<Runnable> arrivals = new ArrayDeque<>();

    /** What the pool has given out. */
    MemorySegment pool;

    int sleeps;
    private final Map<Integer, ScriptedEndpoint> endpoints = new HashMap<>();

    ScriptedTransport(TransportTraits traits) {
        super(traits, null);
    }

    /** The way to a peer, also before it is connected. */
    ScriptedEndpoint to(int peer) {
        return endpoints.computeIfAbsent(peer, _ -> new ScriptedEndpoint(this));
    }

    @Override
    public <C> C capability(Class<C> kind) {
        return capabilities.contains(kind) ? kind.cast(this) : null;
    }

    @Override
    public int distanceTo(PeerInfo peer) {
        return 0;
    }

    @Override
    public Endpoint connect(PeerInfo peer) {
        ScriptedEndpoint endpoint = to(peer.worldRank());
        endpoint.open = true;
        return endpoint;
    }

    @Override
    public int poll(int limit) {
        Runnable arrival = arrivals.poll();
        if (arrival != null) {
            arrival.run();
        }
        return arrival == null ? 0 : 1;
    }

    @Override
    public void sleep(long timeoutNs) {
        sleeps++;
    }

    @Override
    public void close() {}

    @Override
    public Lifetime.Lent lend(long bytes) {
        pool = Arena.ofAuto().allocate(bytes, 128);
        return Lifetime.lendCollected(pool, () -> {});
    }

    @Override
    public MemorySegment share(int[] numbers) {
        return null;
    }
}
