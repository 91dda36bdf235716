package musubi.tls;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.InvalidKeyException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.SecureRandom;
import java.security.Signature;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.interfaces.EdECPrivateKey;
import java.security.spec.NamedParameterSpec;
import java.util.Arrays;

/**
 * A key and its self-signed certificate, both derived from 32 bytes: an Ed25519 key consists of
 * such bytes (RFC 8032), and its signatures are deterministic. The JDK has no public API for the
 * creation of certificates, so this class encodes it in DER (RFC 5280, version 1, without
 * extensions). Only the identity of the certificate matters, not its content.
 *
 * @param key the private key
 * @param certificate the certificate of the public key, valid from 1970 to 9999
 */
record JobCertificate(PrivateKey key, X509Certificate certificate) {
    private static final String ALGORITHM = "Ed25519";
    private static final byte[] ED25519 = {0x2b, 0x65, 0x70}; // 1.3.101.112
    private static final byte[] COMMON_NAME = {0x55, 0x04, 0x03}; // 2.5.4.3

    private static final int INTEGER = 0x02;
    private static final int BIT_STRING = 0x03;
    private static final int OBJECT_IDENTIFIER = 0x06;
    private static final int UTF8_STRING = 0x0c;
    private static final int UTC_TIME = 0x17;
    private static final int GENERALIZED_TIME = 0x18;
    private static final int SEQUENCE = 0x30;
    private static final int SET = 0x31;
    private static final int LONGEST_SHORT = 127;
    private static final int LONG_FORM = 0x80;

    /**
     * The key and certificate of a seed.
     *
     * @param seed 32 bytes, the private key
     */
    static JobCertificate of(byte[] seed) throws GeneralSecurityException {
        KeyPairGenerator generator = KeyPairGenerator.getInstance(ALGORITHM);
        generator.initialize(NamedParameterSpec.ED25519, new Known(seed));
        KeyPair pair = generator.generateKeyPair();
        byte[] taken = ((EdECPrivateKey) pair.getPrivate()).getBytes().orElse(new byte[0]);
        if (!Arrays.equals(taken, seed)) {
            // RFC 8032 implies this equality, but a provider might add randomness.
            throw new InvalidKeyException(
                    "the key differs from its seed: provider=" + generator.getProvider());
        }
        return new JobCertificate(pair.getPrivate(), sign(pair));
    }

    private static X509Certificate sign(KeyPair pair) throws GeneralSecurityException {
        byte[] algorithm = der(SEQUENCE, der(OBJECT_IDENTIFIER, ED25519));
        byte[] name = name("Musubi job");
        byte[] content =
                der(
                        SEQUENCE,
                        der(INTEGER, new byte[] {1}),
                        algorithm,
                        name,
                        der(
                                SEQUENCE,
                                der(UTC_TIME, ascii("700101000000Z")),
                                der(GENERALIZED_TIME, ascii("99991231235959Z"))),
                        name,
                        pair.getPublic().getEncoded());
        Signature signature = Signature.getInstance(ALGORITHM);
        signature.initSign(pair.getPrivate());
        signature.update(content);
        byte[] unusedBits = {0};
        byte[] bytes =
                der(SEQUENCE, content, algorithm, der(BIT_STRING, unusedBits, signature.sign()));
        return (X509Certificate)
                CertificateFactory.getInstance("X.509")
                        .generateCertificate(new ByteArrayInputStream(bytes));
    }

    private static byte[] name(String common) {
        return der(
                SEQUENCE,
                der(
                        SET,
                        der(
                                SEQUENCE,
                                der(OBJECT_IDENTIFIER, COMMON_NAME),
                                der(UTF8_STRING, ascii(common)))));
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    /** A DER value of at most 65535 bytes: tag, length, concatenated parts. */
    private static byte[] der(int tag, byte[]... parts) {
        int length = 0;
        for (byte[] part : parts) {
            length += part.length;
        }
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.write(tag);
        if (length > LONGEST_SHORT) {
            int lengthBytes = length > 0xff ? 2 : 1;
            out.write(LONG_FORM | lengthBytes);
            if (lengthBytes == 2) {
                out.write(length >>> Byte.SIZE);
            }
        }
        out.write(length);
        for (byte[] part : parts) {
            out.writeBytes(part);
        }
        return out.toByteArray();
    }

    /** A source of fixed bytes. */
    private static final class Known extends SecureRandom {
        private static final long serialVersionUID = 1L;

        private final byte[] known;

        Known(byte[] known) {
            this.known = known;
        }

        @Override
        public void nextBytes(byte[] bytes) {
            System.arraycopy(known, 0, bytes, 0, bytes.length);
        }
    }
}
