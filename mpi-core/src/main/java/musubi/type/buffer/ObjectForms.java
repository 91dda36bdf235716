package musubi.type.buffer;

import musubi.type.object.EncodedObjects;
import musubi.type.object.ObjectLimits;
import musubi.type.object.Refusal;
import musubi.type.object.graph.GraphForm;
import musubi.type.object.serial.SerialForm;

import java.io.IOException;
import java.io.ObjectInputFilter;

/**
 * The forms of messages of objects: {@link GraphForm} where all objects have it, else {@link
 * SerialForm}. In both the count comes first, as 4 bytes, high byte first; the next bytes are the
 * header of the form. Thread rule: any thread.
 */
public final class ObjectForms {
    private static final int COUNT_BYTES = 4;

    /** Bytes of a message without objects: the count, and the header of the form. */
    public static final int SHORTEST_BYTES = COUNT_BYTES + 4;

    private final GraphForm graph;
    private final SerialForm serial;

    /**
     * The forms.
     *
     * @param pattern a filter in the syntax of {@link ObjectInputFilter.Config#createFilter}
     * @param limits of each message
     */
    public ObjectForms(String pattern, ObjectLimits limits) {
        ObjectInputFilter filter = ObjectInputFilter.Config.createFilter(pattern);
        graph = new GraphForm(filter, limits, pattern.contains("max"));
        serial = new SerialForm(filter, limits);
    }

    /**
     * Encodes objects.
     *
     * @throws IOException of the JDK, or of a class of the program
     */
    public EncodedObjects encode(Object[] objects, int offset, int count) throws IOException {
        EncodedObjects encoded = graph.encode(objects, offset, count);
        return encoded != null ? encoded : serial.encode(objects, offset, count);
    }

    /** As {@link #encode}, always in the form of the JDK. */
    EncodedObjects encodeSerial(Object[] objects, int offset, int count) throws IOException {
        return serial.encode(objects, offset, count);
    }

    /** Whether bytes are the beginning of a message. */
    public static boolean isMessage(byte[] bytes, int length) {
        return length >= SHORTEST_BYTES
                && (GraphForm.isHeader(bytes, COUNT_BYTES)
                        || SerialForm.isHeader(bytes, COUNT_BYTES));
    }

    /**
     * Decodes the objects of a message.
     *
     * @param count of objects
     * @throws IOException of the JDK, or of a class of the program
     * @throws ClassNotFoundException when a class is absent
     */
    public void decode(byte[] bytes, int length, Object[] to, int offset, int count)
            throws IOException, ClassNotFoundException {
        if (GraphForm.isHeader(bytes, COUNT_BYTES)) {
            graph.decode(bytes, COUNT_BYTES, length, to, offset, count);
        } else {
            serial.decode(bytes, COUNT_BYTES, length, to, offset, count);
        }
    }

    /** Why a failure to decode is a refusal; null if it is none. */
    public static String refusal(Throwable failure) {
        return failure instanceof Refusal ? failure.getMessage() : null;
    }
}
