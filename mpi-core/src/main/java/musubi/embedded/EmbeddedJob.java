package musubi.embedded;

import musubi.bootstrap.local.LocalJob;
import musubi.pvas.RoutedOutput;

import java.io.PrintStream;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/**
 * A job whose ranks are threads of this JVM.
 *
 * <p>Thread rule: any thread.
 */
public final class EmbeddedJob {
    private final LocalJob job;
    private final List<EmbeddedRank> ranks;

    /**
     * A job before its start.
     *
     * @param settings by name without prefix; they take precedence over those of the JVM
     * @param outputs the standard output and error of each rank
     */
    public EmbeddedJob(
            int size,
            RankClasses classes,
            Map<String, String> settings,
            IntFunction<PrintStream> outputs) {
        String name = "embedded-" + ProcessHandle.current().pid() + "-" + System.nanoTime();
        job = new LocalJob(size, name);
        ranks =
                IntStream.range(0, size)
                        .mapToObj(
                                number ->
                                        new EmbeddedRank(
                                                number,
                                                classes.store(),
                                                settings,
                                                outputs.apply(number),
                                                () -> job.bootstrap(number),
                                                job.addressSpace()))
                        .toList();
    }

    /** {@code System.out} and {@code System.err} of this JVM then print to a thread's rank. */
    public static void routeOutput() {
        RoutedOutput.install();
    }

    /** Its ranks, in order. */
    public List<EmbeddedRank> ranks() {
        return ranks;
    }

    /** Ends the waits of all ranks, and their later ones, with a failure that has this cause. */
    public void abort(String cause) {
        job.abort(cause);
    }
}
