package musubi.tcp.relay;

import java.util.PriorityQueue;

/** What a relay does at times to come. For the relay's thread. */
final class Deadlines {
    /** Something to do at a time, unless it is cancelled. */
    static final class Deadline implements Comparable<Deadline> {
        private final long timeNs;
        private Runnable action;

        private Deadline(long timeNs, Runnable action) {
            this.timeNs = timeNs;
            this.action = action;
        }

        /** Does nothing at that time; no effect afterwards. */
        void cancel() {
            action = null;
        }

        @Override
        public int compareTo(Deadline other) {
            return Long.signum(timeNs - other.timeNs);
        }
    }

    private static final long NS_PER_MS = 1_000_000;

    private final PriorityQueue<Deadline> queue = new PriorityQueue<>();

    Deadline after(long ns, Runnable action) {
        Deadline deadline = new Deadline(System.nanoTime() + ns, action);
        queue.add(deadline);
        return deadline;
    }

    /** Time in ms until the next one, rounded up; 0 if there is none. */
    long untilNextMs() {
        while (!queue.isEmpty() && queue.peek().action == null) {
            queue.poll();
        }
        if (queue.isEmpty()) {
            return 0;
        }
        return Math.max(1, (queue.peek().timeNs - System.nanoTime()) / NS_PER_MS + 1);
    }

    /** Runs those whose time has come. */
    void run() {
        long now = System.nanoTime();
        while (!queue.isEmpty() && queue.peek().timeNs - now <= 0) {
            Runnable action = queue.poll().action;
            if (action != null) {
                action.run();
            }
        }
    }
}
