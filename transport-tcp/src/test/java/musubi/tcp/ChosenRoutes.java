package musubi.tcp;

import musubi.adi.PeerRoutes;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Routes to all peers that a test chooses; attempts take them in turn. */
final class ChosenRoutes implements PeerRoutes {
    static final Route DIRECT = new Route(List.of(), 1);

    private final List<List<Route>> ofClass = new ArrayList<>();
    private long[] limits = {};
    private int version = 1;
    private long roundTripUs;

    /** One class for all sizes. */
    ChosenRoutes(Route... all) {
        ofClass.add(List.of(all));
    }

    /** Adds a class of messages that are larger than a limit. */
    ChosenRoutes above(long limit, Route... routes) {
        limits = Arrays.copyOf(limits, limits.length + 1);
        limits[limits.length - 1] = limit;
        ofClass.add(List.of(routes));
        version++;
        return this;
    }

    /** All sizes take other routes from now on. */
    void change(Route... all) {
        limits = new long[0];
        ofClass.clear();
        ofClass.add(List.of(all));
        version++;
    }

    /** All links are measured now. */
    void measured(long newRoundTripUs) {
        roundTripUs = newRoundTripUs;
        version++;
    }

    @Override
    public long roundTripUs(int peer, int sizeClass) {
        return roundTripUs;
    }

    @Override
    public int version() {
        return version;
    }

    @Override
    public long[] limits(int peer) {
        return limits;
    }

    @Override
    public Route route(int peer, int sizeClass, int attempt) {
        List<Route> routes = ofClass.get(Math.min(sizeClass, ofClass.size() - 1));
        return routes.get(attempt % routes.size());
    }
}
