package musubi.tcp.tls;

import musubi.memory.Accounted;
import musubi.memory.Component;
import musubi.tls.JobTls;

import java.nio.ByteBuffer;

import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLSession;

/**
 * What the encrypted connections of a rank share: the job's certificate, and memory that each uses
 * within a call only. In arrays, because the JDK's AES-GCM copies direct memory into arrays by
 * itself, piece by piece.
 *
 * <p>Thread rule: the thread that is in the turnstile.
 */
@Accounted(Component.BUFFERS)
public final class TlsContext {
    /** The most that fits into one record. */
    private static final int PLAIN_BYTES = 16 << 10;

    private final JobTls tls;
    private final int recordBytes;
    private final int applicationBytes;

    /** Plaintext that is about to be encrypted. */
    final ByteBuffer plaintext = ByteBuffer.allocate(PLAIN_BYTES);

    /** A record that has arrived. */
    final ByteBuffer received;

    /** A record that is about to be sent. */
    final ByteBuffer sealed;

    public TlsContext(JobTls tls) {
        this.tls = tls;
        SSLSession session = tls.engine(true).getSession();
        recordBytes = Math.max(TlsRecord.MAX_BYTES, session.getPacketBufferSize());
        applicationBytes = session.getApplicationBufferSize();
        received = ByteBuffer.allocate(recordBytes);
        sealed = ByteBuffer.allocate(recordBytes);
    }

    /** What a caller of the job says in clear in its first record. */
    String token() {
        return tls.token();
    }

    SSLEngine engine(boolean calls) {
        return tls.engine(calls);
    }

    /** For one connection. */
    TlsOutput newOutput() {
        return new TlsOutput(recordBytes);
    }

    /** Has room for the plaintext of any record, and is empty; for one connection. */
    ByteBuffer newPlaintext() {
        return ByteBuffer.allocate(applicationBytes).limit(0);
    }
}
