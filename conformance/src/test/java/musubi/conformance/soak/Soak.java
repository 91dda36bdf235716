package musubi.conformance.soak;

import mpi.Intracomm;
import mpi.MPI;

import musubi.conformance.soak.Exercises.Exercise;

import java.io.IOException;
import java.util.List;
import java.util.Random;

/**
 * Exchanges messages of all kinds for a given time and checks every byte of them. The first rank
 * prints a table of what the ranks use. The exit code is not 0 after a wrong byte, or, with {@code
 * --growth}, if memory, threads or descriptors grow. {@link SoakOptions#USAGE} lists the options.
 */
public final class Soak {
    private static final long NS_PER_SECOND = 1_000_000_000;
    private static final int ROUNDS_BETWEEN_LOOKS = 8;
    private static final int BUFFERED_PAYLOADS = 32;
    private static final int SMALLEST_BUFFER = 1 << 20;

    private static final int CONTINUE = 0;
    private static final int SAMPLE = 1;
    private static final int STOP = 2;

    private final SoakOptions options;
    private final Intracomm comm;
    private final List<Exercise> exercises = Exercises.all();
    private final Random choices;
    private final UsageTable table = new UsageTable();
    private final long startNs = System.nanoTime();
    private long sampledNs = startNs;
    private long rounds;

    private Soak(SoakOptions options, Intracomm comm) {
        this.options = options;
        this.comm = comm;
        choices = new Random(options.seed());
    }

    /** Runs on each rank. */
    public static void main(String[] words) throws IOException {
        String[] own = MPI.Init(words);
        Intracomm world = MPI.COMM_WORLD;
        long[] seed = {System.nanoTime()};
        world.bcast(seed, 1, MPI.LONG, 0);
        SoakOptions options = SoakOptions.parse(own, seed[0]);
        long bytes = Math.max(SMALLEST_BUFFER, (long) BUFFERED_PAYLOADS * options.maxBytes());

        MPI.attachBuffer(new byte[(int) Math.min(Integer.MAX_VALUE - 8, bytes)]);

        boolean grows = new Soak(options, world).run();
        MPI.detachBuffer();
        MPI.Finalize();
        if (grows) {
            throw new IllegalStateException(
                    "memory, threads or descriptors grow by more than "
                            + options.growthPercent()
                            + " %");
        }
    }

    /** Returns whether this rank, the first, has seen something grow. */
    private boolean run() throws IOException {
        boolean isFirst = comm.getRank() == 0;
        if (isFirst) {
            System.out.println("ranks=" + comm.getSize() + " " + options);
            System.out.println(UsageTable.heading());
        }
        int next = CONTINUE;
        while (next != STOP) {
            for (int i = 0; i < ROUNDS_BETWEEN_LOOKS; i++) {
                perform(exercises.get(choices.nextInt(exercises.size())));
            }
            int[] decision = {isFirst ? decide() : CONTINUE};
            comm.bcast(decision, 1, MPI.INT, 0);
            next = decision[0];
            if (next != CONTINUE) {
                sample(isFirst);
            }
        }
        if (!isFirst) {
            return false;
        }
        System.out.println(
                "Growth from the second quarter of the samples to the last: " + table.growth());
        System.out.println("No wrong byte in " + rounds + " rounds.");
        return table.grows(options.growthPercent());
    }

    private void perform(Exercise exercise) {
        Round round = new Round(comm, choices.nextLong(), options.maxBytes());
        try {
            exercise.body().accept(round);
        } catch (RuntimeException e) {
            throw new IllegalStateException(
                    "rank=%d round=%d exercise='%s' seed=%d: %s"
                            .formatted(
                                    comm.getRank(),
                                    rounds,
                                    exercise.name(),
                                    options.seed(),
                                    e.getMessage()),
                    e);
        }
        rounds++;
    }

    private int decide() {
        long now = System.nanoTime();
        if (now - startNs >= options.seconds() * NS_PER_SECOND) {
            return STOP;
        }
        boolean isDue = now - sampledNs >= options.everySeconds() * NS_PER_SECOND;
        sampledNs = isDue ? now : sampledNs;
        return isDue ? SAMPLE : CONTINUE;
    }

    private void sample(boolean isFirst) throws IOException {
        long[] largest = Usage.now();
        comm.allReduce(largest, largest.length, MPI.LONG, MPI.MAX);
        if (isFirst) {
            long seconds = (System.nanoTime() - startNs) / NS_PER_SECOND;
            System.out.println(table.add(seconds, rounds, largest));
        }
    }
}
