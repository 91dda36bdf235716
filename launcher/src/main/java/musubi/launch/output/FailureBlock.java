package musubi.launch.output;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Consecutive lines that a JVM prints when it fails: the stack trace of an uncaught exception, the
 * report on a fatal signal, or the error messages of a JVM that is terminated while it starts.
 */
final class FailureBlock {
    private static final String FATAL = "# A fatal error has been detected by the Java Runtime";
    private static final String BAD_LEVEL = "java.lang.InternalError: Bad level: ";

    /** The signal of another process, and the file with the whole report. */
    private static final Pattern SENT =
            Pattern.compile(
                    "(?s).*#  (SIG\\w+) [^\n]*\\(sent by kill\\).*\n# (/[^\n]*hs_err[^\n]*)\n.*");

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final Kind kind;
    private int lines;

    /** The kinds of blocks, with the beginning of the first line. */
    enum Kind {
        TRACE("Exception in thread \"", true),
        SIGNAL("#\n", false),
        EXIT_WHILE_STARTING("Runtime\\.exit\\(1[2-4]\\d\\) logging failed: ", true),
        ERROR_WHILE_STARTING("Error occurred during initialization of VM\n", false);

        private final Pattern beginning;

        /** Java code prints it, on standard error; the JVM itself prints on standard output. */
        private final boolean byJava;

        Kind(String beginning, boolean byJava) {
            this.beginning = Pattern.compile(beginning);
            this.byJava = byJava;
        }
    }

    private FailureBlock(Kind kind) {
        this.kind = kind;
    }

    /** Whether a line with this first byte may begin a block. */
    static boolean mayBegin(byte first) {
        return first == 'E' || first == '#' || first == 'R';
    }

    /**
     * The block that this line may begin; null if it is any other line.
     *
     * @param errors whether it is a line of standard error
     */
    static FailureBlock beginning(String line, boolean errors) {
        for (Kind kind : Kind.values()) {
            if ((errors || !kind.byJava) && kind.beginning.matcher(line).lookingAt()) {
                return new FailureBlock(kind);
            }
        }
        return null;
    }

    /** Whether this line, after those added so far, belongs to the block. */
    boolean takes(String line) {
        if (lines == 0) {
            return true;
        }
        return switch (kind) {
            case TRACE -> line.startsWith("\t") || line.startsWith("Caused by: ");
            case SIGNAL -> line.startsWith(lines == 1 ? FATAL : "#");
            case EXIT_WHILE_STARTING -> false;
            case ERROR_WHILE_STARTING ->
                    lines == 1
                            ? line.startsWith(BAD_LEVEL)
                            : line.startsWith("\tat ") || line.equals("\n");
        };
    }

    void add(byte[] source, int from, int to) {
        bytes.write(source, from, to - from);
        lines++;
    }

    /** Whether several ranks may print it alike. */
    boolean isTrace() {
        return kind == Kind.TRACE;
    }

    /**
     * The text, as printed by the JVM. A report on a signal of another process, which is no fault
     * of the JVM, is a line with the name of the file that has it. There is nothing to say of a JVM
     * that was terminated while it started.
     */
    byte[] text() {
        return switch (kind) {
            case TRACE -> bytes.toByteArray();
            case SIGNAL -> signalText();
            case EXIT_WHILE_STARTING -> new byte[0];
            case ERROR_WHILE_STARTING -> lines == 1 ? bytes.toByteArray() : new byte[0];
        };
    }

    private byte[] signalText() {
        Matcher sent = SENT.matcher(bytes.toString(StandardCharsets.UTF_8));
        if (!sent.matches()) {
            return bytes.toByteArray();
        }
        String line =
                "%s of another process ended this JVM; its state is in %s\n"
                        .formatted(sent.group(1), sent.group(2));
        return line.getBytes(StandardCharsets.UTF_8);
    }
}
