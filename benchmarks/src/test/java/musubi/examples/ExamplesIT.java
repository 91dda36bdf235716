package musubi.examples;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.awt.image.BufferedImage;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;

import javax.imageio.ImageIO;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/**
 * Runs the examples with the assembled mpiexec and compares their output with a serial computation.
 * They are compiled once here; one of them tests the compilation of source files by mpiexec.
 */
final class ExamplesIT {
    private static final Path EXAMPLES = Mpiexec.ROOT.resolve("examples");
    private static final Path DATA = EXAMPLES.resolve("data");

    @TempDir static Path classes;

    @TempDir Path output;

    @BeforeAll
    static void compileWithoutWarnings() throws IOException {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        StringWriter messages = new StringWriter();
        try (Stream<Path> files = Files.list(EXAMPLES);
                StandardJavaFileManager manager =
                        compiler.getStandardFileManager(null, null, null)) {
            List<Path> sources = files.filter(f -> f.toString().endsWith(".java")).toList();
            List<String> options = List.of("-Xlint:all,-path", "-Werror", "-d", classes.toString());
            compiler.getTask(
                            messages,
                            manager,
                            null,
                            options,
                            null,
                            manager.getJavaFileObjectsFromPaths(sources))
                    .call();
        }
        assertEquals("", messages.toString());
    }

    private List<String> run(int ranks, String name, Object... arguments)
            throws IOException, InterruptedException {
        return run(List.of(), ranks, name, arguments);
    }

    private List<String> run(List<String> options, int ranks, String name, Object... arguments)
            throws IOException, InterruptedException {
        List<String> words = new ArrayList<>(options);
        words.addAll(List.of("-XX:TieredStopAtLevel=1", "-cp", classes.toString(), name));
        Arrays.stream(arguments).map(Object::toString).forEach(words::add);
        return Mpiexec.run(output.resolve("output.log"), ranks, words.toArray(String[]::new));
    }

    @Test
    void sourceFileRunsAsItIs() throws IOException, InterruptedException {
        List<String> lines = Mpiexec.run(output.resolve("output.log"), 4, "examples/Hello.java");
        List<String> expected =
                IntStream.range(0, 4).mapToObj(i -> "Hello from rank " + i + " of 4").toList();
        assertEquals(expected, lines.stream().sorted().toList());
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4})
    void ringAddsUpAllRanks(int ranks) throws IOException, InterruptedException {
        int sum = ranks * (ranks - 1) / 2;
        assertEquals(
                List.of("The token passed " + ranks + " ranks; their sum is " + sum),
                run(ranks, "Ring"));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4})
    void piIsPi(int ranks) throws IOException, InterruptedException {
        assertEquals(List.of("pi = 3.1415926536 from 1000000 strips"), run(ranks, "Pi", 1000000));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4})
    void hashTableCountsAsASerialOne(int ranks) throws IOException, InterruptedException {
        List<String> lines = run(ranks, "HashTable", 3000);
        assertTrue(lines.getFirst().startsWith(3000 * ranks + " keys, "), lines::toString);
        assertEquals("The serial count is the same.", lines.getLast());
    }

    @Test
    void hashTableCountsOverRdmaBesideSharedMemory() throws IOException, InterruptedException {
        List<String> options =
                List.of("--launcher", "fork", "--host", "a:2,b:2", "--transport", "self,shm,verbs");
        assertEquals("The serial count is the same.", run(options, 4, "HashTable", 3000).getLast());
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4})
    void workStealingTakesEachTaskOnce(int ranks) throws IOException, InterruptedException {
        assertEquals(
                List.of(
                        "77031 has the longest chain: 350 steps",
                        "Each of 100 tasks was carried out once."),
                run(ranks, "WorkStealing", 100000));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4})
    void overlappedJacobiHasTheResultOfMessages(int ranks)
            throws IOException, InterruptedException {
        assertEquals(
                "100 x 100, 50 steps: the results are the same.",
                run(ranks, "OverlappedJacobi", 100, 50).getFirst());
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4})
    void matrixProductIsTheSerialOne(int ranks) throws IOException, InterruptedException {
        int n = 101;
        String trace = String.format(Locale.ROOT, "%.6f", traceOfProduct(n));
        assertEquals(
                List.of("C = A * B, 101 x 101: trace " + trace, "The serial product is the same."),
                run(ranks, "MatrixMultiply", n));
    }

    private static double traceOfProduct(int n) {
        double[] a = new Random(1).doubles(n * n).toArray();
        double[] b = new Random(2).doubles(n * n).toArray();
        double trace = 0;
        for (int i = 0; i < n; i++) {
            for (int k = 0; k < n; k++) {
                trace += a[i * n + k] * b[k * n + i];
            }
        }
        return trace;
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 6})
    void gameEndsAsTheSerialOne(int ranks) throws IOException, InterruptedException {
        List<String> lines = run(ranks, "GameOfLife", 30, 13, 10);
        assertEquals(
                List.of(
                        "After 30 generations " + livingCells(30, 13, 10) + " of 130 live.",
                        "The serial game ends with the same board."),
                lines);
    }

    /** The same game on sets of cells. */
    private static int livingCells(int generations, int rows, int columns) {
        Random random = new Random(4);
        Set<Integer> living = new HashSet<>();
        for (int cell = 0; cell < rows * columns; cell++) {
            if (random.nextInt(3) == 0) {
                living.add(cell);
            }
        }
        for (int generation = 0; generation < generations; generation++) {
            Map<Integer, Integer> near = new TreeMap<>();
            for (int cell : living) {
                for (int i = 0; i < 9; i++) {
                    int row = (cell / columns + i / 3 + rows - 1) % rows;
                    int column = (cell % columns + i % 3 + columns - 1) % columns;
                    near.merge(row * columns + column, 1, Integer::sum);
                }
            }
            Set<Integer> before = living;
            living = new HashSet<>();
            for (Map.Entry<Integer, Integer> place : near.entrySet()) {
                // Live cells count themselves.
                int count = place.getValue();
                if (count == 3 || count == 4 && before.contains(place.getKey())) {
                    living.add(place.getKey());
                }
            }
        }
        return living.size();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4})
    void textFileIsSorted(int ranks) throws IOException, InterruptedException {
        Path sorted = output.resolve("sorted.txt");
        Files.writeString(sorted, "what was here before\n".repeat(100_000));
        List<String> lines = run(ranks, "SampleSort", DATA.resolve("numbers.txt"), sorted);
        long[] expected = sortedNumbers();
        assertEquals(List.of(sortReport(expected)), lines);
        assertEquals(
                LongStream.of(expected).mapToObj(Long::toString).toList(),
                Files.readAllLines(sorted));
    }

    @Test
    void binaryFileIsSorted() throws IOException, InterruptedException {
        long[] numbers = sortedNumbers();
        ByteBuffer sorted = ByteBuffer.allocate(numbers.length * Long.BYTES);
        sorted.asLongBuffer().put(numbers);
        Path input = output.resolve("numbers.bin");
        Files.write(input, shuffled(numbers));
        Path result = output.resolve("sorted.bin");
        assertEquals(List.of(sortReport(numbers)), run(3, "SampleSort", input, result));
        assertEquals(sorted, ByteBuffer.wrap(Files.readAllBytes(result)));
    }

    private static byte[] shuffled(long[] numbers) {
        long[] copy = numbers.clone();
        Random random = new Random(3);
        for (int i = copy.length - 1; i > 0; i--) {
            int j = random.nextInt(i + 1);
            long number = copy[i];
            copy[i] = copy[j];
            copy[j] = number;
        }
        ByteBuffer bytes = ByteBuffer.allocate(copy.length * Long.BYTES);
        bytes.asLongBuffer().put(copy);
        return bytes.array();
    }

    private static long[] sortedNumbers() throws IOException {
        String text = Files.readString(DATA.resolve("numbers.txt"));
        return Arrays.stream(text.strip().split("\\s+"))
                .mapToLong(Long::parseLong)
                .sorted()
                .toArray();
    }

    private static String sortReport(long[] sorted) {
        long checksum = 0;
        for (int i = 0; i < sorted.length; i++) {
            checksum += (i + 1) * sorted[i];
        }
        return String.format("%d numbers sorted, checksum %016x", sorted.length, checksum);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4})
    void wordsAreCounted(int ranks) throws IOException, InterruptedException {
        Path texts = DATA.resolve("texts");
        int all = Integer.MAX_VALUE;
        assertEquals(serialWordCount(texts), run(ranks, "WordCount", texts, all));
    }

    private static List<String> serialWordCount(Path directory) throws IOException {
        Map<String, Integer> counts = new TreeMap<>();
        List<Path> files;
        try (Stream<Path> list = Files.list(directory)) {
            files = list.toList();
        }
        for (Path file : files) {
            String text = Files.readString(file).toLowerCase(Locale.ROOT);
            for (String word : text.split("[^\\p{L}']+")) {
                String bare = word.replaceAll("^'+|'+$", "");
                if (!bare.isEmpty()) {
                    counts.merge(bare, 1, Integer::sum);
                }
            }
        }
        int total = counts.values().stream().mapToInt(Integer::intValue).sum();
        List<String> lines = new ArrayList<>();
        lines.add(
                String.format(
                        "%d words, %d different ones, in %d files",
                        total, counts.size(), files.size()));
        // A stable sort of words in alphabetical order.
        counts.entrySet().stream()
                .sorted(Map.Entry.comparingByValue(Comparator.reverseOrder()))
                .map(entry -> String.format("%6d %s", entry.getValue(), entry.getKey()))
                .forEach(lines::add);
        return lines;
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4})
    void heatSpreadsAsItDoesSerially(int ranks) throws IOException, InterruptedException {
        int steps = 100;
        Path plate = DATA.resolve("plate.txt");
        Path picture = output.resolve("heat.png");
        List<String> lines = run(ranks, "Heat", "--check", plate, steps, picture);
        SerialHeat expected = new SerialHeat(plate);
        expected.steps(steps);
        String start =
                String.format(
                        Locale.ROOT,
                        "160 x 240 cells, 100 steps: mean %.6f degrees, checksum ",
                        expected.mean());
        assertTrue(lines.getFirst().startsWith(start), () -> start + " <> " + lines);
        assertEquals("The serial computation gives the same.", lines.getLast());
        assertSamePicture(expected, ImageIO.read(picture.toFile()));
    }

    private static void assertSamePicture(SerialHeat expected, BufferedImage picture) {
        assertEquals(expected.rows(), picture.getHeight());
        assertEquals(expected.columns(), picture.getWidth());
        for (int row = 0; row < expected.rows(); row++) {
            for (int column = 0; column < expected.columns(); column++) {
                int at = row;
                int beside = column;
                assertEquals(
                        expected.colour(row, column),
                        picture.getRGB(column, row) & 0xffffff,
                        () -> "colour in row " + at + ", column " + beside);
            }
        }
    }
}
