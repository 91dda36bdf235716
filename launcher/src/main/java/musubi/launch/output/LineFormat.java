package musubi.launch.output;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.Locale;

/** The form of the lines of one stream: a prefix, or their encoding in a data format. */
final class LineFormat {
    /** As ctime of the C library. */
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("EEE MMM ppd HH:mm:ss yyyy", Locale.ENGLISH);

    /** The number of a job in the prefixes of Open MPI, which counts the jobs of a launcher. */
    private static final String JOB_NUMBER = "1";

    private final StreamOptions options;
    private final StreamOwner owner;
    private final String stream;

    /** The form of a stream, standard output or standard error, of a process. */
    LineFormat(StreamOptions options, StreamOwner owner, boolean errors) {
        this.options = options;
        this.owner = owner;
        stream = errors ? "stderr" : "stdout";
    }

    /** Whether lines are encoded; otherwise they may have a prefix. */
    boolean isEncoded() {
        return options.isEncoded();
    }

    /** The prefix of lines at this time, or null. */
    byte[] prefix() {
        String name = name();
        String time = options.timestamps() ? TIME.format(LocalDateTime.now()) : "";
        if (name.isEmpty() && time.isEmpty()) {
            return null;
        }
        boolean open = name.isEmpty() || name.endsWith("]");
        return (time + name + (open ? "<" + stream + ">:" : "")).getBytes(StandardCharsets.UTF_8);
    }

    private String name() {
        return switch (options.form()) {
            case PLAIN, XML, JSON -> "";
            case RANK -> rankPrefix();
            case JOB_AND_RANK -> "[" + JOB_NUMBER + "," + owner.ranks() + "]";
            case JOB_NAME -> "[" + owner.node().job() + "," + owner.ranks() + "]";
            case HOST_AND_PROCESS ->
                    "[%s,%s][%s:%d]"
                            .formatted(
                                    owner.node().job(),
                                    owner.ranks(),
                                    owner.node().host(),
                                    owner.pid());
            case PATTERN -> owner.expand(options.pattern());
        };
    }

    /** The prefix with the rank alone, also used for thread dumps. */
    String rankPrefix() {
        return "[" + owner.ranks() + "] ";
    }

    /** Lines in the data format; the last one may be unfinished. */
    byte[] encode(byte[] bytes, int from, int to) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        int at = from;
        while (at < to) {
            int end = at;
            while (end < to && bytes[end] != '\n') {
                end++;
            }
            boolean finished = end < to;
            String text = new String(bytes, at, end - at, StandardCharsets.UTF_8);
            String line =
                    options.form() == StreamOptions.Form.XML ? xml(text, finished) : json(text);
            all.writeBytes((line + "\n").getBytes(StandardCharsets.UTF_8));
            at = end + 1;
        }
        return all.toByteArray();
    }

    private String xml(String text, boolean finished) {
        StringBuilder line = new StringBuilder();
        line.append('<').append(stream).append(" rank=\"").append(owner.ranks()).append("\">");
        (finished ? text + "\n" : text).chars().forEach(c -> appendXml((char) c, line));
        return line.append("</").append(stream).append('>').toString();
    }

    private static void appendXml(char c, StringBuilder line) {
        switch (c) {
            case '&' -> line.append("&amp;");
            case '<' -> line.append("&lt;");
            case '>' -> line.append("&gt;");
            default -> {
                if (c < ' ') {
                    line.append("&#%03d;".formatted((int) c));
                } else {
                    line.append(c);
                }
            }
        }
    }

    private String json(String text) {
        StringBuilder line = new StringBuilder();
        boolean one = owner.ranks().count() == 1;
        line.append(one ? "{\"rank\":" : "{\"ranks\":\"").append(owner.ranks());
        line.append(one ? "" : "\"").append(",\"stream\":\"").append(stream).append('"');
        if (options.timestamps()) {
            Instant now = Instant.now().truncatedTo(ChronoUnit.MILLIS);
            line.append(",\"time\":\"").append(now).append('"');
        }
        line.append(",\"text\":\"");
        text.chars().forEach(c -> appendJson((char) c, line));
        return line.append("\"}").toString();
    }

    private static void appendJson(char c, StringBuilder line) {
        if (c == '"' || c == '\\') {
            line.append('\\').append(c);
        } else if (c < ' ') {
            line.append("\\u%04x".formatted((int) c));
        } else {
            line.append(c);
        }
    }
}
