package musubi.config;

import musubi.error.ErrorClass;
import musubi.error.MpiFailure;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.function.Function;

/**
 * Addresses of ranks: the host's, by a setting; and those in business cards, {@code host:port} with
 * the host in digits.
 */
public final class HostAddress {
    private HostAddress() {}

    /**
     * The address of this host.
     *
     * @param setting names an address or host
     * @param oneNode whether the ranks of this node are all; then loopback unless the setting is
     *     set
     * @throws MpiFailure of class ARG when there is no such host
     */
    public static InetAddress of(
            Setting setting, Function<String, String> lookup, boolean oneNode) {
        String set = setting.text(lookup);
        try {
            if (set != null) {
                return InetAddress.getByName(set);
            }
            return oneNode ? InetAddress.ofLiteral("127.0.0.1") : InetAddress.getLocalHost();
        } catch (UnknownHostException e) {
            throw new MpiFailure(ErrorClass.ARG, "no such host", e)
                    .with(setting.variable(), set)
                    .advice("set it to an address of this host");
        }
    }

    /** The address that a text gives; null when it is malformed. */
    public static InetSocketAddress parse(String text) {
        int colon = text == null ? -1 : text.lastIndexOf(':');
        if (colon < 0) {
            return null;
        }
        try {
            String host = text.substring(0, colon).replace("[", "").replace("]", "");
            int port = Integer.parseInt(text.substring(colon + 1));
            return port == 0 ? null : new InetSocketAddress(InetAddress.ofLiteral(host), port);
        } catch (IllegalArgumentException _) {
            return null;
        }
    }

    /** The text that {@link #parse} reads. */
    public static String format(InetSocketAddress address) {
        String digits = address.getAddress().getHostAddress();
        boolean six = address.getAddress() instanceof Inet6Address;
        return (six ? "[" + digits + "]" : digits) + ":" + address.getPort();
    }
}
