package musubi.rma;

import musubi.active.ActiveMessage;
import musubi.active.ActivePeer;
import musubi.op.Reductions;
import musubi.progress.Backlog;
import musubi.region.Region;
import musubi.rma.memory.Update;
import musubi.type.MpiType;

/**
 * Access to memory that this rank cannot reach, by active messages: handlers of the target do what
 * {@link DirectAccess} does. A target answers in the order of the messages, so all accesses are
 * complete after one round trip at the end.
 */
final class MessageAccess extends Access {
    /** A put of at most this number of bytes waits for the flush that mostly follows. */
    private static final int MOST_HELD_BYTES = 1 << 10;

    private final RmaProtocol protocol;
    private final PendingReplies replies;
    private final ActivePeer target;
    private final int window;
    private final RunMessages runs;

    /** Whether accesses are checked against the bounds here, so that none fails at the target. */
    private final boolean bounded;

    /** Whether there are accesses behind the latest answer. */
    private boolean dirty;

    /** The latest short access without an answer, which a flush may go with. */
    private ActiveMessage held;

    /** The latest access with an answer since the latest flush; null for none. */
    private RmaRequest answered;

    /** The latest flush; null before the first. */
    private RmaRequest latestFlush;

    /**
     * Access to a target.
     *
     * @param window its number
     * @param bounded whether accesses are checked against the bounds of the memory before
     * @param longest data of a message, in bytes
     */
    MessageAccess(
            RmaProtocol protocol,
            PendingReplies replies,
            ActivePeer target,
            int window,
            boolean bounded,
            int longest) {
        this.protocol = protocol;
        this.replies = replies;
        this.target = target;
        this.window = window;
        this.bounded = bounded;
        runs = new RunMessages(longest);
    }

    /** The world rank of the target. */
    int targetRank() {
        return target.worldRank();
    }

    @Override
    boolean isDirect() {
        return false;
    }

    @Override
    Backlog backlog() {
        return target.backlog();
    }

    @Override
    void put(Region data, Place place, RmaRequest request) {
        dirty = true;
        if (place.runs() == 1) {
            ActiveMessage message = new LocalCompletion(request);
            message.set(protocol.put, window, PendingReplies.NONE);
            message.offset = place.at(0);
            message.data.wrap(data);
            if (request == null && data.length() <= MOST_HELD_BYTES) {
                held = message;
                target.hold(message);
            } else {
                target.send(message);
            }
        } else {
            ActiveMessage header = header(protocol.put, 0, PendingReplies.NONE);
            runs.send(header, place, data, target);
            finish(request);
        }
    }

    /** Completes the request of a put when its memory may be reused. */
    private static final class LocalCompletion extends ActiveMessage {
        private final RmaRequest request;

        LocalCompletion(RmaRequest request) {
            this.request = request;
        }

        @Override
        protected void onSent() {
            data.clear();
            finish(request);
        }
    }

    private static void finish(RmaRequest request) {
        if (request != null) {
            request.succeed();
        }
    }

    private ActiveMessage header(int handler, int code, long token) {
        ActiveMessage header = new ActiveMessage().set(handler, window, token);
        header.code = code;
        return header;
    }

    @Override
    void get(Region into, Place place, RmaRequest request) {
        expectAnswer(request);
        long token = replies.add(request.receives(into, place.bytes()));
        runs.send(header(protocol.get, 0, token), place, null, target);
    }

    @Override
    void update(Update update, Region data, Region result, Place place, RmaRequest request) {
        long token = PendingReplies.NONE;
        if (result == null) {
            dirty = true;
        } else {
            expectAnswer(request);
            token = replies.add(request.receives(result, place.bytes()));
        }
        runs.send(header(protocol.update, update.code(), token), place, data, target);
        if (result == null) {
            finish(request);
        }
    }

    @Override
    void compareAndSwap(MpiType type, Region values, Region before, long at, RmaRequest request) {
        expectAnswer(request);
        long bytes = type.extentBytes();
        long token = replies.add(request.receives(before, bytes));
        byte[] copy = new byte[(int) (2 * bytes)];
        ActiveMessage message =
                header(protocol.swap, new Update(type, Reductions.REPLACE).code(), token);
        message.offset = at;
        message.data.wrapArray(copy, 0, copy.length);
        values.copyTo(0, message.data, 0, copy.length);
        target.send(message);
    }

    /** The target answers after it has done all that came before. */
    private void expectAnswer(RmaRequest request) {
        answered = request;
        dirty = !bounded;
    }

    @Override
    boolean tryLock(boolean exclusive) {
        return false;
    }

    @Override
    void lock(boolean exclusive, RmaRequest request) {
        target.send(header(protocol.lock, exclusive ? 1 : 0, replies.add(request)));
    }

    @Override
    void unlock(boolean exclusive, RmaRequest request) {
        forget();
        target.send(header(protocol.unlock, exclusive ? 1 : 0, replies.add(request)));
    }

    @Override
    boolean isDirty() {
        return dirty
                || answered != null && (!answered.isComplete() || answered.failure() != null)
                || latestFlush != null && !latestFlush.isComplete();
    }

    @Override
    void flush(RmaRequest request) {
        if (dirty && held != null && target.holds(held)) {
            held.code |= RmaProtocol.AND_FLUSH;
            held.token = replies.add(request);
            target.advance();
        } else if (dirty) {
            target.send(header(protocol.flush, 0, replies.add(request)));
        } else {
            // Its answer follows everything that came before it.
            (answered == null ? latestFlush : answered).precede(request);
        }
        forget();
        latestFlush = request;
    }

    /** All accesses so far are part of a flush. */
    private void forget() {
        dirty = false;
        held = null;
        answered = null;
    }
}
