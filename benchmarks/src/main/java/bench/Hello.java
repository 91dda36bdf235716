package bench;

import mpi.Intracomm;
import mpi.MPI;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/**
 * Start-up and memory; counterpart of hello.c.
 *
 * <p>{@code Hello [-q] [-b] [-x] [-m]}
 *
 * <ul>
 *   <li>Prints from rank 0 {@code R,init,np,0,1,t_min,t_avg,t_max}: microseconds of Init.
 *   <li>-q: Init and Finalize only; -b: Init, barrier and Finalize only.
 *   <li>-x: first exchanges 8 bytes between all pairs of ranks, to connect them.
 *   <li>-m: memory of each rank after that, in KiB: {@code M,np,rank,rss,pss,private,shared memory
 *       part of pss,anonymous part of pss,process}.
 * </ul>
 */
public final class Hello {
    private static final int ROOT = 0;
    private static final int WORD_BYTES = 8;
    private static final double MICROS_PER_NS = 1e-3;

    private final Intracomm world = MPI.COMM_WORLD;
    private final int rank = world.getRank();
    private final int size = world.getSize();

    private Hello() {}

    /** Runs the benchmark. */
    public static void main(String[] args) throws IOException {
        long start = System.nanoTime();
        MPI.Init(args);
        double initUs = (System.nanoTime() - start) * MICROS_PER_NS;
        List<String> options = List.of(args);
        if (options.contains("-b")) {
            MPI.COMM_WORLD.barrier();
        } else if (!options.contains("-q")) {
            new Hello().run(initUs, options.contains("-x"), options.contains("-m"));
        }
        MPI.Finalize();
    }

    private void run(double initUs, boolean exchange, boolean memory) throws IOException {
        if (exchange) {
            exchangeWithAll();
        }
        printInit(initUs);
        if (memory) {
            printMemory();
        }
    }

    private void exchangeWithAll() {
        byte[] out = new byte[size * WORD_BYTES];
        byte[] in = new byte[size * WORD_BYTES];
        world.allToAll(out, WORD_BYTES, MPI.BYTE, in, WORD_BYTES, MPI.BYTE);
        for (int i = 1; i < size; i++) {
            int to = (rank + i) % size;
            int from = (rank - i + size) % size;
            world.sendRecv(out, WORD_BYTES, MPI.BYTE, to, 1, in, WORD_BYTES, MPI.BYTE, from, 1);
        }
    }

    private void printInit(double initUs) {
        double[] own = {initUs};
        double[] max = new double[1];
        double[] min = new double[1];
        double[] sum = new double[1];
        world.reduce(own, max, 1, MPI.DOUBLE, MPI.MAX, ROOT);
        world.reduce(own, min, 1, MPI.DOUBLE, MPI.MIN, ROOT);
        world.reduce(own, sum, 1, MPI.DOUBLE, MPI.SUM, ROOT);
        if (rank == ROOT) {
            System.out.printf(
                    Locale.ROOT,
                    "R,init,%d,0,1,%.1f,%.1f,%.1f%n",
                    size,
                    min[0],
                    sum[0] / size,
                    max[0]);
        }
    }

    private void printMemory() throws IOException {
        world.barrier();
        long[] own = memoryKiB();
        world.barrier();
        long[] all = new long[own.length * size];
        world.gather(own, own.length, MPI.LONG, all, own.length, MPI.LONG, ROOT);
        for (int i = 0; i < size && rank == ROOT; i++) {
            StringBuilder line = new StringBuilder("M," + size + "," + i);
            for (int k = 0; k < own.length; k++) {
                line.append(',').append(all[i * own.length + k]);
            }
            System.out.println(line);
        }
    }

    /**
     * Rss, Pss, private memory, what part of Pss is shared memory and anonymous memory; process.
     */
    private static long[] memoryKiB() throws IOException {
        List<String> lines = Files.readAllLines(Path.of("/proc/self/smaps_rollup"));
        return new long[] {
            kibibytes(lines, "Rss:"),
            kibibytes(lines, "Pss:"),
            kibibytes(lines, "Private_Clean:") + kibibytes(lines, "Private_Dirty:"),
            kibibytes(lines, "Pss_Shmem:"),
            kibibytes(lines, "Pss_Anon:"),
            ProcessHandle.current().pid()
        };
    }

    private static long kibibytes(List<String> lines, String name) {
        return lines.stream()
                .filter(line -> line.startsWith(name))
                .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")))
                .sum();
    }
}
