package musubi.pvas;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.util.function.Function;

/**
 * The {@code System.out} or {@code System.err} of the JVM of a PVAS node. Rewritten programs do not
 * use it; output of shared code (loggers of the JDK, messages of Musubi) is routed to the rank of
 * the printing thread, or to the output of the JVM if it has none.
 */
public final class RoutedOutput extends OutputStream {
    private final PrintStream ofJvm;
    private final Function<PvasProcess, PrintStream> stream;

    private RoutedOutput(PrintStream ofJvm, Function<PvasProcess, PrintStream> stream) {
        this.ofJvm = ofJvm;
        this.stream = stream;
    }

    /** Replaces both streams. */
    public static void install() {
        System.setOut(routed(System.out, PvasProcess::out));
        System.setErr(routed(System.err, PvasProcess::err));
    }

    private static PrintStream routed(
            PrintStream ofJvm, Function<PvasProcess, PrintStream> stream) {
        return new PrintStream(new RoutedOutput(ofJvm, stream), true, ofJvm.charset());
    }

    private PrintStream current() {
        PvasProcess process = PvasProcess.current();
        return process == null ? ofJvm : stream.apply(process);
    }

    @Override
    public void write(int b) {
        current().write(b);
    }

    @Override
    public void write(byte[] bytes, int from, int count) {
        current().write(bytes, from, count);
    }

    @Override
    public void flush() throws IOException {
        current().flush();
    }
}
