package musubi.tcp;

import io.netty.channel.epoll.Epoll;

import musubi.adi.Transport;
import musubi.adi.TransportContext;
import musubi.adi.TransportProvider;
import musubi.config.HostAddress;
import musubi.config.Setting;
import musubi.error.Descriptors;
import musubi.error.ErrorClass;
import musubi.error.MpiFailure;
import musubi.tcp.config.FrameMac;
import musubi.tcp.config.RankIdentity;
import musubi.tcp.config.TcpOptions;
import musubi.tcp.config.TcpSettings;
import musubi.tcp.mac.MacContext;
import musubi.tcp.socket.EpollLoop;
import musubi.tcp.socket.HeapArrayIo;
import musubi.tcp.socket.NioLoop;
import musubi.tcp.socket.PassiveListener;
import musubi.tcp.socket.SocketLoop;
import musubi.tcp.socket.SpareDescriptors;
import musubi.tcp.tls.TlsContext;
import musubi.tls.JobTls;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Set;
import java.util.function.Supplier;

/** TCP between the ranks of a job; its settings are {@link TcpSettings}. */
public final class TcpTransportProvider implements TransportProvider {
    private static final String NIO = "nio";
    private static final String EPOLL = "epoll";
    private static final Set<String> LOOPS = Set.of(EPOLL, NIO);
    private static final String LOOPBACK_CONGESTION = "cubic";

    /** Longest wait for the acknowledgements of the peers, which may compute, in close. */
    private static final long SHUTDOWN_NS = 2_000_000_000L;

    private final long shutdownNs;

    /** For {@link java.util.ServiceLoader}. */
    public TcpTransportProvider() {
        this(SHUTDOWN_NS);
    }

    /** With another limit for the wait in close. */
    TcpTransportProvider(long shutdownNs) {
        this.shutdownNs = shutdownNs;
    }

    @Override
    public String name() {
        return "tcp";
    }

    @Override
    public Transport open(TransportContext context) {
        if (context.worldSize() < 2 || isLeftToSharedMemory(context)) {
            return null;
        }
        byte[] secret = RankIdentity.secret(context);
        boolean oneNode = context.localSize() == context.worldSize();
        InetAddress host = HostAddress.of(TcpSettings.HOST, context.setting(), oneNode);
        if (!host.isLoopbackAddress() && secret == null) {
            throw new MpiFailure(ErrorClass.ARG, "a secret is required to listen for other hosts")
                    .with("host", host.getHostAddress())
                    .with("rank", context.worldRank())
                    .advice("set MUSUBI_SECRET to the same value on all ranks");
        }
        Supplier<SocketLoop> plain = loopFactory(context, host, secret);
        try {
            long descriptors = descriptors(context);
            PassiveListener listener =
                    PassiveListener.open(host, new SpareDescriptors(descriptors));
            var address = new InetSocketAddress(host, listener.port());
            RankIdentity self = RankIdentity.of(context, secret, address);
            TcpOptions options = TcpOptions.of(context.setting(), descriptors, shutdownNs);
            Supplier<SocketLoop> loopFactory =
                    self.mac() == null ? plain : () -> authenticated(plain.get(), self.mac());
            return new TcpTransport(context, self, listener, options, loopFactory);
        } catch (IOException e) {
            throw new MpiFailure(ErrorClass.OTHER, "cannot listen for peers", e)
                    .with("host", host.getHostAddress())
                    .with("cause", e.getMessage())
                    .advice("choose another address with MUSUBI_TCP_HOST");
        }
    }

    /**
     * With all ranks on one node TCP is used on request only: a rank that polls a second transport
     * cannot sleep on the doorbell of shared memory.
     */
    private static boolean isLeftToSharedMemory(TransportContext context) {
        String wanted = Setting.TRANSPORT.text(context.setting());
        return wanted == null && context.localSize() == context.worldSize();
    }

    /** The descriptors that a rank may have; those of a JVM share them. */
    private static long descriptors(TransportContext context) {
        int ranks = context.addressSpace() == null ? 1 : context.localSize();
        return Descriptors.limit() / ranks;
    }

    private static Supplier<SocketLoop> loopFactory(
            TransportContext context, InetAddress host, byte[] secret) {
        String loop = TcpSettings.LOOP.text(context.setting());
        String set = TcpSettings.CONGESTION.text(context.setting());
        String standard = host.isLoopbackAddress() ? LOOPBACK_CONGESTION : null;
        String congestion = set == null ? standard : set;
        if (loop != null && !LOOPS.contains(loop)) {
            throw new MpiFailure(ErrorClass.ARG, "no such event loop")
                    .with("MUSUBI_TCP_LOOP", loop)
                    .advice("use epoll or nio");
        }
        Supplier<SocketLoop> plain =
                () -> newLoop(loop, congestion, HeapArrayIo.of(context.setting()));
        if (!TcpSettings.TLS.isOn(context.setting())) {
            return plain;
        }
        if (secret == null) {
            throw new MpiFailure(ErrorClass.ARG, "TLS requires a secret shared by all ranks")
                    .with("MUSUBI_TCP_TLS", true)
                    .with("rank", context.worldRank())
                    .advice("start with mpiexec, or set MUSUBI_SECRET");
        }
        return () -> encrypted(plain.get(), secret, context.jobId());
    }

    private static SocketLoop authenticated(SocketLoop loop, FrameMac mac) {
        loop.protectStreams(new MacContext(mac));
        return loop;
    }

    private static SocketLoop encrypted(SocketLoop loop, byte[] secret, String jobId) {
        loop.wrapStreams(new TlsContext(JobTls.of(secret, jobId)));
        return loop;
    }

    /** The requested event loop, or the first that works of epoll and NIO. */
    private static SocketLoop newLoop(String loop, String congestion, HeapArrayIo arrays) {
        if (loop == null || loop.equals(EPOLL)) {
            if (Epoll.isAvailable()) {
                return new EpollLoop(congestion, arrays);
            }
            if (loop != null) {
                throw new MpiFailure(
                                ErrorClass.OTHER,
                                "this event loop is not available",
                                Epoll.unavailabilityCause())
                        .with("MUSUBI_TCP_LOOP", loop)
                        .with("cause", Epoll.unavailabilityCause().getMessage())
                        .advice("unset it, or use nio");
            }
        }
        return new NioLoop();
    }
}
