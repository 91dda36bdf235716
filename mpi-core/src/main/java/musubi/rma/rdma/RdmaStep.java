package musubi.rma.rdma;

import musubi.adi.RdmaMemory;
import musubi.adi.RemoteAtomic;
import musubi.adi.SendOutcome;
import musubi.region.Region;

/** An entry of an {@link RdmaQueue}. */
abstract sealed class RdmaStep {
    final RdmaListener listener;

    private RdmaStep(RdmaListener listener) {
        this.listener = listener;
    }

    /** Begins it, or looks whether it is complete. */
    abstract SendOutcome attempt(RdmaMemory memory);

    /** Bytes that are copied or updated. */
    abstract long bytes();

    /** A copy between memory of the peer and a region of this rank. */
    static final class Copy extends RdmaStep {
        private final boolean reads;
        private final long key;
        private final long offset;
        private final Region local;
        private final long at;
        private final long bytes;

        /** A copy of a part of a region, beginning at {@code at}, behind an offset of the key. */
        Copy(boolean reads, RemotePart remote, Region local, long at, RdmaListener listener) {
            super(listener);
            this.reads = reads;
            key = remote.key;
            offset = remote.offset;
            bytes = remote.bytes;
            this.local = local;
            this.at = at;
        }

        @Override
        SendOutcome attempt(RdmaMemory memory) {
            return reads
                    ? memory.tryGet(key, offset, local, at, bytes)
                    : memory.tryPut(key, offset, local, at, bytes);
        }

        @Override
        long bytes() {
            return bytes;
        }
    }

    /** A part of the peer's memory. */
    record RemotePart(long key, long offset, long bytes) {}

    /** An atomic operation. */
    static final class Atomic extends RdmaStep {
        private final RemoteAtomic operation;

        Atomic(RemoteAtomic operation, RdmaListener listener) {
            super(listener);
            this.operation = operation;
        }

        @Override
        SendOutcome attempt(RdmaMemory memory) {
            return memory.tryAtomic(operation);
        }

        @Override
        long bytes() {
            return Long.BYTES;
        }
    }

    /** An action after everything before it. */
    static final class Barrier extends RdmaStep {
        private final Runnable action;

        Barrier(Runnable action, RdmaListener listener) {
            super(listener);
            this.action = action;
        }

        @Override
        SendOutcome attempt(RdmaMemory memory) {
            action.run();
            return SendOutcome.ACCEPTED;
        }

        @Override
        long bytes() {
            return 0;
        }
    }
}
