package musubi.tcp;

import musubi.adi.ConcurrentTransportContract;
import musubi.adi.SleepElsewhere;
import musubi.adi.TransportProvider;
import musubi.adi.ZeroCopySend;
import musubi.tcp.config.TcpSettings;

import java.util.Map;
import java.util.Set;

final class TcpNioTransportContractTest extends ConcurrentTransportContract {
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
        return TcpJob.asked(Map.of(TcpSettings.LOOP.name(), "nio")).apply(name);
    }

    /** Channels of the JDK require buffer objects. */
    @Override
    protected double allocatedBytesPerMessage() {
        return Double.MAX_VALUE;
    }
}
