package musubi.rim;

/**
 * The order in which all pairs of sites are measured, as many at once as possible, each site with
 * one other at a time: a tournament by the circle method, in n - 1 rounds for even n and n for odd.
 */
final class Tournament {
    private Tournament() {}

    /** Number of rounds. */
    static int rounds(int sites) {
        return sites < 2 ? 0 : places(sites) - 1;
    }

    /** Even. */
    private static int places(int sites) {
        return sites + (sites & 1);
    }

    /** The other site in a round; -1 for none. */
    static int opponent(int site, int round, int sites) {
        int circle = places(sites) - 1;
        int other;
        if (site == circle) {
            // The one outside of the circle meets the one that would meet itself: 2 x = round.
            other = round * places(sites) / 2 % circle;
        } else {
            other = Math.floorMod(round - site, circle);
            other = other == site ? circle : other;
        }
        return other < sites ? other : -1;
    }
}
