package musubi.tcp.config;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;

/** The address of a rank in its business card: {@code host:port}, the host in digits. */
public record TcpAddress(InetAddress host, int port) {
    /** Greater than that of shared memory. */
    public static final int DISTANCE = 10;

    public static final int MAX_PORT = 65535;

    /** Whether a business card is an address. */
    public static boolean isAddress(String card) {
        try {
            return card != null && parse(card) != null;
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    /**
     * The address in a business card.
     *
     * @throws IllegalArgumentException when the card is no address
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

    /** As an address of the JDK. */
    public InetSocketAddress socketAddress() {
        return new InetSocketAddress(host, port);
    }

    @Override
    public String toString() {
        String digits = host.getHostAddress();
        return (host instanceof Inet6Address ? "[" + digits + "]" : digits) + ":" + port;
    }
}
