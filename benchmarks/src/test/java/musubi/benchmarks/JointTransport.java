package musubi.benchmarks;

import musubi.adi.Endpoint;
import musubi.adi.Envelope;
import musubi.adi.LocalContext;
import musubi.adi.PeerInfo;
import musubi.adi.SendOutcome;
import musubi.adi.SleepElsewhere;
import musubi.adi.Transport;
import musubi.adi.TransportContext;
import musubi.adi.TransportProvider;
import musubi.adi.TransportTraits;
import musubi.progress.JointSleep;
import musubi.region.Region;

import java.util.List;
import java.util.ServiceLoader;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Shared memory and TCP as one transport, whose sleep is that of a rank with both. All messages go
 * through one of them: acknowledgements of TCP would hide that one in shared memory wakes no rank.
 */
final class JointTransport extends Transport {
    static final String SHM = "shm";
    static final String TCP = "tcp";

    private static final String SEPARATOR = "|";

    private final Transport shm;
    private final Transport tcp;
    private final Provider provider;
    private final JointSleep sleep;

    private JointTransport(Transport shm, Transport tcp, Provider provider) {
        super(
                new TransportTraits(
                        Math.min(shm.traits().eagerLimitBytes(), tcp.traits().eagerLimitBytes()),
                        Math.min(shm.traits().fragmentBytes(), tcp.traits().fragmentBytes()),
                        true),
                shm.businessCard() + SEPARATOR + tcp.businessCard());
        this.shm = shm;
        this.tcp = tcp;
        this.provider = provider;
        sleep = new JointSleep(shm, tcp);
        // Starts its event loop, without which there is no pipe.
        tcp.sleep(1);
    }

    /**
     * Opens both; they find that the settings name them.
     *
     * @param carrier the name of the one that carries the messages
     * @param wakesSleepers set to whether the latest sleep of any rank could be ended by both
     */
    record Provider(String carrier, AtomicReference<Boolean> wakesSleepers)
            implements TransportProvider {
        @Override
        public String name() {
            return "joint";
        }

        @Override
        public Transport open(TransportContext context) {
            return new JointTransport(open(context, SHM), open(context, TCP), this);
        }

        private static Transport open(TransportContext context, String name) {
            TransportContext asking =
                    LocalContext.with(
                            context,
                            context.inbound(),
                            setting ->
                                    setting.equals("transport")
                                            ? name
                                            : context.setting().apply(setting),
                            context.addressSpace());
            return ServiceLoader.load(TransportProvider.class).stream()
                    .map(ServiceLoader.Provider::get)
                    .filter(provider -> provider.name().equals(name))
                    .map(provider -> provider.open(asking))
                    .findFirst()
                    .orElseThrow();
        }
    }

    /** An endpoint of one of them, without its capabilities. */
    private static final class JointEndpoint extends Endpoint {
        private final Endpoint inner;

        JointEndpoint(Endpoint inner) {
            this.inner = inner;
        }

        @Override
        public SendOutcome trySend(Envelope envelope, Region payload, long from, long bytes) {
            return inner.trySend(envelope, payload, from, bytes);
        }

        @Override
        public boolean isDrained() {
            return inner.isDrained();
        }

        @Override
        public void close() {
            inner.close();
        }
    }

    private static PeerInfo part(PeerInfo peer, int index) {
        String card = peer.businessCard();
        int at = card == null ? -1 : card.indexOf(SEPARATOR);
        if (at < 0) {
            return peer;
        }
        List<String> cards = List.of(card.substring(0, at), card.substring(at + 1));
        return new PeerInfo(peer.worldRank(), cards.get(index));
    }

    @Override
    public int distanceTo(PeerInfo peer) {
        return shm.distanceTo(part(peer, 0));
    }

    @Override
    public Endpoint connect(PeerInfo peer) {
        return new JointEndpoint(
                provider.carrier.equals(SHM)
                        ? shm.connect(part(peer, 0))
                        : tcp.connect(part(peer, 1)));
    }

    @Override
    public void onJobComplete() {
        shm.onJobComplete();
        tcp.onJobComplete();
    }

    @Override
    public int poll(int limit) {
        return shm.poll(limit) + tcp.poll(limit);
    }

    @Override
    public void sleep(long timeoutNs) {
        sleep.sleep(timeoutNs);
        int descriptor = tcp.capability(SleepElsewhere.WakePipe.class).descriptor();
        provider.wakesSleepers.set(
                descriptor >= 0 && shm.capability(SleepElsewhere.class).canBeWokenBy(descriptor));
    }

    @Override
    public void close() {
        shm.close();
        tcp.close();
    }
}
