package musubi.launch.process;

import musubi.launch.hosts.RankRange;
import musubi.launch.job.JobEvent;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.BitSet;
import java.util.List;
import java.util.function.Consumer;

/**
 * Reads the exit codes of the ranks of a JVM of a PVAS node from its control pipe (format: {@code
 * musubi.pvas.Node}). The end of the JVM is the end of all remaining ranks; the exit of the last
 * rank is reported with it.
 *
 * <p>Thread rule: any thread.
 */
final class RankExitReader {
    private static final String READY = "ready";
    private static final String ENDED = "ended";

    private final NodePipes pipes;
    private final RankRange ranks;
    private final Consumer<JobEvent> events;
    private final BitSet reported = new BitSet();
    private Integer codeOfLast;

    /**
     * A reader.
     *
     * @param pipes released once the JVM has opened them
     * @param ranks the ranks of the JVM
     * @param events receives the exits of the ranks
     */
    RankExitReader(NodePipes pipes, RankRange ranks, Consumer<JobEvent> events) {
        this.pipes = pipes;
        this.ranks = ranks;
        this.events = events;
    }

    /** Starts reading, right after the start of the JVM. */
    void follow(RankProcess process) {
        InputStream control = pipes.open(pipes.control());
        Thread reader = new Thread(null, () -> read(control), "rank-exits", 256 * 1024L);
        reader.setDaemon(true);
        reader.start();
        process.whenEnded(
                code -> {
                    pipes.release();
                    processEnded(reader, code);
                });
    }

    private void read(InputStream control) {
        try (BufferedReader lines =
                new BufferedReader(new InputStreamReader(control, StandardCharsets.US_ASCII))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                String[] words = line.split(" ");
                switch (words[0]) {
                    case READY -> pipes.release();
                    case ENDED -> ended(Integer.parseInt(words[1]), Integer.parseInt(words[2]));
                    default -> throw new IOException("malformed line: " + line);
                }
            }
        } catch (IOException e) {
            events.accept(new JobEvent.ProtocolBroken(-1, "lost the PVAS node: " + e));
        }
    }

    private synchronized void ended(int rank, int code) {
        if (reported.cardinality() == ranks.count() - 1) {
            codeOfLast = code;
        } else {
            reported.set(rank);
            events.accept(JobEvent.RanksEnded.of(rank, code));
        }
    }

    private void processEnded(Thread reader, int code) {
        try {
            reader.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        synchronized (this) {
            List<Integer> left =
                    ranks.numbers().filter(rank -> !reported.get(rank)).boxed().toList();
            int own = codeOfLast == null ? code : codeOfLast;
            events.accept(new JobEvent.RanksEnded(left, own));
        }
    }
}
