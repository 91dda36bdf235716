package musubi.coll;

import musubi.type.MpiType;

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

    /** What a send-receive is to send from, when both its sides are in this buffer. */
    public static Object sendSide(
            Object buffer,
            long sendOffset,
            long sendCount,
            MpiType sendType,
            long receiveOffset,
            long receiveCount,
            MpiType receiveType) {
        long elementBytes = sendType.base().bytes();
        long from = sendOffset * elementBytes - sendType.bytesBeforeStart(sendCount);
        long to = sendOffset * elementBytes + sendType.bytesAfterStart(sendCount);
        long at = receiveOffset * elementBytes;
        boolean overlap =
                from < at + receiveType.bytesAfterStart(receiveCount)
                        && at - receiveType.bytesBeforeStart(receiveCount) < to;
        return overlap ? copy(buffer) : buffer;
    }

    /** Buffers that are no arrays are not copied: the memory is the program's. */
    private static Object copy(Object buffer) {
        return switch (buffer) {
            case byte[] array -> array.clone();
            case char[] array -> array.clone();
            case short[] array -> array.clone();
            case boolean[] array -> array.clone();
            case int[] array -> array.clone();
            case long[] array -> array.clone();
            case float[] array -> array.clone();
            case double[] array -> array.clone();
            case Object[] array -> array.clone();
            default -> buffer;
        };
    }
}
