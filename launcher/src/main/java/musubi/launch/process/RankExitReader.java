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
 * Follows the ranks of one JVM of a PVAS node: it tells of their ends through the control pipe
 * ({@code musubi.pvas.Node} says how), and when the JVM itself ends, so have all that are left. The
 * last rank ends with the JVM.
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
     * A follower.
     *
     * @param pipes released when the JVM has opened them
     * @param ranks those of the JVM
     * @param events hears of the ends of the ranks
     */
    RankExitReader(NodePipes pipes, RankRange ranks, Consumer<JobEvent> events) {
        this.pipes = pipes;
        this.ranks = ranks;
        this.events = events;
    }

    /** Follows the JVM, which has just started. */
    void follow(RankProcess process) {
        InputStream news = pipes.open(pipes.control());
        Thread reader = new Thread(null, () -> read(news), "node-news", 256 * 1024L);
        reader.setDaemon(true);
        reader.start();
        process.whenEnded(
                code -> {
                    pipes.release();
                    processEnded(reader, code);
                });
    }

    private void read(InputStream news) {
        try (BufferedReader lines =
                new BufferedReader(new InputStreamReader(news, StandardCharsets.US_ASCII))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                String[] words = line.split(" ");
                switch (words[0]) {
                    case READY -> pipes.release();
                    case ENDED -> ended(Integer.parseInt(words[1]), Integer.parseInt(words[2]));
                    default -> throw new IOException("not news of a rank: " + line);
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
