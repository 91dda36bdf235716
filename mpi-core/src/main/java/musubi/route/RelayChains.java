package musubi.route;

import musubi.adi.PeerRoutes.Relay;

import java.util.ArrayList;
import java.util.List;

/**
 * The relays of a way. The hosts of a private site are reached through a relay of that site only,
 * which is reached from a relay of a site that is not private, to which it holds a connection.
 */
final class RelayChains {
    private final RelayTable relays;
    private final int home;
    private final int sites;

    /** Chains that begin at a site. */
    RelayChains(RelayTable relays, int home, int sites) {
        this.relays = relays;
        this.home = home;
        this.sites = sites;
    }

    /**
     * The chain of a way; null if a relay that it needs does not exist.
     *
     * @param way sites to be passed
     * @param to site of the peer
     * @param choice number of the relay among those of each site
     */
    List<Relay> of(List<Integer> way, int to, int choice) {
        List<Integer> passed = new ArrayList<>();
        for (int site : way) {
            pass(site, passed);
        }
        if (relays.isPrivate(to) && (passed.isEmpty() || passed.getLast() != to)) {
            pass(to, passed);
        }
        List<Relay> chain = new ArrayList<>();
        for (int site : passed) {
            if (site < 0 || relays.at(site).isEmpty()) {
                return null;
            }
            List<Relay> there = relays.at(site);
            chain.add(there.get(choice % there.size()));
        }
        return chain;
    }

    /** Passes a site, and an open one before a private one that is not the first. */
    private void pass(int site, List<Integer> passed) {
        boolean fromOpen = !passed.isEmpty() && !relays.isPrivate(passed.getLast());
        if (relays.isPrivate(site) && site != home && !fromOpen) {
            passed.add(openSite(site));
        }
        passed.add(site);
    }

    /** This rank's site if it is open, else the first open one that has a relay; or -1. */
    private int openSite(int towards) {
        if (isOpen(home)) {
            return home;
        }
        for (int site = 0; site < sites; site++) {
            if (site != towards && isOpen(site)) {
                return site;
            }
        }
        return -1;
    }

    private boolean isOpen(int site) {
        return !relays.isPrivate(site) && !relays.at(site).isEmpty();
    }
}
