package musubi.tcp.mac;

import musubi.memory.Accounted;
import musubi.memory.Component;
import musubi.tcp.config.FrameMac;
import musubi.tcp.socket.SocketLoop;
import musubi.tcp.socket.TcpStream;

import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;

/**
 * Shared by the authenticated connections of a rank: the algorithm, and buffers that each uses
 * within a call only.
 *
 * <p>Thread rule: the thread with exclusive access.
 */
@Accounted(Component.BUFFERS)
public final class MacContext implements SocketLoop.FrameProtection {
    private final FrameMac mac;

    /** A record to be sent. */
    final ByteBuffer outgoing = ByteBuffer.allocate(MacRecord.MAX_BYTES);

    /** A received record. */
    final ByteBuffer received = ByteBuffer.allocate(MacRecord.MAX_BYTES);

    public MacContext(FrameMac mac) {
        this.mac = mac;
    }

    @Override
    public TcpStream protect(TcpStream stream, byte[] sendKey, byte[] receiveKey) {
        return new MacStream(stream, this, newSeal(sendKey, true), newSeal(receiveKey, false));
    }

    private RecordSeal newSeal(byte[] key, boolean sends) {
        try {
            return switch (mac) {
                case HMAC_SHA256 -> new HmacSeal(key);
                case AES_GCM -> new GcmSeal(key, sends, GcmSeal.RECORDS_OF_KEY);
            };
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has HmacSHA256 and AES/GCM/NoPadding", e);
        }
    }
}
