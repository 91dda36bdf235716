package musubi.collectives.algorithm;

import static org.junit.jupiter.api.Assertions.assertEquals;

import musubi.collectives.schedule.Algorithm;
import musubi.collectives.schedule.Shape;
import musubi.collectives.schedule.SymbolicJob;

import java.util.Arrays;
import java.util.Random;
import java.util.function.Consumer;

/** Executes an algorithm symbolically on all ranks and compares the results with the standard. */
public final class SymbolicCheck {
    private SymbolicCheck() {}

    /**
     * Runs a case, unless the algorithm refuses it.
     *
     * @param more further properties of the shapes of all ranks
     * @return whether it ran
     */
    static boolean run(Algorithm algorithm, SymbolicCase job, Consumer<Shape> more, Random random) {
        Shape first = job.shape(0);
        more.accept(first);
        String refusal = algorithm.refusal(first);
        SymbolicJob machine = new SymbolicJob(random, random.nextBoolean());
        for (int rank = 0; rank < job.size; rank++) {
            Shape shape = job.shape(rank);
            more.accept(shape);
            assertEquals(refusal, algorithm.refusal(shape), "all ranks say the same");
            if (refusal == null) {
                machine.add(algorithm.schedule(shape), job.send(rank), job.receive(rank));
            }
        }
        if (refusal != null) {
            return false;
        }
        machine.run();
        compare(job, machine);
        return true;
    }

    /** Compares the results of all ranks with the standard. */
    public static void compare(SymbolicCase job, SymbolicJob machine) {
        for (int rank = 0; rank < job.size; rank++) {
            if (job.hasResult(rank)) {
                compare(job, rank, machine.received(rank));
            }
        }
    }

    private static void compare(SymbolicCase job, int rank, String[] received) {
        String[] expected = job.expected(rank);
        String[] before = job.receive(rank);
        for (int i = 0; i < expected.length; i++) {
            String wanted = expected[i] != null ? expected[i] : before[i];
            String got = received[i];
            if (expected[i] == null && job.inPlace) {
                continue;
            }
            if (job.commutative) {
                wanted = sorted(wanted);
                got = sorted(got);
            }
            assertEquals(wanted, got, "rank=" + rank + " item=" + i);
        }
    }

    private static String sorted(String text) {
        String[] words = text.split(" ");
        Arrays.sort(words);
        return String.join(" ", words);
    }
}
