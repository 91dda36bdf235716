package musubi.tcp.handshake;

import musubi.tcp.socket.TcpStream;
import musubi.tcp.tls.TlsRecord;

import java.io.EOFException;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/** Reads and writes the records of one handshake, and not a byte more. */
final class HandshakeRecord {
    private final TcpStream stream;
    private final MemorySegment memory = Arena.ofAuto().allocate(Handshake.HELLO_BYTES);
    private int arrived;

    HandshakeRecord(TcpStream stream) {
        this.stream = stream;
    }

    MemorySegment memory() {
        return memory;
    }

    /**
     * Whether a record of so many bytes has arrived; then the next call begins the next one.
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

    /** How many bytes of the next record have arrived. */
    int arrived() {
        return arrived;
    }

    /** Whether what has arrived of the next record is said by somebody who speaks TLS. */
    boolean isTls() {
        return TlsRecord.isHandshakeOrAlert(memory, arrived);
    }

    /** Sends the record; there is room for it in any socket that is not broken. */
    void write(int bytes) throws IOException {
        write(0, bytes);
    }

    /** Sends a part of the record. */
    void write(int offset, int bytes) throws IOException {
        if (stream.write(memory, offset, bytes) < bytes) {
            throw new IOException("no room for a handshake");
        }
    }
}
