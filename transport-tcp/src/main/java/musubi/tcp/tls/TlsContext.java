package musubi.tcp.tls;

import musubi.memory.Accounted;
import musubi.memory.Component;
import musubi.tcp.record.RecordOutput;
import musubi.tcp.socket.SocketLoop;
import musubi.tcp.socket.TcpStream;
import musubi.tls.JobTls;

import java.nio.ByteBuffer;

import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLSession;

/**
 * Shared by the encrypted connections of a rank: the job's certificate, and buffers that each uses
 * within a call only. The buffers are arrays, because the JDK's AES-GCM copies direct memory into
 * arrays piece by piece.
 *
 * <p>Thread rule: the thread with exclusive access.
 */
@Accounted(Component.BUFFERS)
public final class TlsContext implements SocketLoop.StreamWrapper {
    /** Most plaintext of one record. */
    private static final int PLAIN_BYTES = 16 << 10;

    private final JobTls tls;
    private final int recordBytes;
    private final int applicationBytes;

    /** Plaintext to be encrypted. */
    final ByteBuffer plaintext = ByteBuffer.allocate(PLAIN_BYTES);

    /** A received record. */
    final ByteBuffer received;

    /** An encrypted record to be sent. */
    final ByteBuffer sealed;

    public TlsContext(JobTls tls) {
        this.tls = tls;
        SSLSession session = tls.engine(true).getSession();
        recordBytes = Math.max(TlsRecord.MAX_BYTES, session.getPacketBufferSize());
        applicationBytes = session.getApplicationBufferSize();
        received = ByteBuffer.allocate(recordBytes);
        sealed = ByteBuffer.allocate(recordBytes);
    }

    @Override
    public TcpStream wrap(TcpStream plain, boolean client) {
        return new TlsStream(plain, this, client);
    }

    /** The token that an initiator of the job sends in clear in its first record. */
    String token() {
        return tls.token();
    }

    SSLEngine engine(boolean client) {
        return tls.engine(client);
    }

    /** The output buffer of one connection. */
    RecordOutput newOutput() {
        return new RecordOutput(recordBytes);
    }

    /** An empty plaintext buffer of one connection, large enough for any record. */
    ByteBuffer newPlaintext() {
        return ByteBuffer.allocate(applicationBytes).limit(0);
    }
}
