package musubi.op;

import musubi.error.ErrorClass;
import musubi.error.MpiFailure;
import musubi.type.Datatype;

/** The predefined reduction operations. MPI-4.1 section 6.9.2. */
public final class Reductions {
    public static final Op MAX = named("MPI.MAX");
    public static final Op MIN = named("MPI.MIN");
    public static final Op SUM = named("MPI.SUM");
    public static final Op PROD = named("MPI.PROD");
    public static final Op LAND = named("MPI.LAND");
    public static final Op BAND = named("MPI.BAND");
    public static final Op LOR = named("MPI.LOR");
    public static final Op BOR = named("MPI.BOR");
    public static final Op LXOR = named("MPI.LXOR");
    public static final Op BXOR = named("MPI.BXOR");
    public static final Op MINLOC = named("MPI.MINLOC");
    public static final Op MAXLOC = named("MPI.MAXLOC");
    public static final Op REPLACE = named("MPI.REPLACE");
    public static final Op NO_OP = named("MPI.NO_OP");

    private Reductions() {}

    /** The operation with bytes taken as numbers from 0 to 255. */
    public static Op unsigned(Op op) {
        return op;
    }

    private static Op named(String name) {
        return new Op() {
            @Override
            public void apply(
                    Object in, int inAt, Object inout, int inoutAt, int count, Datatype type) {
                throw new MpiFailure(ErrorClass.OP, "no such reduction yet: op=" + name);
            }

            @Override
            public boolean isCommutative() {
                return true;
            }

            @Override
            public String name() {
                return name;
            }
        };
    }
}
