package musubi.verbs.transport;

import musubi.config.Setting;
import musubi.config.Setting.Type;
import musubi.config.SettingSource;

import java.util.List;

/** The settings of this transport. */
public final class VerbsSettings implements SettingSource {
    static final Setting DIRECTORY =
            new Setting(
                    "verbs.directory",
                    Type.TEXT,
                    "/dev/shm",
                    "Where the file lies through which the adapters of a node exchange packets.");

    static final Setting WIRE =
            new Setting(
                    "verbs.wire",
                    Type.TEXT,
                    "auto",
                    "`auto`: shared memory on a node, UDP between nodes; `udp`: UDP everywhere."
                            + " The same on all ranks.");

    static final Setting HOST =
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

    /** For {@link java.util.ServiceLoader}. */
    public VerbsSettings() {}

    @Override
    public String title() {
        return "Emulated verbs";
    }

    @Override
    public List<Setting> settings() {
        return List.of(DIRECTORY, WIRE, HOST, RECEIVE_BUFFERS, SEND_BUFFERS, WINDOW, GIVE_UP);
    }
}
