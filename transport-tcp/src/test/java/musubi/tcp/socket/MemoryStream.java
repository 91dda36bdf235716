package musubi.tcp.socket;

import musubi.region.RecentSlices;
import musubi.region.Region;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.Random;

/**
 * One end of a connection in memory, whose reads and writes transfer random parts of the requested
 * bytes.
 */
public final class MemoryStream extends TcpStream {
    /** The message of the failure to write to a connection that was cut. */
    public static final String CUT = "cut";

    private static final int CAPACITY = 256 << 10;

    private final Random random;
    private final byte[] arrived = new byte[CAPACITY];
    private int head;
    private int tail;
    private MemoryStream other;
    private boolean cut;

    MemoryStream(Random random) {
        this.random = random;
    }

    /** The two ends of a connection. */
    public static MemoryStream[] pair(Random random) {
        MemoryStream[] ends = {new MemoryStream(random), new MemoryStream(random)};
        ends[0].other = ends[1];
        ends[1].other = ends[0];
        ends[0].setReady(false, true, false);
        ends[1].setReady(false, true, false);
        return ends;
    }

    /** An end that receives these bytes and no more. */
    public static MemoryStream of(byte[] content, Random random) {
        MemoryStream end = new MemoryStream(random);
        System.arraycopy(content, 0, end.arrived, 0, content.length);
        end.tail = content.length;
        end.setReady(true, true, true);
        return end;
    }

    /** Ends the connection at both ends; received bytes can still be read. */
    public void cut() {
        cut = true;
        setReady(true, true, true);
        if (!other.cut) {
            other.cut();
        }
    }

    /** Inverts a bit of the received bytes; false when there are none. */
    public boolean damage() {
        if (head == tail) {
            return false;
        }
        arrived[head + random.nextInt(tail - head)] ^= (byte) (1 << random.nextInt(8));
        return true;
    }

    /** Received bytes not yet read. */
    public byte[] waiting() {
        return Arrays.copyOfRange(arrived, head, tail);
    }

    /** Sets the flags as the event loop would. */
    public void look() {
        setReady(head < tail || cut, other.tail < CAPACITY, cut);
    }

    @Override
    protected boolean finishConnecting() {
        return true;
    }

    @Override
    public MemorySegment heapSource(Region payload, long from, int bytes) {
        return new RecentSlices().of(payload.array(), payload.base() + from, bytes);
    }

    @Override
    public MemorySegment heapTarget(Region zone, int bytes) {
        return new RecentSlices().of(zone.array(), zone.base(), bytes);
    }

    @Override
    protected int receive(MemorySegment memory, long offset, int bytes) {
        if (head == tail) {
            return cut || other == null ? -1 : 0;
        }
        int n = Math.min(1 + random.nextInt(bytes), tail - head);
        MemorySegment.copy(arrived, head, memory, ValueLayout.JAVA_BYTE, offset, n);
        head += n;
        return n;
    }

    @Override
    protected long send(MemorySegment memory, long offset, int bytes) throws IOException {
        if (cut) {
            throw new IOException(CUT);
        }
        return other.take(memory, offset, bytes);
    }

    private int take(MemorySegment memory, long offset, int bytes) {
        System.arraycopy(arrived, head, arrived, 0, tail - head);
        tail -= head;
        head = 0;
        int n = Math.min(random.nextInt(bytes + 1), CAPACITY - tail);
        MemorySegment.copy(memory, ValueLayout.JAVA_BYTE, offset, arrived, tail, n);
        tail += n;
        return n;
    }

    @Override
    protected long send(
            MemorySegment first,
            long firstOffset,
            int firstBytes,
            MemorySegment second,
            long offset,
            int bytes)
            throws IOException {
        long written = send(first, firstOffset, firstBytes);
        return written < firstBytes ? written : written + send(second, offset, bytes);
    }

    @Override
    protected void requestWritable() {}

    @Override
    protected void shutdownOutput() {
        cut();
    }

    @Override
    public void close() {}
}
