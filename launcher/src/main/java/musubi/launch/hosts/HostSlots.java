package musubi.launch.hosts;

import musubi.launch.link.PayloadReader;
import musubi.launch.link.PayloadWriter;

import java.io.IOException;

/**
 * A host that takes ranks.
 *
 * @param name as the user wrote it
 * @param slots how many ranks it takes before the next host gets some
 * @param maxSlots how many it takes at all; 0 for any number
 * @param user who to be there; null for whoever ssh chooses
 * @param port where its ssh server listens; 0 for where ssh looks
 */
public record HostSlots(String name, int slots, int maxSlots, String user, int port) {
    private static final int LARGEST_PORT = 65535;

    /** A host with nothing said but the number of its slots. */
    public static HostSlots of(String name, int slots) {
        return new HostSlots(name, slots, 0, null, 0);
    }

    /** The host with other slots. */
    HostSlots withSlots(int newSlots) {
        return new HostSlots(name, newSlots, maxSlots, user, port);
    }

    /** The host for this user, or for the one that is known when it is null. */
    HostSlots as(String newUser) {
        return newUser == null ? this : new HostSlots(name, slots, maxSlots, newUser, port);
    }

    /** The same host named twice: its slots add up. */
    HostSlots and(HostSlots other) {
        int most = maxSlots == 0 || other.maxSlots == 0 ? 0 : maxSlots + other.maxSlots;
        return new HostSlots(
                name,
                slots + other.slots,
                most,
                user == null ? other.user : user,
                port == 0 ? other.port : port);
    }

    public void write(PayloadWriter out) {
        out.text(name).number(slots).number(maxSlots).text(user).number(port);
    }

    public static HostSlots read(PayloadReader in) throws IOException {
        HostSlots host = new HostSlots(in.text(), in.number(), in.number(), in.text(), in.number());
        if (host.name == null || host.port < 0 || host.port > LARGEST_PORT) {
            throw PayloadReader.malformed("host=" + host, null);
        }
        return host;
    }
}
