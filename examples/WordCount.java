import mpi.MPI;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Counts the words in all files of a directory and prints the most frequent ones.
 *
 * <p>{@code ./mpiexec -n 4 examples/WordCount.java [DIRECTORY [TOP]]}
 *
 * <p>Each rank reads some of the files. The counts travel as Java objects: MPI.OBJECT serialises
 * the elements of an Object[]. Written with the capitalised names of mpiJava and MPJ Express, the
 * origin of MPI.OBJECT.
 */
class WordCount {
    private static final int TAG = 1;
    private static final Pattern WORD = Pattern.compile("\\p{L}+(?:['’]\\p{L}+)*");

    /** How often each word occurs; an ordinary serialisable class. */
    private static final class Counts extends TreeMap<String, Integer> {
        private static final long serialVersionUID = 1L;

        void add(String word, int times) {
            merge(word, times, Integer::sum);
        }

        /** Highest count first, and words with equal counts alphabetically. */
        List<Map.Entry<String, Integer>> top(int limit) {
            Comparator<Map.Entry<String, Integer>> byCount = Map.Entry.comparingByValue();
            return entrySet().stream()
                    .sorted(byCount.reversed().thenComparing(Map.Entry.comparingByKey()))
                    .limit(limit)
                    .toList();
        }
    }

    public static void main(String[] args) throws IOException {
        String[] words = MPI.Init(args);
        Path directory = Path.of(words.length > 0 ? words[0] : "examples/data/texts");
        int top = words.length > 1 ? Integer.parseInt(words[1]) : 10;
        int rank = MPI.COMM_WORLD.Rank();
        int size = MPI.COMM_WORLD.Size();

        // All ranks see the same list, so each determines its own files without a message.
        List<Path> files = filesIn(directory);
        Counts counts = new Counts();
        for (int i = rank; i < files.size(); i += size) {
            count(files.get(i), counts);
        }
        merge(counts);
        if (rank == 0) {
            print(counts, files.size(), top);
        }
        MPI.Finalize();
    }

    private static List<Path> filesIn(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return new ArrayList<>(files.filter(Files::isRegularFile).sorted().toList());
        }
    }

    private static void count(Path file, Counts counts) throws IOException {
        try (Stream<String> lines = Files.lines(file)) {
            for (String line : (Iterable<String>) lines::iterator) {
                Matcher words = WORD.matcher(line.toLowerCase(Locale.ROOT));
                while (words.find()) {
                    counts.add(words.group(), 1);
                }
            }
        }
    }

    /**
     * Gathers all counts on rank 0 along a tree: in the first round 1 sends to 0, 3 to 2, 5 to 4;
     * in the second 2 sends to 0 and 6 to 4; and so on. Twice as many ranks take one more round.
     */
    private static void merge(Counts counts) {
        int rank = MPI.COMM_WORLD.Rank();
        int size = MPI.COMM_WORLD.Size();
        Object[] message = new Object[1];
        for (int distance = 1; distance < size; distance *= 2) {
            if (rank % (2 * distance) != 0) {
                message[0] = counts;
                MPI.COMM_WORLD.Send(message, 0, 1, MPI.OBJECT, rank - distance, TAG);
                return;
            }
            if (rank + distance < size) {
                MPI.COMM_WORLD.Recv(message, 0, 1, MPI.OBJECT, rank + distance, TAG);
                Counts received = (Counts) message[0];
                received.forEach(counts::add);
            }
        }
    }

    private static void print(Counts counts, int files, int top) {
        int total = counts.values().stream().mapToInt(Integer::intValue).sum();
        System.out.printf(
                "%d words, %d different ones, in %d files%n", total, counts.size(), files);
        for (Map.Entry<String, Integer> entry : counts.top(top)) {
            System.out.printf("%6d %s%n", entry.getValue(), entry.getKey());
        }
    }
}
