package musubi.tcp.mac;

import java.security.GeneralSecurityException;

/**
 * Authenticates the records of one direction of a connection. Each record has the next number,
 * starting with 0, as nonce.
 *
 * <p>Thread rule: the thread with exclusive access.
 */
interface RecordSeal {
    /**
     * Completes a record: writes its tag, and encrypts its content if the algorithm does so.
     *
     * @param record header and content, with room for the tag behind them
     * @param contentBytes length of the content
     */
    void seal(byte[] record, int contentBytes) throws GeneralSecurityException;

    /**
     * Verifies the next record, and only then has its content.
     *
     * @param record header, content and tag
     * @param contentBytes length of the content
     * @param content where the content is put, at offset 0
     * @return false when the tag is wrong: the record was changed, or is not the next one
     */
    boolean open(byte[] record, int contentBytes, byte[] content) throws GeneralSecurityException;
}
