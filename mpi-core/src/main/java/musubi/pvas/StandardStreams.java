package musubi.pvas;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.Closeable;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/**
 * The three streams that a rank starts with.
 *
 * @param in what it reads
 * @param out its standard output
 * @param err its standard error
 * @param inDescriptor the descriptor below {@code in}
 * @param outDescriptor the descriptor below {@code out}
 * @param errDescriptor the descriptor below {@code err}
 * @param closing closes those that are the rank's own
 */
public record StandardStreams(
        InputStream in,
        PrintStream out,
        PrintStream err,
        FileDescriptor inDescriptor,
        FileDescriptor outDescriptor,
        FileDescriptor errDescriptor,
        Closeable closing) {
    private static final int BUFFER_BYTES = 8192;

    /** Those of the JVM, which stay open when the rank ends. */
    public static StandardStreams ofJvm() {
        return new StandardStreams(
                System.in,
                System.out,
                System.err,
                FileDescriptor.in,
                FileDescriptor.out,
                FileDescriptor.err,
                () -> {});
    }

    /**
     * Streams of this rank's own.
     *
     * @param readsInput whether it reads the JVM's standard input, else an empty one
     * @param out a file or named pipe
     * @param err a file or named pipe
     * @throws IOException when one cannot be opened
     */
    static StandardStreams open(boolean readsInput, Path out, Path err) throws IOException {
        FileOutputStream outFile = new FileOutputStream(out.toFile());
        FileOutputStream errFile = new FileOutputStream(err.toFile());
        FileInputStream nothing = readsInput ? null : new FileInputStream("/dev/null");
        return new StandardStreams(
                nothing == null ? System.in : new BufferedInputStream(nothing),
                print(outFile, "stdout.encoding"),
                print(errFile, "stderr.encoding"),
                nothing == null ? FileDescriptor.in : nothing.getFD(),
                outFile.getFD(),
                errFile.getFD(),
                () -> {
                    outFile.close();
                    errFile.close();
                });
    }

    /** As the JVM makes its own: what was printed is written when the call returns. */
    private static PrintStream print(FileOutputStream file, String encodingProperty) {
        String name = System.getProperty(encodingProperty, System.getProperty("native.encoding"));
        Charset charset =
                name != null && Charset.isSupported(name)
                        ? Charset.forName(name)
                        : StandardCharsets.UTF_8;
        return new PrintStream(new BufferedOutputStream(file, BUFFER_BYTES), true, charset);
    }
}
