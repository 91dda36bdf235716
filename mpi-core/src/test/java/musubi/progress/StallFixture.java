package musubi.progress;

import musubi.bootstrap.Stall;
import musubi.bootstrap.StallLink;
import musubi.error.CallNotes;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/** A rank's stall detector, whose reports go into a log. */
abstract class StallFixture {
    final List<String> log = new ArrayList<>();
    final List<Stall> stalls = new ArrayList<>();
    final WorkList work = new WorkList();
    final IdleStrategy.Wait wait = new IdleStrategy.Wait();
    final Awaited awaited = new Awaited();
    long sent = 10;
    long received = 20;
    int probe;

    final StallLink link =
            new StallLink() {
                @Override
                public void stalled(Stall stall) {
                    stalls.add(stall);
                    log.add("stalled " + stall.number());
                }

                @Override
                public void resumed() {
                    log.add("resumed");
                }

                @Override
                public int latestProbe() {
                    return probe;
                }

                @Override
                public void confirm(int stallNumber, int confirmed) {
                    log.add("confirm " + stallNumber + " " + confirmed);
                }
            };

    final MessageCounts counts =
            new MessageCounts() {
                @Override
                public long sent() {
                    return sent;
                }

                @Override
                public long received() {
                    return received;
                }

                @Override
                public Stall.Traffic traffic() {
                    return null;
                }

                @Override
                public List<String> unexpectedMessages() {
                    return List.of("a note");
                }

                @Override
                public List<String> leftOperations() {
                    return List.of();
                }
            };

    final Gate gate = new Gate(ThreadLevel.MULTIPLE, false, false, null, new CallNotes(null));

    /** No threads but those that wait. */
    final ThreadActivity alone = new ThreadActivity(gate, false, _ -> new ThreadGroup("empty"));

    final RecentFailures failures = new RecentFailures();

    final StallDetector detector = detector(0);

    static final class Awaited implements Waitable {
        boolean complete;

        @Override
        public boolean isComplete() {
            return complete;
        }

        @Override
        public void describeWait(WaitDependencies needs) {
            needs.describe("one").describe("two").addRank(4).addRank(2).anyRankSuffices();
        }
    }

    StallDetector detector(long afterMs) {
        return new StallDetector(
                link, counts, work, new StallDetector.Times(afterMs, 0, true), alone, failures);
    }

    List<String> take() {
        List<String> taken = List.copyOf(log);
        log.clear();
        return taken;
    }

    static void spinUntil(CountDownLatch over) {
        while (over.getCount() > 0) {
            Thread.onSpinWait();
        }
    }

    static void join(Thread thread) {
        try {
            thread.join();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
