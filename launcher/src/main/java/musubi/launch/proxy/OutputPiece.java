package musubi.launch.proxy;

import musubi.launch.link.PayloadReader;
import musubi.launch.link.PayloadWriter;

import java.io.IOException;
import java.nio.charset.StandardCharsets;

/**
 * Output on its way from a node to mpiexec: one call of a {@link musubi.launch.output.LineSink}, or
 * a part of it.
 *
 * @param stream a number that the writer has among those of its node
 * @param errors whether it goes to standard error
 * @param use which call of the sink
 * @param tag what each line begins with, or null
 */
record OutputPiece(int stream, boolean errors, Use use, String tag, byte[] bytes) {
    private static final Use[] USES = Use.values();

    /** A call of a sink. */
    enum Use {
        WRITE,
        /** The call has more bytes, in pieces that follow. */
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

    /** The tag as a sink takes it. */
    byte[] tagBytes() {
        return tag == null ? null : tag.getBytes(StandardCharsets.US_ASCII);
    }
}
