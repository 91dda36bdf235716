package musubi.launch.link;

import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/**
 * The clock of the links between mpiexec and node proxies: each side says once a second that it is
 * there, and counts the seconds in which it heard nothing. Seconds in which a process is stopped do
 * not count, since it counts by itself.
 */
public final class Heartbeat {
    private Heartbeat() {}

    /** Does this every second until it returns false, on a thread of its own: it may block. */
    public static void everySecond(String name, BooleanSupplier action) {
        Thread.ofPlatform()
                .daemon()
                .name(name)
                .start(
                        () -> {
                            try {
                                do {
                                    TimeUnit.SECONDS.sleep(1);
                                } while (action.getAsBoolean());
                            } catch (InterruptedException e) {
                                Thread.currentThread().interrupt();
                            }
                        });
    }
}
