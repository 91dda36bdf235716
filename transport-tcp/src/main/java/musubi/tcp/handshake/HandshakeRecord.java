package musubi.tcp.handshake;

import musubi.tcp.socket.TcpStream;
import musubi.tcp.tls.TlsRecord;

import java.io.EOFException;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/** Reads and writes the records of one handshake, without reading beyond them. */
final class HandshakeRecord {
    private final TcpStream stream;
    private final MemorySegment memory;
    private int arrived;

    HandshakeRecord(TcpStream stream) {
        this(stream, Handshake.HELLO_BYTES);
    }

    /** For records of up to {@code bytes} bytes. */
    HandshakeRecord(TcpStream stream, int bytes) {
        this.stream = stream;
        memory = Arena.ofAuto().allocate(bytes);
    }

    MemorySegment memory() {
        return memory;
    }

    /**
     * Whether a record of a length has arrived; if so, the next call starts the next record.
     *
     * @throws EOFException when the peer has closed the connection
     */
    boolean read(int bytes) throws IOException {
        while (arrived < bytes && stream.isReadable()) {
            int n = stream.read(memory, arrived, bytes - arrived);
            if (n < 0) {
                throw new EOFException("the connection was closed during the handshake");
            }
            arrived += n;
        }
        if (arrived < bytes) {
            return false;
        }
        arrived = 0;
        return true;
    }

    /** Number of bytes of the next record that have arrived. */
    int arrived() {
        return arrived;
    }

    /** Whether the bytes of the next record are a TLS handshake or alert. */
    boolean isTls() {
        return TlsRecord.isHandshakeOrAlert(memory, arrived);
    }

    /** Sends the record; a socket that is not broken has room for it. */
    void write(int bytes) throws IOException {
        write(0, bytes);
    }

    /** Sends a part of the record. */
    void write(int offset, int bytes) throws IOException {
        if (stream.write(memory, offset, bytes) < bytes) {
            throw new IOException("no room in the socket for a handshake");
        }
    }
}
