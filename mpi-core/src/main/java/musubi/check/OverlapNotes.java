package musubi.check;

import musubi.coll.CollectiveBuffer;
import musubi.coll.CollectiveCall;
import musubi.comm.Communicator;
import musubi.error.CallNotes;

/**
 * Notes on calls that send from memory into which they receive, for ranks without checks, where
 * these calls work: {@link musubi.coll.AliasedBuffers}. Only one buffer that is passed as both is
 * looked at. MPI-4.1 sections 3.10 and 6.2.3.
 */
public final class OverlapNotes {
    private static final String KIND = "sends from memory into which it receives";

    private OverlapNotes() {}

    /** Looks at a collective call. */
    public static void look(CallNotes notes, Communicator comm, CollectiveCall call) {
        Object buffer = call.send.buffer;
        if (buffer != null && buffer == call.receive.buffer && notes.looks()) {
            comm.collectives().validate(call);
            if (CollectiveBufferUse.overlaps(call, comm)) {
                notes.add(
                        KIND,
                        "; use another array, or, where there is one, the form without a send"
                                + " buffer");
            }
        }
    }

    /** Looks at a call that sends one message and receives one. */
    public static void look(CallNotes notes, CollectiveBuffer send, CollectiveBuffer receive) {
        if (send.buffer != null
                && send.buffer == receive.buffer
                && notes.looks()
                && spanOf(send).overlaps(spanOf(receive))) {
            notes.add(KIND, "; use another array, or sendRecvReplace");
        }
    }

    private static MemorySpan spanOf(CollectiveBuffer side) {
        return MemorySpan.of(side.buffer, side.offset, side.count, side.type);
    }
}
