package musubi.route;

import musubi.adi.PeerRoutes.Relay;
import musubi.error.ErrorClass;
import musubi.error.MpiFailure;
import musubi.grid.SiteMap;

import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * The relays of each site, read from the key-value space of the job: {@code relays} is their
 * number, {@code relay-0} and so on are {@code site=A;address=host:port}, with {@code ;private} at
 * the end if the hosts of the site accept no connection from outside. One that has not started has
 * no record. Immutable; any thread.
 */
public final class RelayTable {
    private static final String COUNT = "relays";
    private static final String RELAY = "relay-";
    private static final String SITE = "site=";
    private static final String ADDRESS = "address=";
    private static final String PRIVATE = "private";

    private final List<List<Relay>> bySite = new ArrayList<>();
    private final boolean[] isPrivate;

    private RelayTable(int sites) {
        for (int site = 0; site < sites; site++) {
            bySite.add(new ArrayList<>());
        }
        isPrivate = new boolean[sites];
    }

    /**
     * The relays of a job; null if it has none.
     *
     * @param job value of each key
     * @throws MpiFailure of class OTHER if a record is malformed or of another site
     */
    public static RelayTable read(UnaryOperator<String> job, SiteMap sites) {
        String count = job.apply(COUNT);
        if (count == null) {
            return null;
        }
        RelayTable table = new RelayTable(sites.sites());
        for (int id = 0; id < number(count); id++) {
            String value = job.apply(RELAY + id);
            if (value != null) {
                table.add(id, value, sites);
            }
        }
        return table;
    }

    private static int number(String count) {
        try {
            return Integer.parseInt(count);
        } catch (NumberFormatException e) {
            throw failure(COUNT, count);
        }
    }

    private void add(int id, String value, SiteMap sites) {
        int site = -1;
        String address = null;
        boolean hidden = false;
        for (String part : value.split(";")) {
            if (part.startsWith(SITE)) {
                site = sites.find(part.substring(SITE.length()));
            } else if (part.startsWith(ADDRESS)) {
                address = part.substring(ADDRESS.length());
            } else {
                hidden |= part.equals(PRIVATE);
            }
        }
        if (site < 0 || address == null) {
            throw failure(RELAY + id, value);
        }
        bySite.get(site).add(new Relay(id, address));
        isPrivate[site] |= hidden;
    }

    private static MpiFailure failure(String key, String value) {
        return new MpiFailure(ErrorClass.OTHER, "no record of a relay of this job")
                .with("key", key, "value", value)
                .advice("run with --relays off");
    }

    /** The relays of a site. */
    List<Relay> at(int site) {
        return bySite.get(site);
    }

    /** Whether connections from outside reach the hosts of a site only through its relays. */
    boolean isPrivate(int site) {
        return isPrivate[site];
    }
}
