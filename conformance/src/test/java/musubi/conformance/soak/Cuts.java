package musubi.conformance.soak;

import musubi.launch.Namespaces;

import java.io.IOException;
import java.util.Random;
import java.util.concurrent.TimeUnit;

/**
 * Cuts the network of one host after the other, each for a random time, until it is stopped; then
 * all hosts are connected.
 */
public final class Cuts implements AutoCloseable {
    private static final int SHORTEST_MS = 200;
    private static final int SHORTEST_PAUSE_MS = 500;
    private static final int LONGEST_PAUSE_MS = 2500;

    private final Namespaces network;
    private final int hosts;
    private final int longestMs;
    private final Random random;
    private final Thread thread = Thread.ofPlatform().unstarted(this::run);
    private volatile boolean stopped;
    private volatile int count;
    private volatile IOException failure;

    /**
     * A schedule that has not begun.
     *
     * @param hosts number of hosts
     * @param longestMs of a cut
     * @param seed of the hosts and times
     */
    public Cuts(Namespaces network, int hosts, int longestMs, long seed) {
        this.network = network;
        this.hosts = hosts;
        this.longestMs = longestMs;
        random = new Random(seed);
    }

    /** Begins. */
    public Cuts start() {
        thread.start();
        return this;
    }

    /** Number of cuts so far. */
    public int count() {
        return count;
    }

    private void run() {
        try {
            while (!stopped) {
                int host = 1 + random.nextInt(hosts);
                network.cut(host);
                TimeUnit.MILLISECONDS.sleep(random.nextInt(SHORTEST_MS, longestMs));
                network.heal(host);
                count++;
                TimeUnit.MILLISECONDS.sleep(random.nextInt(SHORTEST_PAUSE_MS, LONGEST_PAUSE_MS));
            }
        } catch (IOException e) {
            failure = e;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Stops after the present cut. */
    @Override
    public void close() throws IOException {
        stopped = true;
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        if (failure != null) {
            throw failure;
        }
    }
}
