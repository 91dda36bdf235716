package musubi.launch.job;

import java.security.SecureRandom;
import java.util.HexFormat;

/** Creates the secret shared by the ranks of a job. */
public final class JobSecret {
    private static final int BYTES = 32;

    private JobSecret() {}

    /** 256 random bits in hexadecimal. */
    public static String create() {
        byte[] secret = new byte[BYTES];
        new SecureRandom().nextBytes(secret);
        return HexFormat.of().formatHex(secret);
    }
}
