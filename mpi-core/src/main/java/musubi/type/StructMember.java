package musubi.type;

/**
 * A member of a struct: items of a type, or an explicit bound, as mpiJava's {@code LB} and {@code
 * UB}. MPI-4.1 sections 5.1.2 and 16.1.
 *
 * @param type null for a bound
 * @param isUpper whether a bound is the upper one
 */
public record StructMember(MpiType type, boolean isUpper) {
    public static final StructMember LB = new StructMember(null, false);
    public static final StructMember UB = new StructMember(null, true);

    /** Items of a type. */
    public static StructMember of(MpiType type) {
        return new StructMember(type, false);
    }

    void addBounds(BoundsBuilder bounds, long at, long count) {
        if (type != null) {
            bounds.add(at, count, type.bounds());
        } else if (isUpper && count > 0) {
            bounds.markUpper(at);
        } else if (count > 0) {
            bounds.markLower(at);
        }
    }
}
