package musubi.tcp.socket;

import musubi.region.Region;

import java.io.Closeable;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.channels.NotYetConnectedException;

/**
 * A connected (or connecting) socket that never blocks. It remembers whether it is worth a system
 * call: {@link #isReadable} and {@link #isWritable} become false when the kernel had nothing more,
 * and true again when the event loop says so.
 *
 * <p>Memory that is passed in is native, or of {@link #heapSource} or {@link #heapTarget}, and
 * alive.
 */
public abstract class TcpStream implements Closeable {
    private boolean readable;
    private boolean endAnnounced;
    private boolean writable;
    private Runnable onReady = () -> {};

    /** Says what to do when a flag becomes true; it must not throw. */
    public final void onReady(Runnable action) {
        onReady = action;
    }

    public final boolean isReadable() {
        return readable;
    }

    public final boolean isWritable() {
        return writable;
    }

    /** Told by the event loop. */
    public final void setReady(boolean canRead, boolean canWrite, boolean ends) {
        endAnnounced |= ends;
        readable |= canRead | ends;
        writable |= canWrite | ends;
        onReady.run();
    }

    /** Lets the next read go to the kernel whatever the event loop has said. */
    public final void forceReadable() {
        endAnnounced = true;
        readable = true;
    }

    /**
     * Reads at most so many bytes.
     *
     * @return the number of bytes; -1 at the end of the stream
     */
    public final int read(MemorySegment memory, long offset, int bytes) throws IOException {
        int n;
        try {
            n = receive(memory, offset, bytes);
        } catch (NotYetConnectedException e) {
            throw notConnected(e);
        }
        // A short read has emptied the socket, but not when the end was announced with the bytes.
        readable = n == bytes || n > 0 && endAnnounced;
        return n;
    }

    /** Writes as many of the bytes as there is room for, and says how many. */
    public final int write(MemorySegment memory, long offset, int bytes) throws IOException {
        try {
            return (int) sent(send(memory, offset, bytes), bytes);
        } catch (NotYetConnectedException e) {
            throw notConnected(e);
        }
    }

    /**
     * Writes as many bytes of both as there is room for.
     *
     * @param first goes first: so many bytes from the offset on
     * @return how many bytes of both together
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
            long written = send(first, firstOffset, firstBytes, second, offset, bytes);
            return (int) sent(written, firstBytes + bytes);
        } catch (NotYetConnectedException e) {
            throw notConnected(e);
        }
    }

    /** What the JDK and Netty throw, unchecked, for a connection that the peer has reset. */
    private static IOException notConnected(NotYetConnectedException e) {
        return new IOException("no longer connected", e);
    }

    private long sent(long written, long wanted) {
        if (written < wanted) {
            writable = false;
            requestWritable();
        }
        return written;
    }

    /**
     * What {@link #write} takes for a part of a region that lies in an array; null when it takes
     * none, or not now.
     */
    public MemorySegment heapSource(Region payload, long from, int bytes) {
        return null;
    }

    /** What {@link #read} takes for a region that lies in an array; null as above. */
    public MemorySegment heapTarget(Region zone, int bytes) {
        return null;
    }

    /** Whether the connection has come about; throws when it never will. */
    public final boolean finishConnect() throws IOException {
        writable = finishConnecting();
        return writable;
    }

    public abstract boolean finishConnecting() throws IOException;

    /**
     * Goes on to agree with the other side on how the bytes are protected, once there is a
     * connection.
     *
     * @return whether that is done and bytes may be sent; false while the other side has the word
     * @throws musubi.tls.TlsFailure when it comes to nothing
     */
    public boolean secure() throws IOException {
        return true;
    }

    /** Whether the other side has shown, though not proved, that it is of this job. */
    public boolean hasJobToken() {
        return false;
    }

    public abstract int receive(MemorySegment memory, long offset, int bytes) throws IOException;

    public abstract long send(MemorySegment memory, long offset, int bytes) throws IOException;

    public abstract long send(
            MemorySegment first,
            long firstOffset,
            int firstBytes,
            MemorySegment second,
            long offset,
            int bytes)
            throws IOException;

    /** Asks the kernel for the figures of the path; false when it does not tell any. */
    public boolean readTcpInfo(TcpInfo into) {
        return false;
    }

    /** Asks the kernel for buffers of these sizes; see {@link SocketBuffers}. */
    public void resizeBuffers(int sendBytes, int receiveBytes) {}

    /** Makes the event loop tell when there is room for writing again, once. */
    public abstract void requestWritable();

    /** Tells the peer that nothing more comes. */
    public final void closeOutput() throws IOException {
        try {
            shutdownOutput();
        } catch (NotYetConnectedException e) {
            throw notConnected(e);
        }
    }

    public abstract void shutdownOutput() throws IOException;

    /** Closes the socket; failures of that are of no interest to anybody. */
    @Override
    public abstract void close();
}
