package musubi.rma;

import musubi.comm.Communicator;
import musubi.error.ErrorClass;
import musubi.error.MpiFailure;
import musubi.rma.memory.ControlBlock;

/**
 * The memory of all ranks of a window, as they have reported it to each other. Immutable.
 *
 * <p>Each rank contributes a row of numbers; all ranks do, also one that has failed, so that no
 * rank waits for it.
 */
final class WindowLayout {
    private static final int FINGERPRINT = 0;
    private static final int FAILED = 1;
    private static final int BYTES = 2;
    private static final int UNIT = 3;
    private static final int MEMORY_KEY = 4;
    private static final int CONTROL_KEY = 5;
    private static final int RDMA_KEY = 6;
    private static final int RDMA_CONTROL_KEY = 7;
    private static final int COLUMNS = 8;

    private final long[] rows;

    /**
     * What one rank contributes.
     *
     * @param fingerprint of its handlers
     * @param bytes of its memory
     * @param unit its displacement unit, in bytes
     * @param keys by which other ranks reach the memory
     */
    record Row(long fingerprint, long bytes, long unit, Keys keys) {}

    /**
     * The keys of one rank's memory; -1 where others do not reach it.
     *
     * @param memory for ranks of its node
     * @param control the same of its {@link ControlBlock}
     * @param rdma for adapters of all ranks
     * @param rdmaControl the same of its control block
     */
    record Keys(long memory, long control, long rdma, long rdmaControl) {}

    private WindowLayout(long[] rows) {
        this.rows = rows;
    }

    /**
     * Exchanges the rows; collective.
     *
     * @param failure why this rank has no window; null when it has
     * @throws MpiFailure on all ranks when one has none, or has other handlers
     */
    static WindowLayout exchange(Communicator comm, Row mine, MpiFailure failure) {
        long[] row = {
            mine.fingerprint,
            failure == null ? 0 : failure.errorClass().code(),
            mine.bytes,
            mine.unit,
            mine.keys.memory,
            mine.keys.control,
            mine.keys.rdma,
            mine.keys.rdmaControl
        };
        WindowLayout layout = new WindowLayout(comm.allGather(row));
        if (failure != null) {
            throw failure;
        }
        layout.check(comm, mine.fingerprint);
        return layout;
    }

    private void check(Communicator comm, long fingerprint) {
        for (int rank = 0; rank < comm.size(); rank++) {
            if (number(rank, FAILED) != 0) {
                throw new MpiFailure(ErrorClass.WIN, "another rank could not create the window")
                        .with("rank", rank, "error class", number(rank, FAILED))
                        .advice("see the message of that rank");
            }
            if (number(rank, FINGERPRINT) != fingerprint) {
                throw new MpiFailure(
                                ErrorClass.INTERN,
                                "the ranks have not registered the same active messages")
                        .with("rank", comm.rank(), "other", rank)
                        .advice("use one version of Musubi on all hosts");
            }
        }
    }

    private long number(int rank, int column) {
        return rows[rank * COLUMNS + column];
    }

    /** Bytes of a rank's memory. */
    long bytes(int rank) {
        return number(rank, BYTES);
    }

    /** A rank's displacement unit, in bytes. */
    long unit(int rank) {
        return number(rank, UNIT);
    }

    /** The keys of a rank's memory. */
    Keys keys(int rank) {
        return new Keys(
                number(rank, MEMORY_KEY),
                number(rank, CONTROL_KEY),
                number(rank, RDMA_KEY),
                number(rank, RDMA_CONTROL_KEY));
    }

    /** The memory of all ranks before this one, in bytes. */
    long bytesBefore(int rank) {
        long sum = 0;
        for (int i = 0; i < rank; i++) {
            sum += bytes(i);
        }
        return sum;
    }
}
