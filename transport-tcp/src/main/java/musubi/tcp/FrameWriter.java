package musubi.tcp;

import static musubi.tcp.FrameDescriptor.HEADER_BYTES;

import musubi.adi.Envelope;
import musubi.adi.Region;
import musubi.adi.SendOutcome;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Objects;

/**
 * Sends frames to one peer. A large payload off the heap is gathered by the kernel from where it
 * lies; others are copied once, behind their header. What the kernel takes only in part is kept in
 * a backlog of bounded size, and later small frames behind it, so that they go out together.
 *
 * <p>Memory: nothing until a frame is kept, then 320 KiB.
 */
final class FrameWriter {
    /** Up to this size copying is cheaper than gathering. */
    private static final int COPY_BYTES = 4096;

    private static final int BACKLOG_BYTES =
            FrameDescriptor.FRAGMENT_BYTES + (64 << 10) + HEADER_BYTES;

    private final TcpStream stream;
    private final MemorySegment staging;
    private final MemorySegment header;
    private MemorySegment backlog = MemorySegment.NULL;
    private int head;
    private int tail;

    /**
     * A writer.
     *
     * @param staging memory for one frame, used during calls only
     */
    FrameWriter(TcpStream stream, MemorySegment staging) {
        this.stream = stream;
        this.staging = staging;
        header = staging.asSlice(0, HEADER_BYTES);
    }

    /** Memory that a rank's writers share. */
    static MemorySegment newStaging() {
        return Arena.ofAuto().allocate(HEADER_BYTES + FrameDescriptor.FRAGMENT_BYTES, Long.BYTES);
    }

    /** As {@link musubi.adi.Endpoint#trySend}. */
    SendOutcome trySend(Envelope envelope, Region payload, long from, int bytes)
            throws IOException {
        if (!stream.isWritable() || !flush()) {
            return append(envelope, payload, from, bytes);
        }
        encode(header, envelope, bytes);
        int frame = HEADER_BYTES + bytes;
        MemorySegment memory = payload.segment();
        if (bytes > COPY_BYTES && memory != null && memory.isNative()) {
            return gather(payload, from, bytes);
        }
        payload.copyTo(from, staging, HEADER_BYTES, bytes);
        int written = stream.write(staging, 0, frame);
        if (written > 0 && written < frame) {
            keep(staging, written, frame - written);
        }
        return outcome(written);
    }

    private SendOutcome gather(Region payload, long from, int bytes) throws IOException {
        MemorySegment memory = payload.segment();
        if (!memory.scope().isAlive()) {
            throw new IllegalStateException("the buffer of a send has been freed");
        }
        long start = payload.base() + from;
        Objects.checkFromIndexSize(start, bytes, memory.byteSize());
        int written = stream.write(header, memory, start, bytes);
        if (written > 0 && written < HEADER_BYTES) {
            keep(header, written, HEADER_BYTES - written);
            keep(memory, start, bytes);
        } else if (written > 0) {
            int sent = written - HEADER_BYTES;
            keep(memory, start + sent, bytes - sent);
        }
        return outcome(written);
    }

    private static SendOutcome outcome(int written) {
        return written > 0 ? SendOutcome.ACCEPTED : SendOutcome.BACK_PRESSURED;
    }

    private static void encode(MemorySegment memory, Envelope envelope, int bytes) {
        encodeKind(memory, FrameDescriptor.KIND_MESSAGE, bytes);
        envelope.encode(memory, FrameDescriptor.ENVELOPE);
    }

    private static void encodeKind(MemorySegment memory, int kind, int bytes) {
        memory.set(ValueLayout.JAVA_INT_UNALIGNED, FrameDescriptor.LENGTH, bytes);
        memory.set(ValueLayout.JAVA_INT_UNALIGNED, FrameDescriptor.KIND, kind);
    }

    /** There is no room in the socket: the frame may join a backlog, but does not begin one. */
    private SendOutcome append(Envelope envelope, Region payload, long from, int bytes) {
        int frame = HEADER_BYTES + bytes;
        if (isDrained() || tail - head + frame > BACKLOG_BYTES) {
            return SendOutcome.BACK_PRESSURED;
        }
        encode(header, envelope, bytes);
        payload.copyTo(from, staging, HEADER_BYTES, bytes);
        keep(staging, 0, frame);
        return SendOutcome.ACCEPTED;
    }

    private void keep(MemorySegment memory, long offset, int bytes) {
        if (backlog.byteSize() == 0) {
            backlog = Arena.ofAuto().allocate(BACKLOG_BYTES + HEADER_BYTES);
        }
        if (tail + bytes > backlog.byteSize()) {
            MemorySegment.copy(backlog, head, backlog, 0, tail - head);
            tail -= head;
            head = 0;
        }
        MemorySegment.copy(memory, offset, backlog, tail, bytes);
        tail += bytes;
    }

    /** Sends as much of the backlog as there is room for; true when nothing is left. */
    boolean flush() throws IOException {
        if (head < tail) {
            head += stream.write(backlog, head, tail - head);
        }
        if (head < tail) {
            return false;
        }
        head = 0;
        tail = 0;
        return true;
    }

    /** Whether the kernel has all that was accepted. */
    boolean isDrained() {
        return head == tail;
    }

    /** Tells the peer that this rank leaves, after all that was accepted. */
    void sayGoodbye() throws IOException {
        header.fill((byte) 0);
        encodeKind(header, FrameDescriptor.KIND_GOODBYE, 0);
        int written = flush() ? stream.write(header, 0, HEADER_BYTES) : 0;
        if (written < HEADER_BYTES) {
            keep(header, written, HEADER_BYTES - written);
        }
    }
}
