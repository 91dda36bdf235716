package musubi.tcp.socket;

import musubi.region.Region;

import java.io.Closeable;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.channels.NotYetConnectedException;

/**
 * A connected or connecting socket that never blocks. It remembers whether a system call is
 * worthwhile: {@link #isReadable} and {@link #isWritable} become false when the kernel has no more
 * data or room, and true again with the next event of the event loop.
 *
 * <p>Memory passed in is alive, and either native or a slice from {@link #heapSource} or {@link
 * #heapTarget}.
 */
public abstract class TcpStream implements Closeable {
    /** Most bytes of one call: the kernel takes all of them once it has room for any. */
    private int pieceBytes = Integer.MAX_VALUE;

    private boolean readable;
    private boolean endAnnounced;
    private boolean writable;
    private Runnable onReady = () -> {};

    /** Sets the action to run when a flag becomes true; it must not throw. */
    public final void onReady(Runnable action) {
        onReady = action;
    }

    /** Whether a read may return data, the end of the stream, or an error. */
    public final boolean isReadable() {
        return readable;
    }

    /** Whether a write may be accepted, or fail. */
    public final boolean isWritable() {
        return writable;
    }

    /** Sets the flags that an event of the event loop reports. */
    public final void setReady(boolean canRead, boolean canWrite, boolean ends) {
        endAnnounced |= ends;
        readable |= canRead | ends;
        writable |= canWrite | ends;
        onReady.run();
    }

    /** Makes the next read call the kernel regardless of the events so far. */
    public final void forceReadable() {
        endAnnounced = true;
        readable = true;
    }

    /**
     * Reads up to a number of bytes.
     *
     * @return the number of bytes read; -1 at the end of the stream
     */
    public final int read(MemorySegment memory, long offset, int bytes) throws IOException {
        int n;
        try {
            n = receive(memory, offset, bytes);
        } catch (NotYetConnectedException e) {
            throw notConnected(e);
        }
        // A short read has emptied the socket, unless the end was announced with the data.
        readable = n == bytes || n > 0 && endAnnounced;
        return n;
    }

    /** Writes as many bytes as there is room for; returns their number. */
    public final int write(MemorySegment memory, long offset, int bytes) throws IOException {
        try {
            return (int) afterSend(sendInPieces(memory, offset, bytes), bytes);
        } catch (NotYetConnectedException e) {
            throw notConnected(e);
        }
    }

    /**
     * Writes as many bytes of two pieces as there is room for, in order.
     *
     * @return the number of bytes written of both together
     */
    public final int write(
            MemorySegment first,
            long firstOffset,
            int firstBytes,
            MemorySegment second,
            long offset,
            int bytes)
            throws IOException {
        try {
            long written =
                    firstBytes + bytes <= pieceBytes
                            ? send(first, firstOffset, firstBytes, second, offset, bytes)
                            : sendInPieces(first, firstOffset, firstBytes, second, offset, bytes);
            return (int) afterSend(written, firstBytes + bytes);
        } catch (NotYetConnectedException e) {
            throw notConnected(e);
        }
    }

    /** After a failure the bytes sent before it count; the next call fails as well. */
    private long sendInPieces(MemorySegment memory, long offset, int bytes) throws IOException {
        long done = 0;
        long sent = pieceBytes;
        try {
            while (done < bytes && sent == pieceBytes) {
                sent = send(memory, offset + done, (int) Math.min(pieceBytes, bytes - done));
                done += sent;
            }
        } catch (IOException e) {
            if (done == 0) {
                throw e;
            }
        }
        return done;
    }

    private long sendInPieces(
            MemorySegment first,
            long firstOffset,
            int firstBytes,
            MemorySegment second,
            long offset,
            int bytes)
            throws IOException {
        long sent = sendInPieces(first, firstOffset, firstBytes);
        if (sent < firstBytes) {
            return sent;
        }
        try {
            return sent + sendInPieces(second, offset, bytes);
        } catch (IOException e) {
            return sent;
        }
    }

    /** The JDK and Netty throw an unchecked exception for a connection that the peer has reset. */
    private static IOException notConnected(NotYetConnectedException e) {
        return new IOException("no longer connected", e);
    }

    private long afterSend(long written, long wanted) {
        if (written < wanted) {
            writable = false;
            requestWritable();
        }
        return written;
    }

    /**
     * A segment that {@link #write} accepts for a part of a region in an array; null when arrays
     * have to be copied.
     */
    public MemorySegment heapSource(Region payload, long from, int bytes) {
        return null;
    }

    /** A segment that {@link #read} accepts for a region in an array; null as above. */
    public MemorySegment heapTarget(Region zone, int bytes) {
        return null;
    }

    /** Whether the connection is established; throws when it has failed. */
    public final boolean finishConnect() throws IOException {
        writable = finishConnecting();
        return writable;
    }

    protected abstract boolean finishConnecting() throws IOException;

    /**
     * Advances the TLS handshake, if there is one, on an established connection.
     *
     * @return whether data may be sent; false while the next step is the other side's
     * @throws musubi.tls.TlsFailure when the handshake fails
     */
    public boolean secure() throws IOException {
        return true;
    }

    /** Whether the other side has shown, but not proved, that it belongs to this job. */
    public boolean hasJobToken() {
        return false;
    }

    protected abstract int receive(MemorySegment memory, long offset, int bytes) throws IOException;

    protected abstract long send(MemorySegment memory, long offset, int bytes) throws IOException;

    protected abstract long send(
            MemorySegment first,
            long firstOffset,
            int firstBytes,
            MemorySegment second,
            long offset,
            int bytes)
            throws IOException;

    /** The stream of the socket, for the methods below: this one, unless it encrypts. */
    public TcpStream underlying() {
        return this;
    }

    /** The kernel's measurements of the path; null when there are none. */
    public TcpInfo tcpInfo() {
        return null;
    }

    /** The same, as far as congestion control needs it. */
    public PathInfo pathInfo() {
        return null;
    }

    /**
     * Sets when the kernel ends an idle connection: it probes the peer's kernel after an idle time,
     * and once more after an interval, for another one.
     */
    public void probeWhenIdle(int idleSeconds, int intervalSeconds) {}

    /** Changes the congestion control; false where the kernel refuses. */
    public boolean useCongestionControl(String name) {
        return false;
    }

    /** Spreads packets over the round trip, as the congestion control has it, without bursts. */
    public void pacePackets() {}

    /** Bytes in the kernel's buffers, with all its bookkeeping; 0 where they are not known. */
    public long kernelBytes() {
        return 0;
    }

    /** Sets the most bytes of one call to send. */
    protected final void limitPieces(int bytes) {
        pieceBytes = bytes;
    }

    /** Sets the sizes of the kernel's buffers; see {@link SocketBuffers}. */
    public void resizeBuffers(int sendBytes, int receiveBytes) {}

    /** Requests one event when there is room for writing again. */
    protected abstract void requestWritable();

    /** Sends the end of the stream; reading goes on. */
    public final void closeOutput() throws IOException {
        try {
            shutdownOutput();
        } catch (NotYetConnectedException e) {
            throw notConnected(e);
        }
    }

    protected abstract void shutdownOutput() throws IOException;

    /** Closes the socket, ignoring failures. */
    @Override
    public abstract void close();
}
