package musubi.tcp.mac;

import musubi.memory.Accounted;
import musubi.memory.Component;
import musubi.tcp.record.RecordInput;

import java.io.IOException;
import java.lang.foreign.ValueLayout;

/** Authenticated records received over a connection. */
@Accounted(Component.BUFFERS)
final class MacInput extends RecordInput {
    /** One read may take several records. */
    private static final int BYTES = (64 << 10) + MacRecord.MAX_BYTES;

    MacInput() {
        super(BYTES);
    }

    @Override
    protected int nextRecordBytes() throws IOException {
        if (available() < MacRecord.HEADER_BYTES) {
            return 0;
        }
        int content = memory().get(ValueLayout.JAVA_INT_UNALIGNED, head());
        if (content <= 0 || content > MacRecord.MAX_CONTENT_BYTES) {
            throw new IOException("invalid length of an authenticated record: bytes=" + content);
        }
        int bytes = MacRecord.HEADER_BYTES + content + MacRecord.TAG_BYTES;
        return available() < bytes ? 0 : bytes;
    }
}
