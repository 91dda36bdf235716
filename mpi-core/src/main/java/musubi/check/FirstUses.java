package musubi.check;

import musubi.coll.CollectiveBuffer;
import musubi.coll.CollectiveCall;
import musubi.comm.Communicator;
import musubi.error.CallNotes;
import musubi.error.MpiFailure;
import musubi.type.MpiType;

/**
 * Looks at the buffers of the first calls of a rank without checks, and notes what {@link
 * BufferTracker} reports as an error with checks: buffers in flight that are changed or passed to
 * another call, and receives that name bytes twice. Further calls cost a comparison, so that
 * programs that run for long do not pay.
 *
 * <p>Thread rule: the thread that holds the rank's gate.
 */
public final class FirstUses {
    /** Of non-blocking operations, and as many blocking calls. */
    private static final int MOST = 256;

    /** Of further calls while an operation is under way, which a program may never complete. */
    private static final int MOST_FURTHER = 4_096;

    /** Of the buffers whose contents are compared, or whose ranges of bytes are listed. */
    private static final long MOST_BYTES = 1 << 24;

    private final CallNotes notes;
    private final BufferTracker buffers = new BufferTracker();
    private int nonBlockingLeft;
    private int blockingLeft;
    private int furtherLeft = MOST_FURTHER;
    private long bytesLeft = MOST_BYTES;

    /** Of a rank that has made no calls; looks at none if it prints no notes. */
    public FirstUses(CallNotes notes) {
        this.notes = notes;
        nonBlockingLeft = notes.arePrinted() ? MOST : 0;
        blockingLeft = nonBlockingLeft;
    }

    /** Whether to look at the buffer of a call that uses it now. */
    public boolean looks() {
        return blockingLeft > 0 || !buffers.isIdle() && furtherLeft > 0;
    }

    /**
     * Looks at the buffer of a call.
     *
     * @param offset in elements of the buffer
     * @param count items of the type
     * @param writes whether the call writes the buffer, else it reads it
     */
    public void look(Object buffer, long offset, long count, MpiType type, boolean writes) {
        countCall();
        // The ranges of bytes of such a type are listed.
        if (!type.isContiguous() && !takes(count * type.sizeBytes())) {
            return;
        }
        try {
            buffers.checkUse(buffer, offset, count, type, writes);
        } catch (MpiFailure e) {
            note(e);
        }
    }

    /** Looks at the buffers of a blocking collective call, which is valid. */
    public void look(Communicator comm, CollectiveCall call) {
        countCall();
        if (takes(bytes(comm, call))) {
            try {
                CollectiveBufferUse.begin(buffers, call, comm, true).endUse();
            } catch (MpiFailure e) {
                note(e);
            }
        }
    }

    /**
     * The buffer of an operation that has started.
     *
     * @return its use; null if it is not looked at
     */
    public BufferUse begin(Object buffer, long offset, long count, MpiType type, boolean writes) {
        if (nonBlockingLeft == 0) {
            return null;
        }
        nonBlockingLeft--;
        if (!takes(count * type.extentBytes())) {
            return null;
        }
        try {
            return noted(buffers.beginUse(buffer, offset, count, type, writes));
        } catch (RuntimeException e) {
            return null; // Noted when the call began; or not readable, which it reports.
        }
    }

    /** Whether to look at the buffers of a non-blocking collective operation, which is valid. */
    public boolean looksInFlight() {
        return nonBlockingLeft > 0;
    }

    /** The buffers of a collective operation that starts, as the other form. */
    public BufferUse begin(Communicator comm, CollectiveCall call) {
        nonBlockingLeft--;
        if (!takes(bytes(comm, call))) {
            return null;
        }
        try {
            return noted(CollectiveBufferUse.begin(buffers, call, comm, false));
        } catch (MpiFailure e) {
            note(e);
            return null;
        } catch (RuntimeException e) {
            return null; // Not readable, which the call reports.
        }
    }

    private BufferUse noted(BufferUse use) {
        return () -> {
            try {
                MpiFailure changed = use.endUse();
                if (changed != null) {
                    note(changed);
                }
            } catch (RuntimeException e) {
                return null; // Not readable any more, perhaps freed.
            }
            return null;
        };
    }

    private void note(MpiFailure misuse) {
        notes.addOnce(misuse);
    }

    private void countCall() {
        if (blockingLeft > 0) {
            blockingLeft--;
        } else {
            furtherLeft--;
        }
    }

    private boolean takes(long bytes) {
        boolean takes = bytes >= 0 && bytes <= bytesLeft;
        bytesLeft -= takes ? bytes : 0;
        return takes;
    }

    /** Negative for one buffer on both sides, at which {@link OverlapNotes} looks. */
    private static long bytes(Communicator comm, CollectiveCall call) {
        if (call.send.buffer != null && call.send.buffer == call.receive.buffer) {
            return -1;
        }
        int blocks = comm.peers().size();
        return bytes(call.send, blocks) + bytes(call.receive, blocks);
    }

    private static long bytes(CollectiveBuffer side, int blocks) {
        if (side.buffer == null) {
            return 0;
        }
        if (side.counts == null) {
            return blocks * side.count * side.type.extentBytes();
        }
        long sum = 0;
        for (int i = 0; i < side.counts.length(); i++) {
            MpiType type = side.types == null ? side.type : side.types[i];
            sum += side.counts.at(i) * type.extentBytes();
        }
        return sum;
    }
}
