package musubi.launch.mapping;

/**
 * The mapping of ranks to hosts and to parts of a machine.
 *
 * @param order the order in which hosts and parts are filled
 * @param domain the kind of the parts
 * @param count the number of ranks of each part for PER_PART, else the number of parts that are
 *     taken as one
 * @param cpusPerRank the number of cores of each rank ({@code :PE=n}); 0 if not given
 * @param span whether the parts of all hosts are filled evenly
 * @param file the host file of SEQUENCE or the file of RANK_FILE; empty if not given
 */
public record MapPolicy(
        Order order, Domain domain, int count, int cpusPerRank, boolean span, String file) {
    /** No mapping is given. */
    public static final MapPolicy DEFAULT = of(Order.DEFAULT, Domain.MACHINE);

    /** An order of mapping. */
    public enum Order {
        /** By slot; the binding does not depend on parts. */
        DEFAULT,
        /** All slots of a host, then those of the next host. */
        SLOT,
        /** One rank per host, round robin. */
        NODE,
        /** By slot, and within a host one rank per part, round robin. */
        PART,
        /** A number of ranks on each part. */
        PER_PART,
        /** The hosts of a file, one line per rank. */
        SEQUENCE,
        /** The hosts and processors of a file, by rank. */
        RANK_FILE
    }

    public MapPolicy {
        if (count < 1 || cpusPerRank < 0) {
            throw new IllegalArgumentException("count=" + count + " cpusPerRank=" + cpusPerRank);
        }
    }

    static MapPolicy of(Order order, Domain domain) {
        return new MapPolicy(order, domain, 1, 0, false, "");
    }

    /** Whether ranks are mapped to parts of a machine. */
    public boolean isByPart() {
        return order == Order.PART
                || order == Order.PER_PART && domain.kind() != Domain.Kind.MACHINE;
    }

    MapPolicy withCount(int newCount) {
        return new MapPolicy(order, domain, newCount, cpusPerRank, span, file);
    }

    MapPolicy withCpusPerRank(int cpus) {
        return new MapPolicy(order, domain, count, cpus, span, file);
    }

    MapPolicy withSpan() {
        return new MapPolicy(order, domain, count, cpusPerRank, true, file);
    }

    MapPolicy withFile(String newFile) {
        return new MapPolicy(order, domain, count, cpusPerRank, span, newFile);
    }
}
