package musubi.tcp.config;

import musubi.error.ErrorClass;
import musubi.error.MpiFailure;

import java.util.function.Function;

/** Message authentication of the frames of a connection, after its handshake. */
public enum FrameMac {
    /** HMAC-SHA256, truncated to 128 bits; frames are readable on the way. */
    HMAC_SHA256("hmac-sha256", 32),

    /** AES-128-GCM; frames are encrypted as well. */
    AES_GCM("aes-gcm", 16);

    /** In the place of a {@link #code}: no authentication. */
    public static final int NO_CODE = 0;

    private final String text;
    private final int keyBytes;

    FrameMac(String text, int keyBytes) {
        this.text = text;
        this.keyBytes = keyBytes;
    }

    /**
     * What the setting {@code tcp.mac} requests, unless it is {@link TcpSettings#MAC_OFF}.
     *
     * @throws MpiFailure for another text, without a secret, and together with TLS
     */
    public static FrameMac of(Function<String, String> setting, byte[] secret) {
        String wanted = TcpSettings.MAC.text(setting);
        FrameMac mac = named(wanted);
        if (mac == null) {
            throw new MpiFailure(ErrorClass.ARG, "no such message authentication")
                    .with("MUSUBI_TCP_MAC", wanted)
                    .advice("use hmac-sha256, aes-gcm or off");
        }
        if (secret == null) {
            throw new MpiFailure(
                            ErrorClass.ARG,
                            "message authentication requires a secret shared by all ranks")
                    .with("MUSUBI_TCP_MAC", wanted)
                    .advice("start with mpiexec, or set MUSUBI_SECRET");
        }
        if (TcpSettings.TLS.isOn(setting)) {
            throw new MpiFailure(
                            ErrorClass.ARG,
                            "TLS authenticates messages already, so no MAC is added")
                    .with("MUSUBI_TCP_MAC", wanted)
                    .with("MUSUBI_TCP_TLS", true)
                    .advice("unset one of them");
        }
        return mac;
    }

    private static FrameMac named(String text) {
        for (FrameMac mac : values()) {
            if (mac.text.equals(text)) {
                return mac;
            }
        }
        return null;
    }

    /** The number of this choice in handshakes. */
    public int code() {
        return ordinal() + 1;
    }

    /** The name of a choice in the setting. */
    public static String nameOf(int code) {
        if (code == NO_CODE) {
            return TcpSettings.MAC_OFF;
        }
        return code > 0 && code <= values().length ? values()[code - 1].text : "unknown";
    }

    /** Length of the key of each direction. */
    public int keyBytes() {
        return keyBytes;
    }
}
