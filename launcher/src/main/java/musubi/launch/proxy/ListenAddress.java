package musubi.launch.proxy;

import musubi.launch.failure.LaunchFailure;
import musubi.launch.hosts.HostSlots;
import musubi.launch.hosts.LocalHost;
import musubi.launch.hosts.RemoteLaunch;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.DatagramSocket;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.IntStream;

/** The address of this host on which its ranks listen for other ranks. */
public final class ListenAddress {
    private static final String LOOPBACK = "127.0.0.1";
    private static final int SOME_PORT = 9;
    private static final int MAX_TRIES = 3;

    private ListenAddress() {}

    /**
     * The numeric address, or null if none is found. In this order: the interface of -iface;
     * loopback if all nodes are on this machine; the local address of the route to another host;
     * the address of the ssh connection; the first interface.
     *
     * @param variables the environment of this process
     */
    static String choose(ProxyTree tree, int node, Map<String, String> variables) {
        Optional<String> chosen = ofInterface(tree.remoteLaunch());
        if (chosen.isPresent()) {
            return chosen.get();
        }
        if (tree.remoteLaunch().launcher() == RemoteLaunch.Launcher.FORK
                || tree.hosts().size() == 1) {
            return LOOPBACK;
        }
        String routed = ofRoute(tree.hosts(), node);
        if (routed != null) {
            return routed;
        }
        String[] words = variables.getOrDefault("SSH_CONNECTION", "").split(" ");
        if (words.length == 4) {
            return words[2];
        }
        return first();
    }

    /**
     * The numeric address of the interface of -iface; empty without this option.
     *
     * @throws LaunchFailure if this host has no such interface
     */
    public static Optional<String> ofInterface(RemoteLaunch remoteLaunch) {
        return Optional.ofNullable(remoteLaunch.networkInterface())
                .map(name -> text(ofInterface(name)));
    }

    private static InetAddress ofInterface(String name) {
        try {
            NetworkInterface found = NetworkInterface.getByName(name);
            if (found != null && of(found) != null) {
                return of(found);
            }
            throw LaunchFailure.usage("no such network interface, or it has no address")
                    .with("--iface", name)
                    .with("host", LocalHost.name())
                    .with(
                            "known",
                            NetworkInterface.networkInterfaces()
                                    .map(NetworkInterface::getName)
                                    .toList());
        } catch (SocketException e) {
            throw LaunchFailure.of("cannot list the network interfaces", e).with("cause", e);
        }
    }

    /** The first IPv4 address of the interface, else its first that is not link-local. */
    private static InetAddress of(NetworkInterface one) {
        List<InetAddress> usable =
                one.inetAddresses().filter(address -> !address.isLinkLocalAddress()).toList();
        return usable.stream()
                .filter(Inet4Address.class::isInstance)
                .findFirst()
                .orElse(usable.isEmpty() ? null : usable.getFirst());
    }

    private static String ofRoute(List<HostSlots> hosts, int node) {
        return IntStream.range(0, hosts.size())
                .filter(other -> other != node)
                .limit(MAX_TRIES)
                .mapToObj(other -> localEnd(hosts.get(other).name()))
                .filter(Objects::nonNull)
                .findFirst()
                .orElse(null);
    }

    /** Connecting a datagram socket looks up the route without sending. */
    private static String localEnd(String host) {
        try (DatagramSocket socket = new DatagramSocket()) {
            socket.connect(new InetSocketAddress(InetAddress.getByName(host), SOME_PORT));
            InetAddress local = socket.getLocalAddress();
            return local.isLoopbackAddress() || local.isAnyLocalAddress() ? null : text(local);
        } catch (IOException | UncheckedIOException e) {
            // A name known only to ssh, or no route.
            return null;
        }
    }

    private static String first() {
        try {
            return NetworkInterface.networkInterfaces()
                    .filter(ListenAddress::isUp)
                    .map(ListenAddress::of)
                    .filter(address -> address != null)
                    .findFirst()
                    .map(ListenAddress::text)
                    .orElse(null);
        } catch (SocketException e) {
            return null;
        }
    }

    private static boolean isUp(NetworkInterface one) {
        try {
            return one.isUp() && !one.isLoopback();
        } catch (SocketException e) {
            return false;
        }
    }

    private static String text(InetAddress address) {
        return address.getHostAddress();
    }
}
