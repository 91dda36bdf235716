package imb.operation;

import mpi.MPI;

import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.nio.FloatBuffer;

/**
 * The aggregate mode of IMB-EXT and IMB-RMA: transfers to disjoint sections, completed together.
 */
public final class Aggregation {
    /** End of the names of benchmarks in this mode. */
    public static final String SUFFIX = "_aggregate";

    /** IMB's MSGSPERSAMPLE and OVERALL_VOL. */
    private static final int MOST_TRANSFERS = 1000;

    private static final int MOST_BYTES = 4 << 20;

    private Aggregation() {}

    /** IMB's number of transfers of a size that are completed together. */
    public static int transfers(int bytes) {
        return bytes == 0 ? MOST_TRANSFERS : Math.clamp(MOST_BYTES / bytes, 1, MOST_TRANSFERS);
    }

    /** Sections of a buffer of bytes or floats; without a slice if there is one. */
    static Buffer[] sections(Buffer buffer, int length, int count) {
        Buffer[] sections = {buffer};
        if (count > 1) {
            sections = new Buffer[count];
            for (int i = 0; i < count; i++) {
                sections[i] = section(buffer, length * i);
            }
        }
        return sections;
    }

    private static Buffer section(Buffer buffer, int from) {
        return buffer instanceof FloatBuffer floats
                ? MPI.slice(floats, from)
                : MPI.slice((ByteBuffer) buffer, from);
    }

    /** The origins of windows are buffers in the Java binding. */
    static Buffer asBuffer(Object payload) {
        return switch (payload) {
            case byte[] array -> ByteBuffer.wrap(array);
            case float[] array -> FloatBuffer.wrap(array);
            default -> (Buffer) payload;
        };
    }
}
