package musubi.rma;

import musubi.active.ActiveMessage;
import musubi.active.ActiveMessages;
import musubi.error.ErrorClass;
import musubi.error.MpiFailure;
import musubi.progress.WorkList;
import musubi.region.Region;
import musubi.rma.memory.Accumulator;
import musubi.rma.memory.ControlBlock;
import musubi.rma.memory.LockAttempt;
import musubi.rma.memory.LockWord;
import musubi.rma.memory.Update;

import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;

/**
 * The active messages of windows and their handlers.
 *
 * <pre>
 *   origin                                target
 *   put:      offset, data                stores them; several runs as in {@link RunMessages};
 *                                         with AND_FLUSH also a flush
 *   get:      token, runs                 data(token, position, bytes)
 *   update:   code, token, runs, operands data(token, position, items before), unless token is 0
 *   swap:     code, offset, token, items  data(token, 0, item before)
 *   lock:     exclusive, token            done(token) when it is held
 *   unlock:   exclusive, token            done(token)
 *   flush:    token                       done(token); after a failure done(token, 1, reason)
 *   post, complete                        counted
 *   record:   kind, token, runs, line     done(token), or done(token, 2, conflict); with checks
 *   settle:   exposed, token              removes the origin's records, or keeps its updates;
 *                                         done(token)
 * </pre>
 *
 * <p>Messages are handled in their order, so that done follows everything that was sent before.
 */
final class RmaProtocol {
    /** Added to the code of an access: a flush follows, with the token of the message. */
    static final int AND_FLUSH = 1 << 30;

    private static final int FAILED = 1;
    private static final int CONFLICT = 2;

    final int put;
    final int get;
    final int update;
    final int swap;
    final int lock;
    final int unlock;
    final int flush;
    final int post;
    final int complete;
    final int record;
    final int settle;
    private final int data;
    private final int done;

    private final ActiveMessages active;
    private final WorkList work;
    private final PendingReplies replies;
    private final Accumulator.Scratch scratch;
    private final Map<Integer, Exposure> exposures = new HashMap<>();
    private final RunMessages.Reader reader = new RunMessages.Reader();

    /** An access of a message; its failure goes to the origin. */
    private interface Handling {
        void run(Exposure exposure, int from, ActiveMessage message, Region data);
    }

    RmaProtocol(
            ActiveMessages active,
            WorkList work,
            PendingReplies replies,
            Accumulator.Scratch scratch) {
        this.active = active;
        this.work = work;
        this.replies = replies;
        this.scratch = scratch;
        put = register("put", this::onPut);
        get = register("get", this::onGet);
        update = register("update", this::onUpdate);
        swap = register("swap", this::onSwap);
        lock = register("lock", this::onLock);
        unlock = register("unlock", this::onUnlock);
        flush = register("flush", this::onFlush);
        post = register("post", (to, from, _, _) -> to.posts.receive(from));
        complete = register("complete", (to, from, _, _) -> to.completions.receive(from));
        record = register("record", this::onRecord);
        settle = register("settle", this::onSettle);
        data = active.register("window.data", (_, message, part) -> onData(message, part));
        done = active.register("window.done", (_, message, text) -> onDone(message, text));
    }

    private int register(String name, Handling handling) {
        return active.register(
                "window." + name, (from, message, part) -> handle(handling, from, message, part));
    }

    private void handle(Handling handling, int from, ActiveMessage message, Region part) {
        Exposure exposure = exposures.get(message.object);
        if (exposure == null) {
            fail(from, message.token, "the target has freed the window");
            return;
        }
        try {
            handling.run(exposure, from, message, part);
        } catch (MpiFailure e) {
            // For the next flush, too: the origin need not wait for the request of a get.
            exposure.noteFailure(from, e.getMessage());
            if (!hasFlush(message)) {
                fail(from, message.token, e.getMessage());
            }
        }
        if (hasFlush(message)) {
            onFlush(exposure, from, message, part);
        }
    }

    private static boolean hasFlush(ActiveMessage message) {
        return (message.code & AND_FLUSH) != 0;
    }

    /** A window may be accessed by messages. */
    void expose(int window, Exposure exposure) {
        exposures.put(window, exposure);
    }

    /** It may not any more. */
    void withdraw(int window) {
        exposures.remove(window);
    }

    private void onPut(Exposure to, int from, ActiveMessage message, Region part) {
        if (message.count == 0) {
            store(to.memory, message.offset, part, 0, part.length());
            return;
        }
        reader.read(part, message.count);
        Place place = reader.place();
        long taken = 0;
        for (int i = 0; i < place.runs(); i++) {
            store(to.memory, place.at(i), reader.data(), taken, place.length(i));
            taken += place.length(i);
        }
    }

    private static void store(ExposedMemory memory, long at, Region part, long from, long bytes) {
        MemorySegment segment = memory.segment(at, bytes);
        part.copyTo(from, segment, at - memory.start(segment), bytes);
    }

    private void onGet(Exposure to, int from, ActiveMessage message, Region part) {
        reader.read(part, message.count);
        Place place = reader.place();
        long position = reader.position();
        for (int i = 0; i < place.runs(); i++) {
            MemorySegment segment = to.memory.segment(place.at(i), place.length(i));
            ActiveMessage reply = reply(data, message);
            reply.offset = position;
            long start = place.at(i) - to.memory.start(segment);
            reply.data.wrap(segment, start, place.length(i));
            active.to(from).post(reply);
            position += place.length(i);
        }
    }

    private static ActiveMessage reply(int handler, ActiveMessage to) {
        return new ActiveMessage().set(handler, to.object, to.token);
    }

    private void onUpdate(Exposure to, int from, ActiveMessage message, Region part) {
        reader.read(part, message.count);
        Place place = reader.place();
        Region operands = reader.data().length() == 0 ? null : reader.data();
        Region before = null;
        if (message.token != PendingReplies.NONE) {
            byte[] bytes = new byte[Math.toIntExact(place.bytes())];
            before = new Region().wrapArray(bytes, 0, bytes.length);
        }
        Update wanted = Update.of(message.code);
        long taken = 0;
        for (int i = 0; i < place.runs(); i++) {
            long at = place.at(i);
            MemorySegment segment = to.memory.segment(at, place.length(i));
            new Accumulator(segment, to.control, scratch)
                    .apply(
                            wanted,
                            at - to.memory.start(segment),
                            place.length(i),
                            operands,
                            before,
                            taken);
            taken += place.length(i);
        }
        if (before != null) {
            answer(from, message, reader.position(), before);
        }
    }

    private void answer(int to, ActiveMessage message, long position, Region result) {
        ActiveMessage reply = reply(data, message);
        reply.offset = position;
        reply.data.wrap(result);
        active.to(to).post(reply);
    }

    private void onSwap(Exposure to, int from, ActiveMessage message, Region part) {
        Update item = Update.of(message.code);
        int bytes = item.itemBytes();
        MemorySegment segment = to.memory.segment(message.offset, bytes);
        Region before = new Region().wrapArray(new byte[bytes], 0, bytes);
        new Accumulator(segment, to.control, scratch)
                .compareAndSwap(
                        item.type(), message.offset - to.memory.start(segment), part, before);
        answer(from, message, 0, before);
    }

    private void onLock(Exposure to, int from, ActiveMessage message, Region part) {
        ActiveMessage granted = reply(done, message);
        boolean exclusive = message.code == 1;
        LockAttempt.start(to.control, exclusive, work, () -> active.to(from).post(granted));
    }

    private void onUnlock(Exposure to, int from, ActiveMessage message, Region part) {
        if (message.code == 1) {
            LockWord.releaseExclusive(to.control, ControlBlock.LOCK);
        } else {
            LockWord.releaseShared(to.control, ControlBlock.LOCK);
        }
        onFlush(to, from, message, part);
    }

    private void onFlush(Exposure to, int from, ActiveMessage message, Region part) {
        String failure = to.takeFailure(from);
        if (failure == null) {
            active.to(from).post(reply(done, message));
        } else {
            fail(from, message.token, failure);
        }
    }

    private void onRecord(Exposure to, int from, ActiveMessage message, Region part) {
        byte[] bytes = bytes(part);
        int origin = to.ranks.rankOf(from);
        MpiFailure conflict =
                to.table.add(ConflictChecks.read(origin, to.ranks.rank(), message, bytes));
        if (conflict == null) {
            active.to(from).post(reply(done, message));
        } else {
            fail(from, message.token, CONFLICT, conflict.getMessage());
        }
    }

    private static byte[] bytes(Region part) {
        byte[] bytes = new byte[(int) part.length()];
        part.copyTo(0, new Region().wrapArray(bytes, 0, bytes.length), 0, bytes.length);
        return bytes;
    }

    private void onSettle(Exposure to, int from, ActiveMessage message, Region part) {
        int origin = to.ranks.rankOf(from);
        if (message.code == 1) {
            to.table.complete(origin);
        } else {
            to.table.release(origin);
        }
        active.to(from).post(reply(done, message));
    }

    private void fail(int origin, long token, String reason) {
        fail(origin, token, FAILED, reason);
    }

    private void fail(int origin, long token, int code, String reason) {
        if (token == PendingReplies.NONE) {
            return;
        }
        ActiveMessage reply = new ActiveMessage().set(done, 0, token);
        reply.code = code;
        byte[] text = reason.getBytes(StandardCharsets.UTF_8);
        int bytes = Math.min(text.length, active.longestPiece(origin));
        reply.data.wrapArray(text, 0, bytes);
        active.to(origin).post(reply);
    }

    private void onData(ActiveMessage message, Region part) {
        RmaRequest request = replies.get(message.token);
        if (request != null) {
            request.take(part, message.offset);
            if (request.isComplete()) {
                replies.remove(message.token);
            }
        }
    }

    private void onDone(ActiveMessage message, Region text) {
        RmaRequest request = replies.get(message.token);
        if (request == null) {
            return;
        }
        replies.remove(message.token);
        if (message.code == 0) {
            request.succeed();
        } else {
            ErrorClass errorClass =
                    message.code == CONFLICT ? ErrorClass.RMA_CONFLICT : ErrorClass.DISP;
            request.failAt(errorClass, new String(bytes(text), StandardCharsets.UTF_8));
        }
    }
}
