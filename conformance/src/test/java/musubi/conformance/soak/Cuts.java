package musubi.conformance.soak;

import musubi.launch.Namespaces;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Cuts the network of each host but the first again and again, each time for a random time, until
 * it is stopped; then all hosts are connected.
 */
public final class Cuts implements AutoCloseable {
    private static final int SHORTEST_MS = 200;
    private static final int SHORTEST_PAUSE_MS = 300;
    private static final int LONGEST_PAUSE_MS = 2000;

    private final Namespaces network;
    private final int longestMs;
    private final long seed;
    private final List<Thread> threads = new ArrayList<>();
    private final AtomicInteger count = new AtomicInteger();
    private volatile boolean stopped;
    private volatile IOException failure;

    /**
     * A schedule that has not begun.
     *
     * @param hosts number of hosts
     * @param longestMs of a cut
     * @param seed of the times
     */
    public Cuts(Namespaces network, int hosts, int longestMs, long seed) {
        this.network = network;
        this.longestMs = longestMs;
        this.seed = seed;
        for (int host = 2; host <= hosts; host++) {
            int each = host;
            threads.add(Thread.ofPlatform().unstarted(() -> run(each)));
        }
    }

    /** Begins. */
    public Cuts start() {
        threads.forEach(Thread::start);
        return this;
    }

    /** Number of cuts so far. */
    public int count() {
        return count.get();
    }

    private void run(int host) {
        Random random = new Random(seed + host);
        try {
            while (!stopped) {
                network.cut(host);
                TimeUnit.MILLISECONDS.sleep(random.nextInt(SHORTEST_MS, longestMs));
                network.heal(host);
                count.incrementAndGet();
                TimeUnit.MILLISECONDS.sleep(random.nextInt(SHORTEST_PAUSE_MS, LONGEST_PAUSE_MS));
            }
        } catch (IOException e) {
            failure = e;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Stops after the present cuts. */
    @Override
    public void close() throws IOException {
        stopped = true;
        try {
            for (Thread each : threads) {
                each.join();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        if (failure != null) {
            throw failure;
        }
    }
}
