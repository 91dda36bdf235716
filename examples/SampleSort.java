import mpi.MPI;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

/**
 * Sorts a file of integers that may be larger than the memory of one rank.
 *
 * <p>{@code ./mpiexec -n 4 examples/SampleSort.java [INPUT [OUTPUT]]}
 *
 * <p>A text file has numbers with white space between them; a file with the suffix .bin has 8 bytes
 * per number, high byte first. The suffix of the output determines its format. Each rank
 *
 * <ol>
 *   <li>reads its part of the file and sorts it,
 *   <li>gives a small sample to all others: the sorted samples determine the range of each rank,
 *   <li>sends each number to the rank that collects its range, and sorts the numbers received,
 *   <li>writes them behind those of lower ranks.
 * </ol>
 */
class SampleSort {
    private static final int ROOT = 0;

    public static void main(String[] args) throws IOException {
        String[] words = MPI.Init(args);
        int rank = MPI.COMM_WORLD.getRank();
        Path input = Path.of(words.length > 0 ? words[0] : "examples/data/numbers.txt");
        Path output = Path.of(words.length > 1 ? words[1] : "sorted.txt");

        long[] numbers = isBinary(input) ? readBinary(input) : readText(input);
        Arrays.sort(numbers);
        long[] sorted = exchange(numbers, splitters(numbers));
        Arrays.sort(sorted);
        write(output, isBinary(output) ? toBinary(sorted) : toText(sorted));

        long[] result = {sorted.length, checksum(sorted)};
        long[] total = new long[result.length];
        MPI.COMM_WORLD.reduce(result, total, total.length, MPI.LONG, MPI.SUM, ROOT);
        if (rank == ROOT) {
            System.out.printf("%d numbers sorted, checksum %016x%n", total[0], total[1]);
        }
        MPI.Finalize();
    }

    /**
     * The lower bounds of the ranges of all ranks but the first. Every rank contributes as many
     * evenly spaced values as there are ranks, so each range gets about the same share.
     */
    private static long[] splitters(long[] sorted) {
        int size = MPI.COMM_WORLD.getSize();
        long[] sample = new long[size];
        for (int i = 0; i < size; i++) {
            int at = (int) ((long) sorted.length * i / size);
            sample[i] = sorted.length == 0 ? Long.MAX_VALUE : sorted[at];
        }
        long[] samples = new long[size * size];
        MPI.COMM_WORLD.allGather(sample, size, MPI.LONG, samples, size, MPI.LONG);
        Arrays.sort(samples);
        long[] splitters = new long[size - 1];
        for (int i = 0; i < splitters.length; i++) {
            splitters[i] = samples[(i + 1) * size];
        }
        return splitters;
    }

    /** Sends every number to the rank of its range; returns the numbers received. */
    private static long[] exchange(long[] sorted, long[] splitters) {
        int size = MPI.COMM_WORLD.getSize();
        int[] sendCounts = new int[size];
        int range = 0;
        for (long number : sorted) {
            while (range < splitters.length && number >= splitters[range]) {
                range++;
            }
            sendCounts[range]++;
        }
        // First the counts of all pairs of ranks, which size the buffers; then the numbers.
        int[] receiveCounts = new int[size];
        MPI.COMM_WORLD.allToAll(sendCounts, 1, MPI.INT, receiveCounts, 1, MPI.INT);
        long[] received = new long[Arrays.stream(receiveCounts).sum()];
        MPI.COMM_WORLD.allToAllv(
                sorted,
                sendCounts,
                starts(sendCounts),
                MPI.LONG,
                received,
                receiveCounts,
                starts(receiveCounts),
                MPI.LONG);
        return received;
    }

    private static int[] starts(int[] counts) {
        int[] starts = new int[counts.length];
        for (int i = 1; i < counts.length; i++) {
            starts[i] = starts[i - 1] + counts[i - 1];
        }
        return starts;
    }

    /** The sum of this value over all lower ranks. */
    private static long sumBefore(long value) {
        long[] own = {value};
        long[] before = new long[1];
        MPI.COMM_WORLD.exScan(own, before, 1, MPI.LONG, MPI.SUM);
        return MPI.COMM_WORLD.getRank() == 0 ? 0 : before[0]; // no rank is before rank 0
    }

    /** The sum of all numbers, each times its position in the sorted order, from 1, modulo 2^64. */
    private static long checksum(long[] sorted) {
        long place = sumBefore(sorted.length);
        long sum = 0;
        for (long number : sorted) {
            place++;
            sum += place * number;
        }
        return sum;
    }

    private static boolean isBinary(Path file) {
        return file.toString().endsWith(".bin");
    }

    /** The numbers that begin in this rank's part of a text file. */
    private static long[] readText(Path path) throws IOException {
        int rank = MPI.COMM_WORLD.getRank();
        int size = MPI.COMM_WORLD.getSize();
        try (RandomAccessFile file = new RandomAccessFile(path.toFile(), "r")) {
            long from = wordStart(file, file.length() * rank / size);
            long to = wordStart(file, file.length() * (rank + 1) / size);
            String text = new String(read(file, from, to), StandardCharsets.US_ASCII);
            return Arrays.stream(text.split("\\s+"))
                    .filter(word -> !word.isEmpty())
                    .mapToLong(Long::parseLong)
                    .toArray();
        }
    }

    /** The first position from this one on that is not within a word begun before. */
    private static long wordStart(RandomAccessFile file, long position) throws IOException {
        if (position == 0) {
            return 0;
        }
        file.seek(position - 1);
        int character = file.read();
        while (character != -1 && !Character.isWhitespace(character)) {
            character = file.read();
        }
        return file.getFilePointer();
    }

    private static long[] readBinary(Path path) throws IOException {
        int rank = MPI.COMM_WORLD.getRank();
        int size = MPI.COMM_WORLD.getSize();
        try (RandomAccessFile file = new RandomAccessFile(path.toFile(), "r")) {
            long all = file.length() / Long.BYTES;
            long from = all * rank / size;
            long to = all * (rank + 1) / size;
            long[] numbers = new long[(int) (to - from)];
            byte[] bytes = read(file, from * Long.BYTES, to * Long.BYTES);
            ByteBuffer.wrap(bytes).asLongBuffer().get(numbers);
            return numbers;
        }
    }

    private static byte[] read(RandomAccessFile file, long from, long to) throws IOException {
        byte[] bytes = new byte[Math.toIntExact(to - from)];
        file.seek(from);
        file.readFully(bytes);
        return bytes;
    }

    private static byte[] toText(long[] numbers) {
        return LongStream.of(numbers)
                .mapToObj(number -> number + "\n")
                .collect(Collectors.joining())
                .getBytes(StandardCharsets.US_ASCII);
    }

    private static byte[] toBinary(long[] numbers) {
        ByteBuffer bytes = ByteBuffer.allocate(numbers.length * Long.BYTES);
        bytes.asLongBuffer().put(numbers);
        return bytes.array();
    }

    /** Writes the parts of all ranks into one file, in rank order. */
    private static void write(Path path, byte[] part) throws IOException {
        long position = sumBefore(part.length);
        try (RandomAccessFile file = new RandomAccessFile(path.toFile(), "rw")) {
            if (MPI.COMM_WORLD.getRank() == ROOT) {
                file.setLength(0);
            }
            MPI.COMM_WORLD.barrier(); // no rank writes before the old contents are gone
            file.seek(position);
            file.write(part);
        }
        MPI.COMM_WORLD.barrier(); // no rank reports its end before all have written
    }
}
