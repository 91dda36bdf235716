package musubi.rma;

import musubi.adi.RdmaMemory;
import musubi.adi.RemoteAtomic;
import musubi.error.ErrorClass;
import musubi.error.MpiFailure;
import musubi.op.Reductions;
import musubi.progress.Backlog;
import musubi.progress.Operation;
import musubi.progress.WorkList;
import musubi.region.Region;
import musubi.rma.memory.ControlBlock;
import musubi.rma.memory.Update;
import musubi.rma.rdma.RdmaListener;
import musubi.rma.rdma.RdmaQueue;
import musubi.type.MpiType;

import java.util.function.Supplier;

/**
 * Access by an adapter, without the target: a put is an RDMA write for each run, a get a read, and
 * the updates that adapters have are atomic operations of theirs, as are those of the lock. Other
 * updates are messages, of a {@link MessageAccess}.
 *
 * <p>Updates take effect in their order (MPI-4.1 section 12.7.2): an adapter executes them only
 * when none by message is outstanding, and messages are sent when its own are complete.
 */
final class RdmaAccess extends Access {
    private final MessageAccess messages;
    private final RdmaMemory memory;
    private final WorkList work;
    private final Supplier<String> lossReason;
    private final RdmaQueue queue;

    /** Of the target's memory, and of its {@link ControlBlock}. */
    private final long key;

    private final long controlKey;

    /** Why an access has failed since the last flush; null if none has. */
    private MpiFailure failure;

    /**
     * Access to a target.
     *
     * @param messages to the same target
     * @param keys of its memory
     * @param work of the rank
     * @param lossReason why the target is gone; null while it is not
     */
    RdmaAccess(
            MessageAccess messages,
            RdmaMemory memory,
            WindowLayout.Keys keys,
            WorkList work,
            Supplier<String> lossReason) {
        this.messages = messages;
        this.memory = memory;
        this.work = work;
        this.lossReason = lossReason;
        key = keys.rdma();
        controlKey = keys.rdmaControl();
        queue = new RdmaQueue(memory, work, messages.targetRank(), lossReason);
    }

    /** Completes a request with the last of its bytes; without one, notes failures for a flush. */
    private class End implements RdmaListener {
        private final RmaRequest request;

        End(RmaRequest request) {
            this.request = request;
        }

        @Override
        public void onDone(long bytes) {
            if (request != null && !request.isComplete()) {
                request.copied(bytes);
            }
        }

        @Override
        public void onFailure(ErrorClass errorClass, String reason) {
            failure = new MpiFailure(errorClass, reason);
            if (request != null && !request.isComplete()) {
                request.failAt(errorClass, reason);
            }
        }
    }

    /** Stores the value before an atomic operation. */
    private final class AtomicEnd extends End {
        private final RemoteAtomic operation;

        /** Null if the value is not needed. */
        private final Region result;

        AtomicEnd(RemoteAtomic operation, Region result, RmaRequest request) {
            super(request == null ? null : request.expects(Long.BYTES));
            this.operation = operation;
            this.result = result == null ? null : new Region().wrap(result);
        }

        @Override
        public void onDone(long bytes) {
            if (result != null) {
                result.setWord(0, operation.before());
            }
            super.onDone(bytes);
        }
    }

    @Override
    boolean isDirect() {
        return false;
    }

    @Override
    Backlog backlog() {
        return queue.backlog().isFull() ? queue.backlog() : messages.backlog();
    }

    @Override
    void put(Region data, Place place, RmaRequest request) {
        Region source = new Region().wrap(data);
        End end = end(place, request);
        long from = 0;
        for (int i = 0; i < place.runs(); i++) {
            queue.write(at(place.at(i)), source, from, place.length(i), end);
            from += place.length(i);
        }
    }

    @Override
    void get(Region into, Place place, RmaRequest request) {
        Region target = new Region().wrap(into);
        End end = end(place, request);
        long to = 0;
        for (int i = 0; i < place.runs(); i++) {
            queue.read(at(place.at(i)), target, to, place.length(i), end);
            to += place.length(i);
        }
    }

    private End end(Place place, RmaRequest request) {
        return new End(request == null ? null : request.expects(place.bytes()));
    }

    private RdmaQueue.Remote at(long offset) {
        return new RdmaQueue.Remote(key, offset);
    }

    @Override
    void update(Update update, Region data, Region result, Place place, RmaRequest request) {
        boolean isAddition =
                update.type() == MpiType.LONG
                        && (update.op() == Reductions.SUM || update.op() == Reductions.NO_OP);
        if (isAddition && place.bytes() == Long.BYTES && isForAdapter(place.at(0))) {
            long value = data == null || update.op() == Reductions.NO_OP ? 0 : data.word(0);
            start(RemoteAtomic.add(key, place.at(0), value), result, request);
        } else if (queue.hasOrdered()) {
            Place copy = place.copy();
            queue.after(
                    () -> messages.update(update, data, result, copy, request), new End(request));
        } else {
            messages.update(update, data, result, place, request);
        }
    }

    /** Whether a word is aligned, and no update by message precedes. */
    private boolean isForAdapter(long at) {
        return (at & Long.BYTES - 1) == 0 && !messages.isDirty() && !queue.hasActions();
    }

    private void start(RemoteAtomic operation, Region result, RmaRequest request) {
        queue.atomic(operation, new AtomicEnd(operation, result, request));
    }

    @Override
    void compareAndSwap(MpiType type, Region values, Region before, long at, RmaRequest request) {
        if (type == MpiType.LONG && isForAdapter(at)) {
            long expected = values.word(0);
            long desired = values.word(Long.BYTES);
            start(RemoteAtomic.compareAndSwap(key, at, expected, desired), before, request);
        } else if (queue.hasOrdered()) {
            byte[] pair = new byte[(int) values.length()];
            Region copy = new Region().wrapArray(pair, 0, pair.length);
            values.copyTo(0, copy, 0, pair.length);
            queue.after(
                    () -> messages.compareAndSwap(type, copy, before, at, request),
                    new End(request));
        } else {
            messages.compareAndSwap(type, values, before, at, request);
        }
    }

    @Override
    boolean tryLock(boolean exclusive) {
        return false;
    }

    @Override
    void lock(boolean exclusive, RmaRequest request) {
        RdmaLock.start(memory, controlKey, exclusive, request, work, lossReason);
    }

    /** The lock is released when all accesses have landed, those by message included. */
    @Override
    void unlock(boolean exclusive, RmaRequest request) {
        queue.after(() -> release(exclusive, reporting(request)), new End(request));
    }

    private void release(boolean exclusive, RmaRequest request) {
        if (!messages.isDirty()) {
            start(RdmaLock.release(controlKey, exclusive), null, request);
            return;
        }
        RmaRequest flushed = new RmaRequest("Win.unlock", request.target());
        flushed.onComplete(
                new Operation() {
                    @Override
                    public boolean advance() {
                        MpiFailure cause = flushed.failure();
                        if (cause != null) {
                            failure = cause;
                            reporting(request);
                        }
                        start(RdmaLock.release(controlKey, exclusive), null, request);
                        return true;
                    }
                },
                work);
        messages.flush(flushed);
    }

    @Override
    boolean isDirty() {
        return !queue.isIdle() || messages.isDirty() || failure != null;
    }

    @Override
    void flush(RmaRequest request) {
        queue.after(() -> flushMessages(reporting(request)), new End(request));
    }

    private void flushMessages(RmaRequest request) {
        if (messages.isDirty()) {
            messages.flush(request);
        } else {
            request.succeed();
        }
    }

    /** The request fails when it is complete, if an access has failed. */
    private RmaRequest reporting(RmaRequest request) {
        MpiFailure noted = failure;
        failure = null;
        if (noted != null) {
            request.onComplete(
                    () -> {
                        throw noted;
                    });
        }
        return request;
    }
}
