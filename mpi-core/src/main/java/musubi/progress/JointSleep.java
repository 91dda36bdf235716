package musubi.progress;

import musubi.adi.SleepElsewhere;
import musubi.adi.Transport;

import java.util.ArrayList;
import java.util.List;

/**
 * Sleep of a rank that polls several transports: in the one that has a pipe to wake it, while the
 * arrivals of all others write to that pipe. No wake-up is lost: each of the others looks for
 * arrivals after it has asked its peers to write, and what is in the pipe ends the sleep at once.
 *
 * <p>Where there is no such transport, or one of the others cannot write, the rank sleeps for a
 * short time in one of them, whose arrivals wake it; those of the others are seen afterwards.
 *
 * <p>Thread rule: any threads of the rank, also several at a time.
 */
public final class JointSleep {
    private static final long UNWATCHED_SLEEP_NS = 1_000_000;

    /** Where the rank sleeps; null if none has a pipe or several lack the capability. */
    private final Transport host;

    private final SleepElsewhere.WakePipe pipe;
    private final SleepElsewhere[] others;

    /** Where the rank sleeps otherwise. */
    private final Transport fallback;

    /** The sleep of a rank in these transports, of which there is at least one. */
    public JointSleep(Transport... transports) {
        Transport found = null;
        Transport first = null;
        List<SleepElsewhere> able = new ArrayList<>();
        for (Transport transport : transports) {
            SleepElsewhere elsewhere = transport.capability(SleepElsewhere.class);
            if (elsewhere != null) {
                able.add(elsewhere);
                first = first == null ? transport : first;
            } else if (transport.capability(SleepElsewhere.WakePipe.class) != null) {
                found = transport;
            }
        }
        host = able.size() == transports.length - 1 ? found : null;
        pipe = host == null ? null : host.capability(SleepElsewhere.WakePipe.class);
        others = able.toArray(SleepElsewhere[]::new);
        fallback = first == null ? transports[0] : first;
    }

    /**
     * Sleeps until something may have arrived.
     *
     * @param timeoutNs the longest time, in ns
     */
    public void sleep(long timeoutNs) {
        if (!canBeWoken()) {
            fallback.sleep(Math.min(timeoutNs, UNWATCHED_SLEEP_NS));
            return;
        }
        int begun = 0;
        try {
            boolean quiet = true;
            while (quiet && begun < others.length) {
                quiet = others[begun].beginSleep();
                begun++;
            }
            if (quiet) {
                host.sleep(timeoutNs);
            } else {
                // A sender that is about to commit may need this processor to continue.
                Thread.yield();
            }
        } finally {
            while (begun > 0) {
                begun--;
                others[begun].endSleep();
            }
        }
    }

    private boolean canBeWoken() {
        int descriptor = pipe == null ? -1 : pipe.descriptor();
        boolean can = descriptor >= 0;
        for (int i = 0; can && i < others.length; i++) {
            can = others[i].canBeWokenBy(descriptor);
        }
        return can;
    }
}
