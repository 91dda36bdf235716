package musubi.launch.hosts;

import musubi.launch.failure.LaunchFailure;

/**
 * What a list of hosts says of the site of a host. Immutable.
 *
 * @param name of the site; null if it is not named
 * @param isPrivate whether the site accepts no connections from outside
 * @param where the option, or the file and the line; null if nothing is said
 */
public record HostSite(String name, boolean isPrivate, String where) {
    /** Nothing is said. */
    public static final HostSite UNKNOWN = new HostSite(null, false, null);

    HostSite named(String newName, String place) {
        return new HostSite(newName, isPrivate, place);
    }

    HostSite hidden(String place) {
        return new HostSite(name, true, place);
    }

    /**
     * What two places say together of a host.
     *
     * @throws LaunchFailure if they contradict each other
     */
    HostSite and(HostSite other, String host) {
        if (where == null || equals(other)) {
            return other;
        }
        if (other.where == null) {
            return this;
        }
        if (name != null && other.name != null && !name.equals(other.name)) {
            throw LaunchFailure.usage("a host in two sites")
                    .with("host", host)
                    .with("sites", name + ", " + other.name)
                    .with("in", where + ", " + other.where)
                    .advice("name the same site in both places, or leave it out in one");
        }
        checkSame(other, "host", host);
        return name == null ? other : this;
    }

    /**
     * Checks that two places agree on whether a site is private.
     *
     * @param kind of what both of them describe
     */
    void checkSame(HostSite other, String kind, String described) {
        if (isPrivate != other.isPrivate) {
            throw LaunchFailure.usage("a " + kind + " that is private in one place only")
                    .with(kind, described)
                    .with("private in", isPrivate ? where : other.where)
                    .with("open in", isPrivate ? other.where : where)
                    .advice(
                            "add private to each line of a host of the site and :private to its"
                                    + " entry in --sites, or to none");
        }
    }
}
