package bench;

import mpi.Comm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Request;

/**
 * Latency and bandwidth of OSU's benchmarks through the names of mpiJava, common to Musubi and MPJ
 * Express; {@code benchmarks/mpj} runs it on both. Arrays of bytes, sizes 1 to 4 MiB.
 *
 * <p>{@code OsuMpj [-iterations n] [-skip n] [-largest bytes]}: iterations and skipped ones for
 * messages up to 8 KiB; a tenth for larger ones. Rank 0 prints {@code J,name,bytes,value}: latency
 * in microseconds, bandwidth in MB/s of 10^6 bytes.
 *
 * <p>Uses only mpi.* of mpiJava 1.2, and reads arguments from the end, because MPJ Express inserts
 * its own before them.
 */
public final class OsuMpj {
    private static final int ITERATIONS = 10_000;
    private static final int SKIPPED = 20_000;
    private static final int LARGEST = 4 << 20;
    private static final int LARGE = 8 << 10;
    private static final int FEWER = 10;
    private static final int WINDOW = 64;
    private static final int TAG = 1;
    private static final double MICRO_PER_NS = 1e-3;

    private final Comm world = MPI.COMM_WORLD;
    private final int rank;
    private final int iterations;
    private final int skipped;
    private final byte[] out;
    private final byte[] in;
    private final Request[] requests = new Request[WINDOW];

    private OsuMpj(String[] words) throws MPIException {
        rank = world.Rank();
        iterations = number(words, "-iterations", ITERATIONS);
        skipped = number(words, "-skip", SKIPPED);
        int largest = number(words, "-largest", LARGEST);
        out = new byte[largest];
        in = new byte[largest];
    }

    /** Runs both on ranks 0 and 1. */
    public static void main(String[] args) throws MPIException {
        MPI.Init(args);
        OsuMpj osu = new OsuMpj(args);
        for (int bytes = 1; bytes <= osu.out.length; bytes *= 2) {
            osu.measure("osu_latency", bytes);
        }
        for (int bytes = 1; bytes <= osu.out.length; bytes *= 2) {
            osu.measure("osu_bw", bytes);
        }
        MPI.Finalize();
    }

    private static int number(String[] words, String option, int otherwise) {
        for (int i = words.length - 2; i >= 0; i--) {
            if (words[i].equals(option)) {
                return Integer.parseInt(words[i + 1]);
            }
        }
        return otherwise;
    }

    private void measure(String name, int bytes) throws MPIException {
        boolean latency = name.equals("osu_latency");
        int share = (bytes > LARGE ? FEWER : 1) * (latency ? 1 : FEWER);
        MPI.COMM_WORLD.Barrier();
        repeat(latency, Math.max(1, skipped / share), bytes);
        MPI.COMM_WORLD.Barrier();
        int count = Math.max(1, iterations / share);
        long start = System.nanoTime();
        repeat(latency, count, bytes);
        double us = (System.nanoTime() - start) * MICRO_PER_NS / count;
        if (rank == 0) {
            double value = latency ? us / 2 : (double) bytes * WINDOW / us;
            System.out.println("J," + name + "," + bytes + "," + value);
        }
    }

    private void repeat(boolean latency, int count, int bytes) throws MPIException {
        for (int i = 0; i < count && rank < 2; i++) {
            if (latency) {
                roundTrip(bytes);
            } else {
                window(bytes);
            }
        }
    }

    private void roundTrip(int bytes) throws MPIException {
        if (rank == 0) {
            world.Send(out, 0, bytes, MPI.BYTE, 1, TAG);
            world.Recv(in, 0, bytes, MPI.BYTE, 1, TAG);
        } else {
            world.Recv(in, 0, bytes, MPI.BYTE, 0, TAG);
            world.Send(out, 0, bytes, MPI.BYTE, 0, TAG);
        }
    }

    private void window(int bytes) throws MPIException {
        int peer = 1 - rank;
        for (int i = 0; i < WINDOW; i++) {
            requests[i] =
                    rank == 0
                            ? world.Isend(out, 0, bytes, MPI.BYTE, peer, TAG)
                            : world.Irecv(in, 0, bytes, MPI.BYTE, peer, TAG);
        }
        Request.Waitall(requests);
        if (rank == 0) {
            world.Recv(in, 0, 1, MPI.BYTE, peer, TAG);
        } else {
            world.Send(out, 0, 1, MPI.BYTE, peer, TAG);
        }
    }
}
