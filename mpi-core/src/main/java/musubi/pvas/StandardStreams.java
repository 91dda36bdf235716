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
 * The initial standard streams of a rank.
 *
 * @param in standard input
 * @param out standard output
 * @param err standard error
 * @param inDescriptor the descriptor below {@code in}
 * @param outDescriptor the descriptor below {@code out}
 * @param errDescriptor the descriptor below {@code err}
 * @param closing closes the streams owned by the rank
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

    /**
     * Streams owned by a rank.
     *
     * @param readsInput whether it reads the standard input of the JVM instead of an empty one
     * @param out a file or named pipe
     * @param err a file or named pipe
     * @throws IOException if one cannot be opened
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

    /** A stream like those of the JVM, flushed on each print. */
    private static PrintStream print(FileOutputStream file, String encodingProperty) {
        String name = System.getProperty(encodingProperty, System.getProperty("native.encoding"));
        Charset charset =
                name != null && Charset.isSupported(name)
                        ? Charset.forName(name)
                        : StandardCharsets.UTF_8;
        return new PrintStream(new BufferedOutputStream(file, BUFFER_BYTES), true, charset);
    }
}
