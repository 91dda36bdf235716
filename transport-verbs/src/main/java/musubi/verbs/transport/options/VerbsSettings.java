package musubi.verbs.transport.options;

import musubi.config.Setting;
import musubi.config.Setting.Type;
import musubi.config.SettingSource;

import java.util.List;

/** The settings of this transport. */
public final class VerbsSettings implements SettingSource {
    /**
     * Directory of the shared-memory file of a node's adapters, or of a private directory {@code
     * musubi-UID} with it.
     */
    public static final Setting DIRECTORY = new Setting("verbs.directory", Type.TEXT, "/dev/shm");

    /**
     * {@code auto}: shared memory on a node, UDP between nodes; {@code udp}: UDP everywhere. The
     * same on all ranks.
     */
    public static final Setting WIRE = new Setting("verbs.wire", Type.TEXT, "auto");

    /**
     * Address of this host for UDP; by default loopback when all ranks are on one node, else the
     * host's name.
     */
    public static final Setting HOST = new Setting("verbs.host", Type.TEXT, null);

    /**
     * Receive buffers of 4 KiB of a node, shared by all sources; each rank gets an equal share, at
     * least 64.
     */
    static final Setting RECEIVE_BUFFERS =
            new Setting("verbs.receive.buffers", Type.NUMBER, "4096");

    /** Send buffers of 4 KiB of a rank, each in use until its message has arrived; at least 16. */
    static final Setting SEND_BUFFERS = new Setting("verbs.send.buffers", Type.NUMBER, "128");

    /** Credit window: messages in flight from one source, 4 to 1024. The same on all ranks. */
    static final Setting WINDOW = new Setting("verbs.window", Type.NUMBER, "64");

    /** Time in ms without progress after which a peer is lost. */
    static final Setting GIVE_UP = new Setting("verbs.give.up", Type.NUMBER, "30000");

    /**
     * Reliable connections of a node, created for busy sources and kept; each rank gets an equal
     * share.
     */
    static final Setting RELIABLE = new Setting("verbs.reliable", Type.NUMBER, "128");

    /** Rings of a node, written by busy sources; each rank gets an equal share. */
    static final Setting RINGS = new Setting("verbs.rings", Type.NUMBER, "1024");

    /** Entries of 4 KiB in a ring, 2 to {@code verbs.window}. The same on all ranks. */
    static final Setting RING_ENTRIES = new Setting("verbs.ring.entries", Type.NUMBER, "16");

    /** Length in ms of a period of the receive history. */
    static final Setting PERIOD = new Setting("verbs.period", Type.NUMBER, "100");

    /** Periods in the receive history, and between two assignments of rings. */
    static final Setting PERIODS = new Setting("verbs.periods", Type.NUMBER, "10");

    /**
     * Capacity of a rank's receive history in pairs of period and source, of 8 bytes; beyond it the
     * oldest periods are dropped.
     */
    static final Setting HISTORY_ENTRIES =
            new Setting("verbs.history.entries", Type.NUMBER, "16384");

    /** Share of a rank's messages, in percent, that qualifies a source for a ring. */
    static final Setting LEAST_PERCENT = new Setting("verbs.least.percent", Type.NUMBER, "3");

    /** Messages in the receive history that qualify a source for a ring. */
    static final Setting LEAST_MESSAGES = new Setting("verbs.least.messages", Type.NUMBER, "1000");

    /** For {@link java.util.ServiceLoader}. */
    public VerbsSettings() {}

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
