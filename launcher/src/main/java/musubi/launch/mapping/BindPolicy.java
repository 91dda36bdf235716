package musubi.launch.mapping;

import java.util.List;

/**
 * The binding of ranks to processors.
 *
 * @param kind the kind of binding
 * @param domain the parts of a machine, for PARTS
 * @param count the number of adjacent parts of each rank
 * @param lists the processors of the ranks of a machine, for LISTS
 * @param ifSupported whether ranks are not bound where binding is impossible
 * @param exclusive whether more ranks than processors on a part are an error
 */
public record BindPolicy(
        Kind kind,
        Domain domain,
        int count,
        List<String> lists,
        boolean ifSupported,
        boolean exclusive) {
    /** No binding is given. */
    public static final BindPolicy AUTO = of(Kind.AUTO);

    /** A kind of binding. */
    public enum Kind {
        /** The mapped parts, else an equal share of the cores if there is a core for each rank. */
        AUTO,
        NONE,
        PARTS,
        /** One hardware thread each, in the order of their numbers. */
        ROUND_ROBIN,
        /** Lists of hardware threads. */
        LISTS,
        /** All listed hardware threads for each rank. */
        SET
    }

    public BindPolicy {
        if (count < 1) {
            throw new IllegalArgumentException("count=" + count);
        }
    }

    static BindPolicy of(Kind kind) {
        return new BindPolicy(kind, Domain.MACHINE, 1, List.of(), false, false);
    }

    static BindPolicy of(Domain domain) {
        return new BindPolicy(Kind.PARTS, domain, 1, List.of(), false, false);
    }

    static BindPolicy of(Kind kind, List<String> lists) {
        return new BindPolicy(kind, Domain.MACHINE, 1, lists, false, false);
    }

    BindPolicy withCount(int newCount) {
        return new BindPolicy(kind, domain, newCount, lists, ifSupported, exclusive);
    }

    BindPolicy whereSupported() {
        return new BindPolicy(kind, domain, count, lists, true, exclusive);
    }

    BindPolicy exclusively() {
        return new BindPolicy(kind, domain, count, lists, ifSupported, true);
    }
}
