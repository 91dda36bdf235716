package musubi.check;

import musubi.coll.CollectiveBuffer;
import musubi.coll.CollectiveCall;
import musubi.comm.Communicator;
import musubi.error.MpiFailure;

/**
 * The buffers of a blocking collective call while no other operation is under way and no other
 * thread may call MPI: the shorter way of {@link CollectiveBufferUse}, which needs no objects. Used
 * for one call after the other.
 */
final class SoleCallBuffers {
    private final BufferTracker buffers;
    private CollectiveBuffer read;
    private long readItems;
    private long sum;

    SoleCallBuffers(BufferTracker buffers) {
        this.buffers = buffers;
    }

    /** Whether it can be used for a call: it compares whole arrays only. */
    boolean take(CollectiveCall call) {
        return buffers.isIdle()
                && isSimple(call.send)
                && isSimple(call.receive)
                && (call.send.buffer == null || call.send.buffer != call.receive.buffer);
    }

    /** Of an array, whose memory no other object has. */
    private static boolean isSimple(CollectiveBuffer side) {
        return side.counts == null
                && side.types == null
                && (side.buffer == null || side.buffer.getClass().isArray());
    }

    /**
     * The call begins.
     *
     * @throws MpiFailure of class BUFFER when its receive type names a byte twice
     */
    void begin(CollectiveCall call, Communicator comm) {
        boolean root = CollectiveBufferUse.isRoot(call, comm);
        boolean writes = CollectiveBufferUse.writes(call, root);
        int blocks = CollectiveBufferUse.blocksReceived(call, root, comm);
        read = null;
        if (call.receive.buffer != null && call.receive.type != null) {
            use(call.receive, blocks, writes);
        }
        if (call.send.buffer != null && call.send.type != null) {
            use(call.send, CollectiveBufferUse.blocksSent(call, comm), false);
        }
    }

    private void use(CollectiveBuffer side, int blocks, boolean writes) {
        long items = side.count * blocks;
        buffers.checkUse(side.buffer, side.offset, items, side.type, writes);
        if (!writes) {
            read = side;
            readItems = items;
            sum = sum();
        }
    }

    private long sum() {
        return readItems <= 0 ? 0 : buffers.sumOf(read.buffer, read.offset, readItems, read.type);
    }

    /** The call has ended; returns a failure if another thread has changed the send buffer. */
    MpiFailure end() {
        if (read == null || sum() == sum) {
            return null;
        }
        MemorySpan span = MemorySpan.of(read.buffer, read.offset, readItems, read.type);
        return BufferTracker.changedInCall("send", span);
    }
}
