package musubi.tcp;

import musubi.adi.ConcurrentTransportContract;
import musubi.adi.LocalContext;
import musubi.adi.SleepElsewhere;
import musubi.adi.Transport;
import musubi.adi.TransportContext;
import musubi.adi.TransportProvider;
import musubi.adi.ZeroCopySend;
import musubi.tcp.config.TcpSettings;

import org.junit.jupiter.api.AfterEach;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/** Short messages through one relay, larger ones through two others. */
final class TcpRelayedTransportContractTest extends ConcurrentTransportContract {
    private static final Map<String, String> SETTINGS =
            Map.of(TcpSettings.NATIVE_ARRAYS_AFTER.name(), "0");
    private static final int LIMIT = 2000;

    /** Of each job of a test. */
    private final Map<String, Relays> relays = new HashMap<>();

    private final class RelayedProvider implements TransportProvider {
        private final TransportProvider plain = new TcpTransportProvider();

        @Override
        public String name() {
            return plain.name();
        }

        @Override
        public Transport open(TransportContext context) {
            String job = context.jobId();
            Relays ofJob = relays.computeIfAbsent(job, _ -> new Relays(job, null, 3));
            ChosenRoutes routes = new ChosenRoutes(ofJob.via(0)).above(LIMIT, ofJob.via(1, 2));
            return plain.open(LocalContext.with(context, routes));
        }
    }

    @AfterEach
    void closeRelays() {
        relays.values().forEach(Relays::close);
    }

    @Override
    protected TransportProvider provider() {
        return new RelayedProvider();
    }

    @Override
    protected Set<Class<?>> capabilities() {
        return Set.of(SleepElsewhere.WakePipe.class, ZeroCopySend.class);
    }

    @Override
    protected String setting(String name) {
        return TcpJob.asked(SETTINGS).apply(name);
    }

    @Override
    protected int[] boundaries() {
        return new int[] {LIMIT, 16 << 10, 64 << 10};
    }
}
