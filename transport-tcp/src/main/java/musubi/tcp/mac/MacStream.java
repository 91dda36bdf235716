package musubi.tcp.mac;

import musubi.tcp.record.RecordOutput;
import musubi.tcp.record.RecordStream;
import musubi.tcp.socket.TcpStream;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.security.GeneralSecurityException;

/**
 * A stream whose bytes are authenticated on their way, over another stream after its handshake.
 * Nothing of a record is returned before its tag was verified: neither header nor payload of a
 * frame that was changed is used. A wrong tag breaks the connection; the session continues on
 * another one.
 *
 * <p>The tags belong to the connection, not to the frames, whose bytes are sent again over other
 * connections:
 *
 * <ul>
 *   <li>The keys of both directions follow from the secret and the nonces of the handshake, so they
 *       are used on one connection only. The nonce is the number of the record, which never repeats
 *       under a key. So AES-GCM is safe, and a record that is replayed, dropped or out of order has
 *       the wrong number, also one of another connection, stream, direction or rank.
 *   <li>Keys of the session with the stream position as nonce would not be safe. Control frames
 *       that an idle connection loses are discarded, and later frames take their positions ({@code
 *       IdleDisconnect.resume}). Two contents with one nonce disclose the key that authenticates
 *       under GCM; under HMAC the discarded frame could be put in the place of the later one.
 *   <li>Small frames that go out together have one tag.
 * </ul>
 */
final class MacStream extends RecordStream {
    private final MacContext context;
    private final MacInput input;
    private final RecordSeal sending;
    private final RecordSeal receiving;

    /**
     * A stream over one whose handshake is complete.
     *
     * @param sending for records that this rank sends
     * @param receiving for records of the other side
     */
    MacStream(TcpStream raw, MacContext context, RecordSeal sending, RecordSeal receiving) {
        this(raw, context, sending, receiving, new MacInput());
    }

    private MacStream(
            TcpStream raw,
            MacContext context,
            RecordSeal sending,
            RecordSeal receiving,
            MacInput input) {
        super(raw, input);
        this.context = context;
        this.sending = sending;
        this.receiving = receiving;
        this.input = input;
        ByteBuffer content = ByteBuffer.allocate(MacRecord.MAX_CONTENT_BYTES).limit(0);
        start(new RecordOutput(MacRecord.MAX_BYTES), content);
        // Only later events come from the stream below.
        setReady(raw.isReadable(), raw.isWritable(), false);
    }

    @Override
    protected ByteBuffer unsealed() {
        int most = MacRecord.MAX_BYTES - MacRecord.TAG_BYTES;
        return context.outgoing.clear().position(MacRecord.HEADER_BYTES).limit(most);
    }

    @Override
    protected void seal(ByteBuffer record) throws IOException {
        int end = record.position();
        int bytes = end - MacRecord.HEADER_BYTES;
        record.order(ByteOrder.nativeOrder()).putInt(0, bytes);
        try {
            sending.seal(record.array(), bytes);
        } catch (GeneralSecurityException e) {
            throw new IOException("cannot authenticate a record: " + e.getMessage(), e);
        }
        output().add(record.clear().position(end + MacRecord.TAG_BYTES), bytes);
    }

    @Override
    protected void open(int bytes, ByteBuffer content) throws IOException {
        input.take(bytes, context.received);
        int contentBytes = bytes - MacRecord.HEADER_BYTES - MacRecord.TAG_BYTES;
        boolean genuine;
        try {
            genuine = receiving.open(context.received.array(), contentBytes, content.array());
        } catch (GeneralSecurityException e) {
            throw new IOException("cannot verify a record: " + e.getMessage(), e);
        }
        if (!genuine) {
            throw new IOException(
                    "wrong MAC: data was changed, dropped or repeated on the way, bytes=" + bytes);
        }
        content.clear().limit(contentBytes);
    }

    @Override
    protected void shutdownOutput() throws IOException {
        output().flush(raw());
        raw().closeOutput();
    }
}
