package musubi.tcp;

import musubi.config.Setting;
import musubi.config.Setting.Type;
import musubi.config.SettingSource;

import java.util.List;

/** The settings of this transport. */
public final class TcpSettings implements SettingSource {
    static final Setting SECRET =
            new Setting(
                    "secret",
                    Type.TEXT,
                    null,
                    "What all ranks of the job know and nobody else; needed to listen at anything"
                            + " but loopback.");

    static final Setting HOST =
            new Setting(
                    "tcp.host",
                    Type.TEXT,
                    null,
                    "Address to listen at and to publish; without it loopback when all ranks are"
                            + " on this node, else this host's.");

    static final Setting LOOP =
            new Setting(
                    "tcp.loop",
                    Type.TEXT,
                    null,
                    "`epoll` or `nio`; without it `epoll` where it works.");

    static final Setting CONGESTION =
            new Setting(
                    "tcp.congestion",
                    Type.TEXT,
                    null,
                    "Congestion control by its name in the kernel (epoll only); without it `cubic`"
                            + " on loopback, else the system's.");

    /** For {@link java.util.ServiceLoader}. */
    public TcpSettings() {}

    @Override
    public String title() {
        return "TCP";
    }

    @Override
    public List<Setting> settings() {
        return List.of(SECRET, HOST, LOOP, CONGESTION);
    }
}
