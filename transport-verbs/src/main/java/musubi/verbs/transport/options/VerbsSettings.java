package musubi.verbs.transport.options;

import musubi.config.Setting;
import musubi.config.Setting.Type;
import musubi.config.SettingSource;

import java.util.List;

/** The settings of this transport. */
public final class VerbsSettings implements SettingSource {
    public static final Setting DIRECTORY =
            new Setting(
                    "verbs.directory",
                    Type.TEXT,
                    "/dev/shm",
                    "Where the file lies through which the adapters of a node exchange packets.");

    public static final Setting WIRE =
            new Setting(
                    "verbs.wire",
                    Type.TEXT,
                    "auto",
                    "`auto`: shared memory on a node, UDP between nodes; `udp`: UDP everywhere."
                            + " The same on all ranks.");

    public static final Setting HOST =
            new Setting(
                    "verbs.host",
                    Type.TEXT,
                    null,
                    "Address of this host for UDP; without it loopback when all ranks are on one"
                            + " node, else the host's name.");

    static final Setting RECEIVE_BUFFERS =
            new Setting(
                    "verbs.receive.buffers",
                    Type.NUMBER,
                    "4096",
                    "Receive buffers of 4 KiB of a node, for messages of all sources; each rank"
                            + " gets an equal share, 64 at least.");

    static final Setting SEND_BUFFERS =
            new Setting(
                    "verbs.send.buffers",
                    Type.NUMBER,
                    "128",
                    "Buffers of 4 KiB for what a rank sends, until it has arrived; 16 at least.");

    static final Setting WINDOW =
            new Setting(
                    "verbs.window",
                    Type.NUMBER,
                    "64",
                    "Messages that one source may send ahead of their being taken, 4 to 1024. The"
                            + " same on all ranks.");

    static final Setting GIVE_UP =
            new Setting(
                    "verbs.give.up",
                    Type.NUMBER,
                    "30000",
                    "After so many ms in which nothing gets through to a peer it is lost.");

    static final Setting RELIABLE =
            new Setting(
                    "verbs.reliable",
                    Type.NUMBER,
                    "128",
                    "Reliable connections of a node, made for busy sources and kept; each rank gets"
                            + " an equal share.");

    static final Setting RINGS =
            new Setting(
                    "verbs.rings",
                    Type.NUMBER,
                    "1024",
                    "Rings of a node that busy sources write to; each rank gets an equal share.");

    static final Setting RING_ENTRIES =
            new Setting(
                    "verbs.ring.entries",
                    Type.NUMBER,
                    "16",
                    "Entries of 4 KiB in a ring, 2 to `verbs.window`. The same on all ranks.");

    static final Setting PERIOD =
            new Setting(
                    "verbs.period",
                    Type.NUMBER,
                    "100",
                    "Length in ms of a period in which messages of each source are counted.");

    static final Setting PERIODS =
            new Setting(
                    "verbs.periods",
                    Type.NUMBER,
                    "10",
                    "Periods that are remembered; after so many it is decided anew who gets a"
                            + " ring.");

    static final Setting HISTORY_ENTRIES =
            new Setting(
                    "verbs.history.entries",
                    Type.NUMBER,
                    "16384",
                    "Pairs of period and source that a rank remembers, of 8 bytes; with more the"
                            + " oldest periods are forgotten.");

    static final Setting LEAST_PERCENT =
            new Setting(
                    "verbs.least.percent",
                    Type.NUMBER,
                    "3",
                    "Share of a rank's messages, in percent, that a source needs for a ring.");

    static final Setting LEAST_MESSAGES =
            new Setting(
                    "verbs.least.messages",
                    Type.NUMBER,
                    "1000",
                    "Messages in the remembered periods that a source needs for a ring.");

    /** For {@link java.util.ServiceLoader}. */
    public VerbsSettings() {}

    @Override
    public String title() {
        return "Emulated verbs";
    }

    @Override
    public List<Setting> settings() {
        return List.of(
                DIRECTORY,
                WIRE,
                HOST,
                RECEIVE_BUFFERS,
                SEND_BUFFERS,
                WINDOW,
                GIVE_UP,
                RELIABLE,
                RINGS,
                RING_ENTRIES,
                PERIOD,
                PERIODS,
                HISTORY_ENTRIES,
                LEAST_PERCENT,
                LEAST_MESSAGES);
    }
}
