package musubi.tcp.mac;

import musubi.memory.Accounted;
import musubi.memory.Component;

import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;

import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** HMAC-SHA256 of number, length and content, truncated to 128 bits as RFC 2104 permits. */
@Accounted(Component.LOW_LEVEL_CONTEXTS)
final class HmacSeal implements RecordSeal {
    private static final String ALGORITHM = "HmacSHA256";
    private static final int MAC_BYTES = 32;

    private final Mac mac;
    private final byte[] number = new byte[Long.BYTES];
    private final byte[] tag = new byte[MAC_BYTES];
    private long next;

    HmacSeal(byte[] key) throws GeneralSecurityException {
        mac = Mac.getInstance(ALGORITHM);
        mac.init(new SecretKeySpec(key, ALGORITHM));
    }

    @Override
    public void seal(byte[] record, int contentBytes) throws GeneralSecurityException {
        int end = MacRecord.HEADER_BYTES + contentBytes;
        computeTag(record, end);
        System.arraycopy(tag, 0, record, end, MacRecord.TAG_BYTES);
    }

    @Override
    public boolean open(byte[] record, int contentBytes, byte[] content)
            throws GeneralSecurityException {
        int end = MacRecord.HEADER_BYTES + contentBytes;
        computeTag(record, end);
        int difference = 0;
        for (int i = 0; i < MacRecord.TAG_BYTES; i++) {
            // All bytes, so that the time does not depend on where they differ.
            difference |= tag[i] ^ record[end + i];
        }
        if (difference != 0) {
            return false;
        }
        System.arraycopy(record, MacRecord.HEADER_BYTES, content, 0, contentBytes);
        return true;
    }

    private void computeTag(byte[] record, int bytes) throws GeneralSecurityException {
        ByteBuffer.wrap(number).putLong(next++);
        mac.update(number);
        mac.update(record, 0, bytes);
        mac.doFinal(tag, 0);
    }
}
