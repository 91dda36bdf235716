package musubi.launch.output;

import musubi.launch.failure.LaunchFailure;
import musubi.launch.hosts.RankRange;
import musubi.launch.output.StreamOptions.Form;

import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The destinations of the output of a host's ranks: the two streams of mpiexec, or files, or both.
 *
 * <p>Thread rule: one thread.
 */
public final class RankOutput {
    private final StreamOptions options;
    private final StreamOwner.Node node;
    private final LineSink standardOutput;
    private final LineSink standardError;
    private final JvmFailures failuresOnOutput;
    private final JvmFailures failuresOnError;
    private final Map<Path, LineSink> files = new HashMap<>();

    /**
     * The output of a host.
     *
     * @param host the name of the host
     * @param number the index of the host
     * @param job the name of the job
     * @param size the number of ranks of the job
     */
    public RankOutput(
            StreamOptions options, String host, int number, String job, int size, Streams streams) {
        this.options = options;
        node = new StreamOwner.Node(host, number, job, size, System.nanoTime());
        standardOutput = streams.output();
        standardError = streams.errors();
        failuresOnOutput = new JvmFailures(standardOutput);
        failuresOnError = new JvmFailures(standardError);
    }

    /**
     * The streams of mpiexec.
     *
     * @param output standard output
     * @param errors standard error
     */
    public record Streams(LineSink output, LineSink errors) {}

    /**
     * Starts forwarding the two streams of a process.
     *
     * @throws LaunchFailure if a file cannot be written
     */
    public List<OutputForwarder> forward(
            RankRange ranks, long pid, InputStream output, InputStream errors) {
        StreamOwner owner = new StreamOwner(ranks, pid, node);
        return List.of(
                new OutputForwarder(
                        ranks, output, sink(owner, false), new LineFormat(options, owner, false)),
                new OutputForwarder(
                        ranks, errors, sink(owner, true), new LineFormat(options, owner, true)));
    }

    private LineSink sink(StreamOwner owner, boolean errors) {
        boolean together = options.merged() || options.isEncoded();
        LineSink stream = errors && !together ? standardError : standardOutput;
        String pattern = errors && !options.merged() ? options.errFile() : options.outFile();
        if (pattern == null) {
            JvmFailures failures = stream == standardError ? failuresOnError : failuresOnOutput;
            return mayJoinTraces() ? failures.sink(owner.ranks(), errors) : stream;
        }
        LineSink file = file(Path.of(owner.expand(pattern)));
        return options.copied() ? new CopyingSink(file, stream) : file;
    }

    /** Whether a line needs no more than the number of its rank. */
    private boolean mayJoinTraces() {
        boolean simple = options.form() == Form.PLAIN || options.form() == Form.RANK;
        return simple && !options.timestamps();
    }

    /** Writes what waits for equal output of other ranks. */
    public void flush() {
        failuresOnOutput.flush();
        failuresOnError.flush();
    }

    /** The sink of a file, which several ranks may share. */
    private LineSink file(Path path) {
        LineSink known = files.get(path);
        if (known != null) {
            return known;
        }
        try {
            Files.createDirectories(path.getParent());
            LineSink sink =
                    new OutputSink(
                            new FileOutputStream(path.toFile()), reason -> failed(path, reason));
            files.put(path, sink);
            return sink;
        } catch (IOException e) {
            throw LaunchFailure.of("cannot write the output of a rank", e)
                    .with("file", path)
                    .with("cause", e);
        }
    }

    private void failed(Path path, String reason) {
        String text =
                "%scannot write the output of a rank, the rest is lost: file=%s cause=%s\n"
                        .formatted(OutputSink.PREFIX, path, reason);
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        standardError.write(this, null, bytes, 0, bytes.length);
    }
}
