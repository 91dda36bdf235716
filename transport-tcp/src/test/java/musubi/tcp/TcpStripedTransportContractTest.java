package musubi.tcp;

import musubi.adi.ConcurrentTransportContract;
import musubi.adi.SleepElsewhere;
import musubi.adi.TransportProvider;
import musubi.adi.ZeroCopySend;
import musubi.tcp.config.TcpSettings;
import musubi.tcp.frame.FrameDescriptor;

import java.util.Map;
import java.util.Set;

final class TcpStripedTransportContractTest extends ConcurrentTransportContract {
    private static final Map<String, String> STRIPED =
            Map.of(
                    TcpSettings.STREAMS.name(), "3",
                    TcpSettings.NATIVE_ARRAYS_AFTER.name(), "0");

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
        return TcpJob.asked(STRIPED).apply(name);
    }

    @Override
    protected int[] boundaries() {
        return new int[] {4096, 16 << 10, FrameDescriptor.FRAGMENT_BYTES};
    }
}
