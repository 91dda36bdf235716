package musubi.pvas;

import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;

/**
 * The shutdown hooks of a rank, by the rules of {@link Runtime#addShutdownHook}.
 *
 * <p>Thread rule: any thread.
 */
public final class ShutdownHooks {
    private final Set<Thread> hooks = Collections.newSetFromMap(new IdentityHashMap<>());
    private boolean started;

    ShutdownHooks() {}

    /** Adds a hook. */
    public synchronized void add(Thread hook) {
        checkNotStarted();
        if (hook.isAlive()) {
            throw new IllegalArgumentException("Hook already running");
        }
        if (!hooks.add(hook)) {
            throw new IllegalArgumentException("Hook previously registered");
        }
    }

    /** Removes a hook; false if it was not registered. */
    public synchronized boolean remove(Thread hook) {
        checkNotStarted();
        return hooks.remove(hook);
    }

    private void checkNotStarted() {
        if (started) {
            throw new IllegalStateException("Shutdown in progress");
        }
    }

    /** Runs all hooks concurrently and waits for their end. */
    void run() {
        List<Thread> all;
        synchronized (this) {
            started = true;
            all = new ArrayList<>(hooks);
        }
        all.forEach(Thread::start);
        boolean interrupted = false;
        for (Thread hook : all) {
            while (hook.isAlive()) {
                try {
                    hook.join();
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
