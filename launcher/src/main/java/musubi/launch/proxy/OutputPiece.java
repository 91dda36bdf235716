package musubi.launch.proxy;

import musubi.launch.link.PayloadReader;
import musubi.launch.link.PayloadWriter;

import java.io.IOException;
import java.nio.charset.StandardCharsets;

/**
 * Output in flight from a node to mpiexec: a call of a {@link musubi.launch.output.LineSink}, or a
 * part of one.
 *
 * @param stream the number of the writer on its node
 * @param errors whether it is standard error
 * @param use the call of the sink
 * @param tag the prefix of each line, or null
 */
record OutputPiece(int stream, boolean errors, Use use, String tag, byte[] bytes) {
    private static final Use[] USES = Use.values();

    /** A call of a sink. */
    enum Use {
        WRITE,
        /** A write that continues in the next piece. */
        WRITE_BEGINNING,
        OFFER,
        ENDED
    }

    PayloadWriter write() {
        return new PayloadWriter()
                .number(stream)
                .flag(errors)
                .number(use.ordinal())
                .text(tag)
                .bytes(bytes, 0, bytes.length);
    }

    static OutputPiece read(PayloadReader in) throws IOException {
        int stream = in.number();
        boolean errors = in.flag();
        int use = in.number();
        if (use < 0 || use >= USES.length) {
            throw PayloadReader.malformed("use=" + use, null);
        }
        return new OutputPiece(stream, errors, USES[use], in.text(), in.bytes());
    }

    /** The tag as bytes. */
    byte[] tagBytes() {
        return tag == null ? null : tag.getBytes(StandardCharsets.UTF_8);
    }
}
