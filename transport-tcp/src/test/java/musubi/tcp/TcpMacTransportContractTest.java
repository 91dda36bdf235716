package musubi.tcp;

import musubi.adi.ConcurrentTransportContract;
import musubi.adi.SleepElsewhere;
import musubi.adi.TransportProvider;
import musubi.adi.ZeroCopySend;
import musubi.tcp.config.TcpSettings;
import musubi.tcp.frame.FrameDescriptor;

import java.util.Map;
import java.util.Set;

/** With AES-GCM. */
class TcpMacTransportContractTest extends ConcurrentTransportContract {
    /** Settings with a MAC and the same secret. */
    static Map<String, String> settings(String mac) {
        return Map.of(TcpSettings.MAC.name(), mac, TcpSettings.SECRET.name(), "right");
    }

    String mac() {
        return "aes-gcm";
    }

    @Override
    protected TransportProvider provider() {
        return new TcpTransportProvider();
    }

    @Override
    protected Set<Class<?>> capabilities() {
        return Set.of(SleepElsewhere.WakePipe.class, ZeroCopySend.class);
    }

    @Override
    protected String setting(String name) {
        return TcpJob.asked(settings(mac())).apply(name);
    }

    @Override
    protected int[] boundaries() {
        return new int[] {4096, 16 << 10, FrameDescriptor.FRAGMENT_BYTES};
    }

    /** The JDK allocates objects for each record. */
    @Override
    protected double allocatedBytesPerMessage() {
        return Double.MAX_VALUE;
    }
}
