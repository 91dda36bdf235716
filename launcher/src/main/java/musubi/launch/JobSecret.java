package musubi.launch;

import java.security.SecureRandom;
import java.util.HexFormat;

/** Makes what the ranks of a job know and nobody else. */
final class JobSecret {
    private static final int BYTES = 32;

    private JobSecret() {}

    /** 256 random bits, in hexadecimal. */
    static String create() {
        byte[] secret = new byte[BYTES];
        new SecureRandom().nextBytes(secret);
        return HexFormat.of().formatHex(secret);
    }
}
