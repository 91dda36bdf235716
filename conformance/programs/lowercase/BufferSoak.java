import mpi.MPI;
import mpi.MPIException;
import mpi.Request;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Makes large buffers, exchanges them with a changing partner and drops or frees them, until a time
 * or a number of rounds has passed. Rank 0 prints samples of the memory in use.
 *
 * <pre>
 *   rounds=N      rounds of each rank; 50 by default
 *   seconds=S     time instead of rounds
 *   bytes=B       of each buffer; 1 MiB by default
 *   free=yes|no   free the buffers, or drop them; they are dropped by default
 *   sample=S      seconds between samples; 0, the default, for none
 * </pre>
 */
class BufferSoak {
    private static final double MIB = 1 << 20;
    private static final List<String> OF_PROCESS = List.of("VmRSS:", "RssAnon:", "RssShmem:");

    private static long rounds = 50;
    private static double seconds;
    private static int bytes = 1 << 20;
    private static boolean frees;
    private static double sampleSeconds;

    public static void main(String[] args) throws Exception {
        String[] own = MPI.Init(args);
        for (String option : own) {
            read(option.split("=", 2));
        }
        int rank = MPI.COMM_WORLD.getRank();
        int size = MPI.COMM_WORLD.getSize();
        double start = MPI.wtime();
        double nextSample = start;
        int[] more = {1};
        long round = 0;
        for (; more[0] == 1; round++) {
            exchange(rank, size, round);
            if (rank == 0) {
                double now = MPI.wtime();
                boolean ends = seconds > 0 ? now - start >= seconds : round + 1 >= rounds;
                more[0] = ends ? 0 : 1;
                if (sampleSeconds > 0 && (now >= nextSample || ends)) {
                    System.out.println(sample(now - start, round + 1));
                    nextSample += sampleSeconds;
                }
            }
            // All ranks stop after the same round.
            MPI.COMM_WORLD.bcast(more, 1, MPI.INT, 0);
        }
        System.out.println("rank " + rank + " of " + size + (seconds > 0 ? "" : ": " + round + " rounds") + " ok");
        MPI.Finalize();
    }

    private static void read(String[] option) {
        switch (option[0]) {
            case "rounds" -> rounds = Long.parseLong(option[1]);
            case "seconds" -> seconds = Double.parseDouble(option[1]);
            case "bytes" -> bytes = Integer.parseInt(option[1]);
            case "free" -> frees = option[1].equals("yes");
            case "sample" -> sampleSeconds = Double.parseDouble(option[1]);
            default -> throw new IllegalArgumentException("no such option: " + option[0]);
        }
    }

    /** Each rank sends to a rank at a distance and receives from the one at the same distance. */
    private static void exchange(int rank, int size, long round) throws MPIException {
        int distance = (int) (round % size);
        ByteBuffer out = MPI.newByteBuffer(bytes);
        ByteBuffer in = MPI.newByteBuffer(bytes);
        check(in.get(bytes - 1) == 0, "a new buffer is zero");
        out.putLong(0, round);
        out.put(bytes - 1, (byte) rank);
        int from = (rank - distance + size) % size;
        Request receive = MPI.COMM_WORLD.iRecv(in, bytes, MPI.BYTE, from, 0);
        MPI.COMM_WORLD.send(out, bytes, MPI.BYTE, (rank + distance) % size, 0);
        receive.waitFor();
        receive.free();
        check(in.getLong(0) == round, "the round of the sender");
        check(in.get(bytes - 1) == (byte) from, "the rank of the sender");
        if (frees) {
            MPI.freeBuffer(in);
            MPI.freeBuffer(out);
        }
    }

    private static void check(boolean holds, String what) {
        if (!holds) {
            throw new AssertionError(what);
        }
    }

    /** The memory of this process, and the memory that lies in /dev/shm. */
    private static String sample(double time, long rounds) throws IOException {
        StringBuilder line = new StringBuilder("%6.1f s %8d rounds".formatted(time, rounds));
        Path status = Path.of("/proc/self/status");
        if (Files.exists(status)) {
            for (String entry : Files.readAllLines(status)) {
                String[] words = entry.split("\\s+");
                if (OF_PROCESS.contains(words[0])) {
                    line.append("  %s %.0f MiB".formatted(words[0], Long.parseLong(words[1]) / 1024.0));
                }
            }
            var shared = Files.getFileStore(Path.of("/dev/shm"));
            double used = shared.getTotalSpace() - shared.getUnallocatedSpace();
            line.append("  /dev/shm: %.0f MiB".formatted(used / MIB));
        }
        return line.toString();
    }
}
