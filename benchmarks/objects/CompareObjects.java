import java.io.IOException;
import java.util.Arrays;

/** Times one way to carry objects, there and back: {@code CompareObjects NAME}. */
final class CompareObjects {
    private static final String[] ROWS = {
        "string", "integer", "record", "enum", "object", "list", "map", "doubles", "objects",
        "tree", "graph",
    };

    private static final long WARM_UP = 1_000_000_000;
    private static final long BATCH = 100_000_000;
    private static final int BATCHES = 7;

    private static Object sink;

    private CompareObjects() {}

    /** Prints the name, the row and the median of the batches in ns. */
    public static void main(String[] arguments) throws IOException, ClassNotFoundException {
        ObjectContestants.Contestant contestant = ObjectContestants.of(arguments[0]);
        long start = System.nanoTime();
        sink = contestant.roundTrip(ObjectMessages.of("object"));
        System.out.printf("%s first %d%n", arguments[0], System.nanoTime() - start);
        for (String row : ROWS) {
            Object object = ObjectMessages.of(row);
            try {
                System.out.printf("%s %s %.0f%n", arguments[0], row, median(contestant, object));
            } catch (RuntimeException | StackOverflowError e) {
                System.out.printf("%s %s - %s%n", arguments[0], row, e.getClass().getName());
            }
        }
    }

    private static double median(ObjectContestants.Contestant contestant, Object object)
            throws IOException, ClassNotFoundException {
        long rounds = 0;
        long start = System.nanoTime();
        while (System.nanoTime() - start < WARM_UP) {
            sink = contestant.roundTrip(object);
            rounds++;
        }
        long batch = Math.max(1, rounds * BATCH / WARM_UP);
        double[] times = new double[BATCHES];
        for (int i = 0; i < BATCHES; i++) {
            times[i] = time(contestant, object, batch);
        }
        Arrays.sort(times);
        return times[BATCHES / 2];
    }

    private static double time(
            ObjectContestants.Contestant contestant, Object object, long batch)
            throws IOException, ClassNotFoundException {
        long start = System.nanoTime();
        for (long i = 0; i < batch; i++) {
            sink = contestant.roundTrip(object);
        }
        return (System.nanoTime() - start) / (double) batch;
    }
}
