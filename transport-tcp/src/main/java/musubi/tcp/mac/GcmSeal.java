package musubi.tcp.mac;

import musubi.memory.Accounted;
import musubi.memory.Component;

import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;

import javax.crypto.AEADBadTagException;
import javax.crypto.Cipher;
import javax.crypto.KDF;
import javax.crypto.SecretKey;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.HKDFParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * AES-128-GCM: the content is encrypted, the length is additional authenticated data, and the
 * number is the nonce. Authentication alone (GMAC) would be slower: the JDK collects additional
 * data in an array of its own before it computes the tag.
 *
 * <p>After a number of records both ends replace the key by one derived from it, so that no key
 * encrypts more than 64 GiB, well below the limit of the algorithm (RFC 8446, section 5.5).
 */
@Accounted(Component.LOW_LEVEL_CONTEXTS)
final class GcmSeal implements RecordSeal {
    /** Records of one key: at most 64 GiB. */
    static final long RECORDS_OF_KEY = 1L << 22;

    private static final String ALGORITHM = "AES";
    private static final byte[] UPDATE = {'n', 'e', 'x', 't', ' ', 'k', 'e', 'y'};
    private static final int NONCE_BYTES = 12;
    private static final int BITS_OF_TAG = MacRecord.TAG_BYTES * Byte.SIZE;

    private final int mode;
    private final long recordsOfKey;
    private final Cipher cipher;
    private final byte[] nonce = new byte[NONCE_BYTES];
    private SecretKey key;
    private long next;

    /**
     * The seal of one direction.
     *
     * @param sends whether this rank sends the records
     * @param recordsOfKey number of records after which the key is replaced
     */
    GcmSeal(byte[] key, boolean sends, long recordsOfKey) throws GeneralSecurityException {
        this.key = new SecretKeySpec(key, ALGORITHM);
        this.recordsOfKey = recordsOfKey;
        mode = sends ? Cipher.ENCRYPT_MODE : Cipher.DECRYPT_MODE;
        cipher = Cipher.getInstance("AES/GCM/NoPadding");
    }

    @Override
    public void seal(byte[] record, int contentBytes) throws GeneralSecurityException {
        begin(record);
        int start = MacRecord.HEADER_BYTES;
        cipher.doFinal(record, start, contentBytes, record, start);
    }

    @Override
    public boolean open(byte[] record, int contentBytes, byte[] content)
            throws GeneralSecurityException {
        begin(record);
        try {
            int bytes = contentBytes + MacRecord.TAG_BYTES;
            cipher.doFinal(record, MacRecord.HEADER_BYTES, bytes, content, 0);
            return true;
        } catch (AEADBadTagException _) {
            return false;
        }
    }

    private void begin(byte[] record) throws GeneralSecurityException {
        if (next > 0 && next % recordsOfKey == 0) {
            replaceKey();
        }
        ByteBuffer.wrap(nonce).putLong(NONCE_BYTES - Long.BYTES, next++);
        cipher.init(mode, key, new GCMParameterSpec(BITS_OF_TAG, nonce));
        cipher.updateAAD(record, 0, MacRecord.HEADER_BYTES);
    }

    /** The old key cannot be computed from the new one. */
    private void replaceKey() throws GeneralSecurityException {
        int bytes = key.getEncoded().length;
        key =
                KDF.getInstance("HKDF-SHA256")
                        .deriveKey(
                                ALGORITHM,
                                HKDFParameterSpec.ofExtract()
                                        .addIKM(key)
                                        .thenExpand(UPDATE, bytes));
    }
}
