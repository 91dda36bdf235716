package musubi.launch.mapping;

/**
 * The numbering of the mapped ranks.
 *
 * @param order the order of their numbers
 * @param domain the parts of a machine, for PART
 */
public record RankPolicy(Order order, Domain domain) {
    /** As mapped. */
    public static final RankPolicy DEFAULT = new RankPolicy(Order.MAPPED, Domain.MACHINE);

    /** An order of numbers. */
    public enum Order {
        /** As mapped. */
        MAPPED,
        /** Host by host, within a host as mapped. */
        SLOT,
        /** One per host, round robin. */
        NODE,
        /** Host by host, part by part. */
        FILL,
        /** Host by host, within a host one per part, round robin. */
        PART
    }
}
