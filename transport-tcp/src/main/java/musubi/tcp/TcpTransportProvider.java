package musubi.tcp;

import io.netty.channel.epoll.Epoll;

import musubi.adi.Transport;
import musubi.adi.TransportContext;
import musubi.adi.TransportProvider;
import musubi.config.Setting;
import musubi.error.ErrorClass;
import musubi.error.MpiFailure;
import musubi.tcp.config.RankIdentity;
import musubi.tcp.config.TcpAddress;
import musubi.tcp.config.TcpOptions;
import musubi.tcp.config.TcpSettings;
import musubi.tcp.session.ConnectionCounters;
import musubi.tcp.socket.EpollLoop;
import musubi.tcp.socket.HeapArrayIo;
import musubi.tcp.socket.NioLoop;
import musubi.tcp.socket.PassiveListener;
import musubi.tcp.socket.SocketLoop;
import musubi.tcp.socket.UringLoop;
import musubi.tcp.socket.UringObstacle;
import musubi.tcp.tls.TlsContext;
import musubi.tls.JobTls;

import java.io.IOException;
import java.net.InetAddress;
import java.util.Set;
import java.util.function.Supplier;

/** TCP between the ranks of a job; its settings are {@link TcpSettings}. */
public final class TcpTransportProvider implements TransportProvider {
    private static final String NIO = "nio";
    private static final String EPOLL = "epoll";
    private static final String IO_URING = "io_uring";
    private static final Set<String> LOOPS = Set.of(EPOLL, IO_URING, NIO);
    private static final String LOOPBACK_CONGESTION = "cubic";

    /** For {@link java.util.ServiceLoader}. */
    public TcpTransportProvider() {}

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
        InetAddress host = host(context);
        if (!host.isLoopbackAddress() && secret == null) {
            throw new MpiFailure(
                    ErrorClass.ARG,
                    "other hosts could connect and nothing would keep them out: host="
                            + host.getHostAddress()
                            + " rank="
                            + context.worldRank()
                            + "; set MUSUBI_SECRET to the same value on all ranks");
        }
        Supplier<SocketLoop> socketsMaker = loopFactory(context, host, secret);
        try {
            PassiveListener doorstep = PassiveListener.open(host);
            TcpAddress address = new TcpAddress(host, doorstep.port());
            RankIdentity self = RankIdentity.of(context, secret, address);
            TcpOptions options = TcpOptions.of(context.setting());
            ConnectionCounters counters = ConnectionCounters.of(context);
            return new TcpTransport(
                    self, context.inbound(), doorstep, options, socketsMaker, counters);
        } catch (IOException e) {
            throw new MpiFailure(
                    ErrorClass.INTERN,
                    "cannot listen for peers: host="
                            + host.getHostAddress()
                            + " cause="
                            + e.getMessage()
                            + "; choose another address with MUSUBI_TCP_HOST",
                    e);
        }
    }

    /**
     * With all ranks on one node TCP is used only when it is asked for: a second transport to watch
     * would keep a waiting rank from sleeping on the doorbell of the first.
     */
    private static boolean isLeftToSharedMemory(TransportContext context) {
        String wanted = Setting.TRANSPORT.text(context.setting());
        return wanted == null && context.localSize() == context.worldSize();
    }

    private static InetAddress host(TransportContext context) {
        String set = TcpSettings.HOST.text(context.setting());
        try {
            if (set != null) {
                return InetAddress.getByName(set);
            }
            return context.localSize() == context.worldSize()
                    ? InetAddress.ofLiteral("127.0.0.1")
                    : InetAddress.getLocalHost();
        } catch (IOException e) {
            throw new MpiFailure(
                    ErrorClass.ARG,
                    "no such host: " + set + "; set MUSUBI_TCP_HOST to an address of this host",
                    e);
        }
    }

    private static Supplier<SocketLoop> loopFactory(
            TransportContext context, InetAddress host, byte[] secret) {
        String loop = TcpSettings.LOOP.text(context.setting());
        String set = TcpSettings.CONGESTION.text(context.setting());
        String usual = host.isLoopbackAddress() ? LOOPBACK_CONGESTION : null;
        String congestion = set == null ? usual : set;
        if (loop != null && !LOOPS.contains(loop)) {
            throw new MpiFailure(
                    ErrorClass.ARG,
                    "no such event loop: MUSUBI_TCP_LOOP=" + loop + "; use epoll, io_uring or nio");
        }
        Supplier<SocketLoop> plain =
                () -> newLoop(loop, congestion, HeapArrayIo.of(context.setting()));
        if (!TcpSettings.TLS.isOn(context.setting())) {
            return plain;
        }
        if (secret == null) {
            throw new MpiFailure(
                    ErrorClass.ARG,
                    "TLS needs a secret that all ranks know: MUSUBI_TCP_TLS=true rank="
                            + context.worldRank()
                            + "; start with mpiexec, or set MUSUBI_SECRET");
        }
        return () -> encrypted(plain.get(), secret, context.jobId());
    }

    private static SocketLoop encrypted(SocketLoop sockets, byte[] secret, String jobId) {
        sockets.encrypt(new TlsContext(JobTls.of(secret, jobId)));
        return sockets;
    }

    /** The first that works of epoll, io_uring and NIO; or the one that is wanted. */
    private static SocketLoop newLoop(String loop, String congestion, HeapArrayIo arrays) {
        if (loop == null || loop.equals(EPOLL)) {
            if (Epoll.isAvailable()) {
                return new EpollLoop(congestion, arrays);
            }
            requireAvailable(loop, Epoll.unavailabilityCause().getMessage());
        }
        if (loop == null || loop.equals(IO_URING)) {
            String obstacle = UringObstacle.find();
            if (obstacle == null) {
                return new UringLoop(congestion, arrays);
            }
            requireAvailable(loop, obstacle);
        }
        return new NioLoop();
    }

    private static void requireAvailable(String loop, String obstacle) {
        if (loop != null) {
            throw new MpiFailure(
                    ErrorClass.OTHER,
                    loop
                            + " does not work here: "
                            + obstacle
                            + "; unset MUSUBI_TCP_LOOP, or choose another event loop with it");
        }
    }
}
