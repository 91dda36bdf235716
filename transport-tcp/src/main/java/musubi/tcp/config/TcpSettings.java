package musubi.tcp.config;

import musubi.config.Setting;
import musubi.config.Setting.Type;
import musubi.config.SettingSource;

import java.util.List;

/** The settings of this transport. */
public final class TcpSettings implements SettingSource {
    static final String MAC_OFF = "off";

    /** A secret shared by all ranks of the job; required to listen at any address but loopback. */
    public static final Setting SECRET = new Setting("secret", Type.TEXT, null);

    /**
     * Address to listen at and to publish. Default: loopback when all ranks are on this node, else
     * the host's address.
     */
    public static final Setting HOST = new Setting("tcp.host", Type.TEXT, null);

    /** Event loop: {@code epoll} or {@code nio}. Default: the first of them that works. */
    public static final Setting LOOP = new Setting("tcp.loop", Type.TEXT, null);

    /**
     * Congestion control by its name in the kernel (not with {@code nio}). Default: {@code cubic}
     * on loopback, else the system's.
     */
    public static final Setting CONGESTION = new Setting("tcp.congestion", Type.TEXT, null);

    /**
     * Most unacknowledged data that a rank keeps for one peer, to resend after a connection broke;
     * beyond it sends wait. At least 2 MiB; rounded down to a power of two. On a long path up to
     * four times as much.
     */
    public static final Setting REPLAY_BYTES =
            new Setting("tcp.replay.bytes", Type.BYTES, "4194304");

    /**
     * Limit for the memory of all connections of a rank: half for the kernel's buffers (not with
     * {@code nio}), half for frames that have arrived in part or are not acknowledged. Connections
     * in use share it; by measured bandwidth and delay if they are few. 0: no limit.
     */
    public static final Setting MEMORY = new Setting("tcp.memory", Type.BYTES, "67108864");

    /**
     * Number of connections to a peer that carry fragments of large messages, for long paths that
     * one connection does not fill; 1 to 16. {@code auto}: 1, and up to 8 on a long path where
     * packets are lost and the congestion control cannot become {@code bbr}, as long as each one
     * adds to the bandwidth (without relays).
     */
    public static final Setting STREAMS = new Setting("tcp.streams", Type.TEXT, "1");

    /**
     * Time in ms after which a peer is lost that cannot be reached again, or to which every
     * connection breaks.
     */
    public static final Setting RECONNECT = new Setting("tcp.reconnect", Type.NUMBER, "30000");

    /**
     * Time in ms after which a connection is replaced when its peer neither sends nor acknowledges
     * data; also the time-out of a handshake. 0: never.
     */
    public static final Setting SILENCE = new Setting("tcp.silence", Type.NUMBER, "10000");

    /**
     * Time in ms after which a connection is replaced when the kernel of the peer's host answers
     * nothing (not with {@code nio}); at least 3 s for an idle connection. A peer that only
     * computes is no reason. 0: never.
     */
    public static final Setting HOST_SILENCE = new Setting("tcp.host.silence", Type.NUMBER, "3000");

    /** Whether frames carry a CRC32C; corrupt frames are sent again. The same on all ranks. */
    public static final Setting CHECKSUMS = new Setting("tcp.crc", Type.SWITCH, "false");

    /**
     * Whether the kernel reads and writes the arrays of large messages directly (not with {@code
     * nio}, {@code tcp.crc}, {@code tcp.tls} or {@code tcp.mac}), which saves a copy at either end.
     */
    public static final Setting NATIVE_ARRAYS =
            new Setting("tcp.native.arrays", Type.SWITCH, "true");

    /**
     * Bytes of such messages that a rank copies before it binds the system calls for that, which
     * takes 20 ms of processor time.
     */
    public static final Setting NATIVE_ARRAYS_AFTER =
            new Setting("tcp.native.arrays.after", Type.BYTES, "33554432");

    /**
     * Whether connections are encrypted with TLS 1.3 ({@code mpiexec --tls}); requires a secret.
     * The same on all ranks.
     */
    public static final Setting TLS = new Setting("tcp.tls", Type.SWITCH, "false");

    /**
     * Message authentication of all that connections carry, without TLS: {@code hmac-sha256},
     * {@code aes-gcm} (also encrypted; faster for large messages) or {@code off}; requires a
     * secret. The same on all ranks.
     */
    public static final Setting MAC = new Setting("tcp.mac", Type.TEXT, MAC_OFF);

    /** For {@link java.util.ServiceLoader}. */
    public TcpSettings() {}

    @Override
    public List<Setting> settings() {
        return List.of(
                SECRET,
                HOST,
                LOOP,
                CONGESTION,
                REPLAY_BYTES,
                MEMORY,
                Setting.LONG_PATH,
                STREAMS,
                RECONNECT,
                SILENCE,
                HOST_SILENCE,
                CHECKSUMS,
                NATIVE_ARRAYS,
                NATIVE_ARRAYS_AFTER,
                TLS,
                MAC);
    }
}
