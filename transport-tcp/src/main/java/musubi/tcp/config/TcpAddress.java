package musubi.tcp.config;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;

/** Where a rank listens, as its business card says it: {@code host:port}, the host in digits. */
public record TcpAddress(InetAddress host, int port) {
    /** Further than shared memory. */
    public static final int DISTANCE = 10;

    public static final int MAX_PORT = 65535;

    public static boolean isAddress(String card) {
        try {
            return card != null && parse(card) != null;
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    /**
     * The address on a card.
     *
     * @throws IllegalArgumentException when it is none
     */
    public static TcpAddress parse(String card) {
        int colon = card.lastIndexOf(':');
        if (colon < 0) {
            throw new IllegalArgumentException("no port: address=" + card);
        }
        int port = Integer.parseInt(card.substring(colon + 1));
        if (port <= 0 || port > MAX_PORT) {
            throw new IllegalArgumentException("no such port: address=" + card);
        }
        String host = card.substring(0, colon).replace("[", "").replace("]", "");
        return new TcpAddress(InetAddress.ofLiteral(host), port);
    }

    public InetSocketAddress socketAddress() {
        return new InetSocketAddress(host, port);
    }

    @Override
    public String toString() {
        String digits = host.getHostAddress();
        return (host instanceof Inet6Address ? "[" + digits + "]" : digits) + ":" + port;
    }
}
