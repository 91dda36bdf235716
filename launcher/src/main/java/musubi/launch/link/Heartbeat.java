package musubi.launch.link;

import java.util.concurrent.TimeUnit;

/**
 * The clock of the links between mpiexec and node proxies: each end sends a heartbeat in each
 * interval and counts the intervals without a frame. The count is local, so a stopped process does
 * not count the time of its stop.
 */
public final class Heartbeat {
    /** The length of an interval, in ms. */
    public static final int INTERVAL_MS = 500;

    private Heartbeat() {}

    /** Runs an action in each interval, on a thread of its own. */
    public static void start(Runnable action) {
        Thread.ofPlatform()
                .daemon()
                .name("heartbeat")
                .start(
                        () -> {
                            try {
                                while (true) {
                                    TimeUnit.MILLISECONDS.sleep(INTERVAL_MS);
                                    action.run();
                                }
                            } catch (InterruptedException e) {
                                Thread.currentThread().interrupt();
                            }
                        });
    }
}
