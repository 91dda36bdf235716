package musubi.launch.hosts;

/**
 * A host and its slots for ranks.
 *
 * @param name as given by the user
 * @param slots the number of ranks placed here before the next host
 * @param maxSlots the limit on the number of ranks; 0 for none
 * @param user the login name; null for ssh's default
 * @param port the port of its ssh server; 0 for ssh's default
 * @param site what is said of its site
 */
public record HostSlots(
        String name, int slots, int maxSlots, String user, int port, HostSite site) {
    private static final int LARGEST_PORT = 65535;

    public HostSlots {
        if (name == null || port < 0 || port > LARGEST_PORT) {
            throw new IllegalArgumentException("name=" + name + " port=" + port);
        }
    }

    /** A host with slots and otherwise default values. */
    public static HostSlots of(String name, int slots) {
        return new HostSlots(name, slots, 0, null, 0, HostSite.UNKNOWN);
    }

    /** This host with another number of slots. */
    HostSlots withSlots(int newSlots) {
        return new HostSlots(name, newSlots, maxSlots, user, port, site);
    }

    /** This host under another name. */
    HostSlots named(String newName) {
        return new HostSlots(newName, slots, maxSlots, user, port, site);
    }

    HostSlots withMaxSlots(int newMaxSlots) {
        return new HostSlots(name, slots, newMaxSlots, user, port, site);
    }

    HostSlots withPort(int newPort) {
        return new HostSlots(name, slots, maxSlots, user, newPort, site);
    }

    /** This host with what another entry says of its site, too. */
    HostSlots withSiteOf(HostSlots other) {
        return site.equals(other.site) ? this : at(site.and(other.site, name));
    }

    HostSlots at(HostSite newSite) {
        return new HostSlots(name, slots, maxSlots, user, port, newSite);
    }

    /** This host with another user, or unchanged if it is null. */
    HostSlots as(String newUser) {
        return newUser == null ? this : new HostSlots(name, slots, maxSlots, newUser, port, site);
    }

    /** This host combined with a second entry of the same name: slots add up. */
    HostSlots and(HostSlots other) {
        int most = maxSlots == 0 || other.maxSlots == 0 ? 0 : maxSlots + other.maxSlots;
        return new HostSlots(
                name,
                slots + other.slots,
                most,
                user == null ? other.user : user,
                port == 0 ? other.port : port,
                site.and(other.site, name));
    }
}
