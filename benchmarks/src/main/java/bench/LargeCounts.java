package bench;

import mpi.Datatype;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Request;
import mpi.Status;

/**
 * Transfers messages of more than 2^31 bytes between two ranks and verifies each number. A check
 * that is too large for the tests: each rank needs 2.2 GiB.
 *
 * <pre>
 *   ./mpiexec -n 2 -Xmx3g -cp benchmarks/target/classes bench.LargeCounts
 *   ./mpiexec --pvas -n 2 -Xmx6g -cp benchmarks/target/classes bench.LargeCounts
 * </pre>
 */
public final class LargeCounts {
    private static final int LONGS = 295_300_000;
    private static final long BYTES = 8L * LONGS;

    private LargeCounts() {}

    /** Runs all checks. */
    public static void main(String[] args) throws MPIException {
        MPI.Init(args);
        Intracomm comm = MPI.COMM_WORLD;
        int me = comm.getRank();
        long[] numbers = new long[LONGS];
        Datatype octet = Datatype.createContiguous(1L, MPI.BYTE);
        octet.commit();

        fill(numbers, me, 1);
        if (me == 0) {
            comm.send(numbers, LONGS, MPI.LONG, 1, 0);
        } else {
            expectStatus(comm.recv(numbers, LONGS, MPI.LONG, 0, 0));
        }
        check("send, longs", numbers, 1);

        fill(numbers, me, 2);
        Request request =
                me == 0
                        ? comm.iSend(numbers, BYTES, octet, 1, 0)
                        : comm.iRecv(numbers, BYTES, octet, 0, 0);
        Status status = request.waitStatus();
        if (me == 1) {
            expectStatus(status);
            expect("items of the type", BYTES, status.getCountLong(octet));
        }
        check("iSend, a count beyond int", numbers, 2);

        fill(numbers, me, 3);
        comm.bcast(numbers, BYTES, octet, 0);
        check("bcast, a count beyond int", numbers, 3);
        octet.free();
        MPI.Finalize();
    }

    private static void fill(long[] numbers, int rank, long seed) {
        for (int i = 0; i < numbers.length; i++) {
            numbers[i] = rank == 0 ? seed * 0x9E3779B97F4A7C15L * (i + 1) : -1;
        }
    }

    private static void check(String what, long[] numbers, long seed) throws MPIException {
        for (int i = 0; i < numbers.length; i++) {
            long expected = seed * 0x9E3779B97F4A7C15L * (i + 1);
            if (numbers[i] != expected) {
                expect(what + " [" + i + "]", expected, numbers[i]);
            }
        }
        if (MPI.COMM_WORLD.getRank() == 1) {
            System.out.println(what + ": " + BYTES + " bytes arrived whole");
        }
    }

    private static void expectStatus(Status status) throws MPIException {
        expect("bytes", BYTES, status.getCountLong(MPI.BYTE));
        expect("bytes as an int", MPI.UNDEFINED, status.getCount(MPI.BYTE));
        expect("longs", LONGS, status.getCount(MPI.LONG));
    }

    private static void expect(String what, long expected, long got) {
        if (expected != got) {
            throw new IllegalStateException(what + ": expected " + expected + " but got " + got);
        }
    }
}
