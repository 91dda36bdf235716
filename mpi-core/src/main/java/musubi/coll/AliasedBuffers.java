package musubi.coll;

import java.lang.reflect.Array;

/**
 * Calls that name one array as what they send and as what they receive. MPI forbids it where the
 * two overlap, but MPJ Express and Open MPI's Java bindings copy what is sent, so programs for them
 * do it. Here it is copied, too, when it has to be.
 */
public final class AliasedBuffers {
    private AliasedBuffers() {}

    /** The same call with buffers that may differ in what they hold. */
    public static CollectiveCall separate(CollectiveCall call) {
        Object buffer = call.send.buffer;
        if (buffer == null || buffer != call.receive.buffer) {
            return call;
        }
        if (call.op != null && call.send.offset == call.receive.offset) {
            call.inPlace = true;
            call.send.clear();
        } else {
            call.send.buffer = copy(buffer);
        }
        return call;
    }

    /**
     * The send buffer of a send-receive with one buffer for both: a copy if the sides overlap.
     *
     * @param elementBytes size of an element of the buffer, the unit of offsets
     */
    public static Object sendSide(
            CollectiveBuffer send, CollectiveBuffer receive, long elementBytes) {
        long from = send.offset * elementBytes - send.type.bytesBeforeStart(send.count);
        long to = send.offset * elementBytes + send.type.bytesAfterStart(send.count);
        long at = receive.offset * elementBytes;
        boolean overlap =
                from < at + receive.type.bytesAfterStart(receive.count)
                        && at - receive.type.bytesBeforeStart(receive.count) < to;
        return overlap ? copy(send.buffer) : send.buffer;
    }

    /** Buffers that are no arrays are not copied: the memory is the program's. */
    private static Object copy(Object buffer) {
        if (!buffer.getClass().isArray()) {
            return buffer;
        }
        int length = Array.getLength(buffer);
        Object copy = Array.newInstance(buffer.getClass().componentType(), length);
        System.arraycopy(buffer, 0, copy, 0, length);
        return copy;
    }
}
