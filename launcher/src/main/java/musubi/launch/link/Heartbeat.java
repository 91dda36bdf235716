package musubi.launch.link;

import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/**
 * The clock of the links between mpiexec and node proxies. Each side sends a heartbeat once a
 * second and counts the seconds without a frame. The count is local, so a stopped process does not
 * count the time of its stop.
 */
public final class Heartbeat {
    private Heartbeat() {}

    /** Runs an action, which may block, every second until it returns false; on its own thread. */
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
