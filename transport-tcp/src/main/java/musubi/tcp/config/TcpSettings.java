package musubi.tcp.config;

import musubi.config.Setting;
import musubi.config.Setting.Type;
import musubi.config.SettingSource;

import java.util.List;

/** The settings of this transport. */
public final class TcpSettings implements SettingSource {
    public static final Setting SECRET =
            new Setting(
                    "secret",
                    Type.TEXT,
                    null,
                    "What all ranks of the job know and nobody else; needed to listen at anything"
                            + " but loopback.");

    public static final Setting HOST =
            new Setting(
                    "tcp.host",
                    Type.TEXT,
                    null,
                    "Address to listen at and to publish; without it loopback when all ranks are"
                            + " on this node, else this host's.");

    public static final Setting LOOP =
            new Setting(
                    "tcp.loop",
                    Type.TEXT,
                    null,
                    "`epoll`, `io_uring` or `nio`; without it the first of them that works.");

    public static final Setting CONGESTION =
            new Setting(
                    "tcp.congestion",
                    Type.TEXT,
                    null,
                    "Congestion control by its name in the kernel (not with `nio`); without it"
                            + " `cubic` on loopback, else the system's.");

    public static final Setting REPLAY_BYTES =
            new Setting(
                    "tcp.replay.bytes",
                    Type.BYTES,
                    "4194304",
                    "What a rank keeps of its stream to one peer until the peer has received it, to"
                            + " send it again when the connection breaks; then sends have to wait."
                            + " At least 2 MiB; rounded down to a power of two.");

    public static final Setting BUFFER_BUDGET =
            new Setting(
                    "tcp.buffer.budget",
                    Type.BYTES,
                    "67108864",
                    "What the kernel's buffers of all connections of a rank may take together"
                            + " (not with `nio`). When they would take more, each in use gets 64"
                            + " KiB to an equal share, by what the kernel measures of it. 0: no"
                            + " limit.");

    public static final Setting STREAMS =
            new Setting(
                    "tcp.streams",
                    Type.NUMBER,
                    "1",
                    "How many connections carry the fragments of large messages to a peer, for"
                            + " long paths that one does not fill; 1 to 16.");

    public static final Setting RECONNECT =
            new Setting(
                    "tcp.reconnect",
                    Type.NUMBER,
                    "30000",
                    "How many ms a peer may be out of reach after a connection broke before it is"
                            + " given up.");

    public static final Setting SILENCE =
            new Setting(
                    "tcp.silence",
                    Type.NUMBER,
                    "10000",
                    "After so many ms in which a peer neither sent anything nor told that it"
                            + " received what was sent, the connection is made anew; also how long"
                            + " a handshake may take. 0: never.");

    public static final Setting CHECKSUMS =
            new Setting(
                    "tcp.crc",
                    Type.SWITCH,
                    "false",
                    "Whether frames carry a CRC32C; what arrives damaged is sent again. The same on"
                            + " all ranks.");

    public static final Setting NATIVE_ARRAYS =
            new Setting(
                    "tcp.native.arrays",
                    Type.SWITCH,
                    "true",
                    "Whether the kernel reads and writes the arrays of large messages itself (not"
                        + " with `nio`), which saves a copy at either end; not with `tcp.crc`.");

    public static final Setting NATIVE_ARRAYS_AFTER =
            new Setting(
                    "tcp.native.arrays.after",
                    Type.BYTES,
                    "33554432",
                    "What a rank copies of such messages before it binds the calls for that, which"
                            + " takes 20 ms of processor time.");

    public static final Setting TLS =
            new Setting(
                    "tcp.tls",
                    Type.SWITCH,
                    "false",
                    "Whether connections are encrypted with TLS 1.3 (`mpiexec --tls`); needs a"
                            + " secret. The same on all ranks.");

    /** For {@link java.util.ServiceLoader}. */
    public TcpSettings() {}

    @Override
    public String title() {
        return "TCP";
    }

    @Override
    public List<Setting> settings() {
        return List.of(
                SECRET,
                HOST,
                LOOP,
                CONGESTION,
                REPLAY_BYTES,
                BUFFER_BUDGET,
                STREAMS,
                RECONNECT,
                SILENCE,
                CHECKSUMS,
                NATIVE_ARRAYS,
                NATIVE_ARRAYS_AFTER,
                TLS);
    }
}
