package musubi.tcp.socket;

import io.netty.channel.IoRegistration;
import io.netty.channel.uring.IoUringIoEvent;
import io.netty.channel.uring.IoUringIoOps;

/**
 * What a ring is asked about one descriptor: to tell of each arrival, which is said once (a
 * multishot poll), and of room, which is asked for each time. Whatever is pending keeps the
 * descriptor's file open after the descriptor is closed, so it has to be cancelled.
 *
 * <p>The kernel forgets what a thread has asked when that thread ends. A rank may be called by
 * another thread then, so what is forgotten is asked again.
 */
final class UringPolls {
    // poll.h of Linux
    static final int IN = 0x1;
    static final int OUT = 0x4;
    private static final int ERR = 0x8;
    private static final int HUP = 0x10;
    private static final int RDHUP = 0x2000;
    private static final int BROKEN = ERR | HUP;
    static final int END = BROKEN | RDHUP;

    // linux/io_uring.h
    private static final byte OP_POLL_ADD = 6;
    private static final byte OP_ASYNC_CANCEL = 14;
    private static final int POLL_ADD_MULTI = 1;
    private static final int CQE_F_MORE = 1 << 1;
    private static final int ECANCELED = 125; // asm-generic/errno.h

    private static final short ARRIVALS = 0;
    private static final short ROOM = 1;
    private static final short CANCELLING = 2;

    private final IoUringIoOps arrivals;
    private final IoUringIoOps room;
    private IoRegistration registration;
    private long arrivalsId;
    private long roomId;
    private boolean awaitsRoom;
    private boolean cancelled;

    /** Of a descriptor; nothing is asked yet. */
    UringPolls(int descriptor) {
        arrivals = add(descriptor, IN | RDHUP, POLL_ADD_MULTI, ARRIVALS);
        room = add(descriptor, OUT, 0, ROOM);
    }

    private static IoUringIoOps add(int descriptor, int mask, int flags, short kind) {
        return operation(OP_POLL_ADD, descriptor, 0, flags, mask, kind);
    }

    private static IoUringIoOps operation(
            byte code, int descriptor, long address, int flags, int mask, short kind) {
        return new IoUringIoOps(
                code,
                (byte) 0,
                (short) 0,
                descriptor,
                0,
                address,
                flags,
                mask,
                (long) kind,
                (short) 0,
                (short) 0,
                0,
                0);
    }

    /** Asks to be told of arrivals from now on. */
    void begin(IoRegistration watching) {
        registration = watching;
        awaitArrivals();
    }

    private void awaitArrivals() {
        arrivalsId = registration.submit(arrivals);
    }

    /** Asks to be told of room, once. */
    public void awaitRoom() {
        if (!awaitsRoom) {
            awaitsRoom = true;
            roomId = registration.submit(room);
        }
    }

    /**
     * What an event tells.
     *
     * @return {@link #IN}, {@link #OUT} and bits of {@link #END}; 0 when there is nothing to do
     */
    int seen(IoUringIoEvent event) {
        if (cancelled || event.userData() == CANCELLING) {
            return 0;
        }
        boolean forgotten = event.res() == -ECANCELED;
        int seen = event.res() < 0 ? END : event.res();
        if (event.userData() == ROOM) {
            awaitsRoom = false;
            if (forgotten) {
                awaitRoom();
            }
        } else if ((event.flags() & CQE_F_MORE) == 0 && (forgotten || (seen & BROKEN) == 0)) {
            awaitArrivals();
        }
        return forgotten ? 0 : seen;
    }

    /** Asks nothing any more; the ring has to run before the kernel knows. */
    void cancel() {
        if (cancelled) {
            return;
        }
        cancelled = true;
        if (registration != null) {
            remove(arrivalsId);
            if (awaitsRoom) {
                remove(roomId);
            }
            registration.cancel();
        }
    }

    /** IORING_OP_POLL_REMOVE does nothing to a poll that has an event to tell and lives on. */
    private void remove(long id) {
        registration.submit(operation(OP_ASYNC_CANCEL, -1, id, 0, 0, CANCELLING));
    }
}
