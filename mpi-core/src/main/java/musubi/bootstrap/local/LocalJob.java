package musubi.bootstrap.local;

import musubi.bootstrap.Bootstrap;
import musubi.bootstrap.deadlock.DeadlockDetector;
import musubi.error.ErrorClass;
import musubi.error.MpiFailure;
import musubi.region.AddressSpace;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicIntegerArray;

/**
 * A job whose ranks are threads of this JVM.
 *
 * <p>Each rank calls {@link #bootstrap}; a further call after leaving opens the next epoch, as
 * {@code MPI.Init} after {@code MPI.Finalize} does. Epochs share nothing.
 *
 * <p>Thread rule: any thread.
 */
public final class LocalJob {
    private final int size;
    private final String jobId;
    private final AtomicIntegerArray epochsOpened;
    private final Map<Integer, LocalEpoch> epochs = new HashMap<>();
    private final AddressSpace addressSpace = new AddressSpace();
    private volatile String abortText;

    /**
     * A job without started ranks.
     *
     * @param size the number of ranks
     * @param jobId the name of the job, unique on this machine
     */
    public LocalJob(int size, String jobId) {
        if (size < 1) {
            throw new MpiFailure(ErrorClass.ARG, "a job needs at least one rank")
                    .with("size", size);
        }
        this.size = size;
        this.jobId = jobId;
        this.epochsOpened = new AtomicIntegerArray(size);
    }

    /** The bootstrap of this rank for its next epoch. */
    public Bootstrap bootstrap(int rank) {
        if (rank < 0 || rank >= size) {
            throw new MpiFailure(ErrorClass.RANK, "no such rank in the job")
                    .with("rank", rank)
                    .with("size", size);
        }
        int epoch = epochsOpened.getAndIncrement(rank);
        return new LocalBootstrap(this, rank, epoch);
    }

    /** Aborts the job: waits, and later calls, fail with {@link MpiFailure} of PROC_ABORTED. */
    public void abort(String message) {
        synchronized (epochs) {
            if (abortText == null) {
                abortText = message;
            }
            epochs.notifyAll();
        }
    }

    /** Objects that its ranks share. */
    public AddressSpace addressSpace() {
        return addressSpace;
    }

    int size() {
        return size;
    }

    String jobId(int epoch) {
        return jobId + "-" + epoch;
    }

    void put(int epoch, String key, String value) {
        synchronized (epochs) {
            checkAlive();
            epoch(epoch).values.put(key, value);
        }
    }

    String get(int epoch, String key) {
        synchronized (epochs) {
            checkAlive();
            return epoch(epoch).values.get(key);
        }
    }

    DeadlockDetector detector(int number) {
        synchronized (epochs) {
            LocalEpoch epoch = epoch(number);
            if (epoch.detector == null) {
                epoch.detector = new DeadlockDetector(size);
            }
            return epoch.detector;
        }
    }

    void fence(int number) {
        synchronized (epochs) {
            checkAlive();
            LocalEpoch epoch = epoch(number);
            int round = epoch.round;
            if (++epoch.waiting == size) {
                epoch.waiting = 0;
                epoch.round++;
                epochs.notifyAll();
            }
            while (epoch.round == round) {
                await();
                checkAlive();
            }
        }
    }

    void leave(int number) {
        synchronized (epochs) {
            LocalEpoch epoch = epoch(number);
            if (++epoch.left == size) {
                epochs.remove(number);
            }
        }
    }

    private LocalEpoch epoch(int number) {
        return epochs.computeIfAbsent(number, unused -> new LocalEpoch());
    }

    private void await() {
        try {
            epochs.wait();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new MpiFailure(ErrorClass.OTHER, "interrupted in a fence", interrupted)
                    .with("job", jobId);
        }
    }

    /** Fails if the job was aborted. */
    void checkAlive() {
        String cause = abortText;
        if (cause != null) {
            throw new MpiFailure(
                    ErrorClass.PROC_ABORTED, "the job was aborted: job=" + jobId + ": " + cause);
        }
    }

    /** The shared state of an epoch; guarded by {@link #epochs}. */
    private static final class LocalEpoch {
        private final Map<String, String> values = new HashMap<>();
        private int waiting;
        private int round;
        private int left;
        private DeadlockDetector detector;
    }
}
