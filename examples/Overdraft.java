import mpi.MPI;
import mpi.MPIException;
import mpi.Status;

import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;

/**
 * A planted race: the bank takes orders in the order of arrival. One rank pays in 100, another one
 * takes out 80, and nearly always in this order, because it computes a little longer before. About
 * once in a hundred runs the order is reversed.
 *
 * <p>{@code ./mpiexec -n 3 --journal DIR examples/Overdraft.java} until it fails, then {@code
 * ./mpiexec --replay DIR} fails each time; docs/record-and-replay.md.
 */
class Overdraft {
    private static final int BANK = 0;
    private static final int EMPLOYER = 1;
    private static final int WORK_MICROS = 10_000;
    private static final int HEAD_START_MICROS = 8_600;

    public static void main(String[] args) throws MPIException {
        MPI.Init(args);
        int me = MPI.COMM_WORLD.getRank();
        MPI.COMM_WORLD.barrier();
        if (me == BANK) {
            keepAccount(MPI.COMM_WORLD.getSize() - 1);
        } else {
            boolean pays = me == EMPLOYER;
            work(pays ? 0 : HEAD_START_MICROS);
            int[] order = {pays ? 100 : -80};
            MPI.COMM_WORLD.send(order, 1, MPI.INT, BANK, 0);
        }
        MPI.Finalize();
    }

    private static void work(int least) {
        int micros = least + ThreadLocalRandom.current().nextInt(WORK_MICROS);
        LockSupport.parkNanos(1_000L * micros);
    }

    private static void keepAccount(int orders) throws MPIException {
        int balance = 0;
        int[] order = new int[1];
        for (int i = 0; i < orders; i++) {
            Status status = MPI.COMM_WORLD.recv(order, 1, MPI.INT, MPI.ANY_SOURCE, 0);
            balance += order[0];
            System.out.println(
                    "rank " + status.getSource() + ": " + order[0] + ", balance " + balance);
            if (balance < 0) {
                throw new IllegalStateException("the account is overdrawn");
            }
        }
    }
}
