package musubi.conformance.coll;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import mpi.Datatype;
import mpi.Intracomm;
import mpi.MPI;
import mpi.Op;

import musubi.conformance.Case;
import musubi.conformance.Expect;
import musubi.conformance.Statement;
import musubi.conformance.Table;

import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleBinaryOperator;
import java.util.function.LongBinaryOperator;

/** Section 6.9.2: the predefined operations, for each type that they are defined for. */
public final class Operations {
    private static final int ELEMENTS = 5;

    private Operations() {}

    /** A type with the class of its elements. */
    private record Kind(String name, Datatype type, Class<?> element) {
        boolean isFloating() {
            return element == float.class || element == double.class;
        }

        /** The number as such an element. */
        Object element(long value) {
            if (element == byte.class) {
                return (byte) value;
            } else if (element == char.class) {
                return (char) value;
            } else if (element == short.class) {
                return (short) value;
            } else if (element == int.class) {
                return (int) value;
            } else if (element == long.class) {
                return value;
            } else if (element == float.class) {
                return (float) value;
            }
            return (double) value;
        }

        /** The element as a number. */
        long number(Object value) {
            return value instanceof Character c ? c : ((Number) value).longValue();
        }
    }

    private record Operation(String name, Op op, LongBinaryOperator on) {
        boolean isBitwise() {
            return name.startsWith("B");
        }

        boolean isLogical() {
            return name.startsWith("L");
        }
    }

    private static List<Kind> kinds() {
        return List.of(
                new Kind("BYTE", MPI.BYTE, byte.class),
                new Kind("CHAR", MPI.CHAR, char.class),
                new Kind("SHORT", MPI.SHORT, short.class),
                new Kind("INT", MPI.INT, int.class),
                new Kind("LONG", MPI.LONG, long.class),
                new Kind("FLOAT", MPI.FLOAT, float.class),
                new Kind("DOUBLE", MPI.DOUBLE, double.class));
    }

    private static long bit(boolean value) {
        return value ? 1 : 0;
    }

    private static List<Operation> operations() {
        return List.of(
                new Operation("MAX", MPI.MAX, Math::max),
                new Operation("MIN", MPI.MIN, Math::min),
                new Operation("SUM", MPI.SUM, Long::sum),
                new Operation("PROD", MPI.PROD, (a, b) -> a * b),
                new Operation("LAND", MPI.LAND, (a, b) -> bit(a != 0 && b != 0)),
                new Operation("LOR", MPI.LOR, (a, b) -> bit(a != 0 || b != 0)),
                new Operation("LXOR", MPI.LXOR, (a, b) -> bit(a != 0 ^ b != 0)),
                new Operation("BAND", MPI.BAND, (a, b) -> a & b),
                new Operation("BOR", MPI.BOR, (a, b) -> a | b),
                new Operation("BXOR", MPI.BXOR, (a, b) -> a ^ b));
    }

    @Table
    static List<Statement> allTypes() {
        List<Statement> rows = new ArrayList<>();
        for (Operation operation : operations()) {
            for (Kind kind : kinds()) {
                boolean isDefined =
                        !kind.isFloating() || !operation.isBitwise() && !operation.isLogical();
                rows.add(isDefined ? defined(operation, kind) : undefined(operation, kind));
            }
        }
        return rows;
    }

    private static Statement defined(Operation operation, Kind kind) {
        return Statement.row(
                "Operations.allTypes " + operation.name + " " + kind.name,
                "6.9.2",
                List.of("Comm.allReduce", "MPI." + operation.name, "MPI." + kind.name),
                "MPI." + operation.name + " combines elements of MPI." + kind.name + ".",
                (comm, form) -> combine(comm, operation, kind));
    }

    private static Statement undefined(Operation operation, Kind kind) {
        return Statement.row(
                "Operations.allTypes " + operation.name + " " + kind.name,
                "6.9.2",
                List.of("Comm.allReduce", "MPI." + operation.name, "MPI." + kind.name),
                "MPI." + operation.name + " is not defined for MPI." + kind.name + " (ERR_OP).",
                (comm, form) -> {
                    Object in = Array.newInstance(kind.element, 1);
                    Object out = Array.newInstance(kind.element, 1);
                    Expect.fails(
                            MPI.ERR_OP, () -> comm.allReduce(in, out, 1, kind.type, operation.op));
                });
    }

    /** The contribution of a rank: 0 to 3, so that signs do not matter. */
    private static long contribution(int rank, int k) {
        return (rank * 5 + k * 3 + 1) % 4;
    }

    private static void combine(Intracomm comm, Operation operation, Kind kind) {
        Object in = Array.newInstance(kind.element, ELEMENTS);
        Object expected = Array.newInstance(kind.element, ELEMENTS);
        for (int k = 0; k < ELEMENTS; k++) {
            Array.set(in, k, kind.element(contribution(comm.getRank(), k)));
            Object result = kind.element(contribution(0, k));
            for (int rank = 1; rank < comm.getSize(); rank++) {
                long next = contribution(rank, k);
                result = kind.element(operation.on.applyAsLong(kind.number(result), next));
            }
            Array.set(expected, k, result);
        }
        Object out = Array.newInstance(kind.element, ELEMENTS);
        comm.allReduce(in, out, ELEMENTS, kind.type, operation.op);
        assertSame(expected, out, 0);
        Object shifted = Array.newInstance(kind.element, ELEMENTS + 2);
        comm.Allreduce(in, 0, shifted, 2, ELEMENTS, kind.type, operation.op);
        assertSame(expected, shifted, 2);
    }

    private static void assertSame(Object expected, Object found, int offset) {
        for (int k = 0; k < ELEMENTS; k++) {
            assertEquals(Array.get(expected, k), Array.get(found, offset + k));
        }
    }

    @Table
    static List<Statement> booleans() {
        List<Statement> rows = new ArrayList<>();
        for (Operation operation : operations()) {
            boolean isDefined = operation.isLogical() || operation.isBitwise();
            rows.add(
                    Statement.row(
                            "Operations.booleans " + operation.name,
                            "6.9.2",
                            List.of("Comm.allReduce", "MPI." + operation.name, "MPI.BOOLEAN"),
                            isDefined
                                    ? "MPI." + operation.name + " combines elements of MPI.BOOLEAN."
                                    : "MPI."
                                            + operation.name
                                            + " is not defined for MPI.BOOLEAN (ERR_OP).",
                            (comm, form) -> combineBooleans(comm, operation, isDefined)));
        }
        return rows;
    }

    private static void combineBooleans(Intracomm comm, Operation operation, boolean isDefined) {
        boolean[] in = new boolean[2];
        boolean[] expected = new boolean[2];
        for (int k = 0; k < 2; k++) {
            in[k] = contribution(comm.getRank(), k) > 1;
            long result = bit(contribution(0, k) > 1);
            for (int rank = 1; rank < comm.getSize(); rank++) {
                result = operation.on.applyAsLong(result, bit(contribution(rank, k) > 1));
            }
            expected[k] = result != 0;
        }
        boolean[] out = new boolean[2];
        if (isDefined) {
            comm.allReduce(in, out, 2, MPI.BOOLEAN, operation.op);
            assertArrayEquals(expected, out);
        } else {
            Expect.fails(MPI.ERR_OP, () -> comm.allReduce(in, out, 2, MPI.BOOLEAN, operation.op));
        }
    }

    @Case(
            section = "6.9.2",
            calls = {"Comm.allReduce", "Intracomm.Allreduce", "MPI.BYTE"},
            says = "MPI.BYTE is unsigned in the lower-case dialect, signed in the capitalised one.",
            ranks = 2)
    static void signOfBytes(Intracomm comm) {
        byte[] in = {(byte) (comm.getRank() == 0 ? -1 : 1)};
        byte[] out = new byte[1];
        comm.allReduce(in, out, 1, MPI.BYTE, MPI.MAX);
        assertEquals(-1, out[0]);
        comm.allReduce(in, out, 1, MPI.BYTE, MPI.MIN);
        assertEquals(1, out[0]);
        comm.Allreduce(in, 0, out, 0, 1, MPI.BYTE, MPI.MAX);
        assertEquals(1, out[0]);
        comm.Allreduce(in, 0, out, 0, 1, MPI.BYTE, MPI.MIN);
        assertEquals(-1, out[0]);
    }

    @Case(
            section = "6.9.2",
            calls = {"Comm.allReduce", "MPI.MAX", "MPI.MIN", "MPI.SUM"},
            says = "Reductions support negative and fractional numbers.")
    static void negativeAndFractional(Intracomm comm) {
        int size = comm.getSize();
        double[] in = {-0.5 * (comm.getRank() + 1), 0.25};
        double[] out = new double[2];
        comm.allReduce(in, out, 2, MPI.DOUBLE, MPI.MAX);
        assertArrayEquals(new double[] {-0.5, 0.25}, out);
        comm.allReduce(in, out, 2, MPI.DOUBLE, MPI.MIN);
        assertArrayEquals(new double[] {-0.5 * size, 0.25}, out);
        comm.allReduce(in, out, 2, MPI.DOUBLE, MPI.SUM);
        assertArrayEquals(new double[] {-0.25 * size * (size + 1), 0.25 * size}, out);
    }

    /** A pair type of the capitalised dialect. */
    private record Pair(String name, Datatype type, Class<?> element) {}

    private static List<Pair> pairs() {
        return List.of(
                new Pair("SHORT2", MPI.SHORT2, short.class),
                new Pair("INT2", MPI.INT2, int.class),
                new Pair("LONG2", MPI.LONG2, long.class),
                new Pair("FLOAT2", MPI.FLOAT2, float.class),
                new Pair("DOUBLE2", MPI.DOUBLE2, double.class));
    }

    @Table
    static List<Statement> locations() {
        List<Statement> rows = new ArrayList<>();
        for (Pair pair : pairs()) {
            add(rows, pair, "MAXLOC", MPI.MAXLOC, Math::max);
            add(rows, pair, "MINLOC", MPI.MINLOC, Math::min);
        }
        return rows;
    }

    private static void add(
            List<Statement> rows, Pair pair, String name, Op op, DoubleBinaryOperator better) {
        rows.add(
                Statement.row(
                        "Operations.locations " + name + " " + pair.name,
                        "6.9.4",
                        List.of("Intracomm.Allreduce", "MPI." + name, "MPI." + pair.name),
                        "MPI."
                                + name
                                + " finds the value and the lowest index that has it, for MPI."
                                + pair.name
                                + ".",
                        (comm, form) -> locate(comm, pair, op, better)));
    }

    private static double value(int rank, int k) {
        return (rank * 3 + k) % 4;
    }

    private static void locate(Intracomm comm, Pair pair, Op op, DoubleBinaryOperator better) {
        int n = 3;
        Object in = Array.newInstance(pair.element, 2 * n);
        Object out = Array.newInstance(pair.element, 2 * n + 2);
        Kind kind = new Kind(pair.name, pair.type, pair.element);
        for (int k = 0; k < n; k++) {
            Array.set(in, 2 * k, kind.element((long) value(comm.getRank(), k)));
            Array.set(in, 2 * k + 1, kind.element(comm.getRank()));
        }
        comm.Allreduce(in, 0, out, 2, n, pair.type, op);
        for (int k = 0; k < n; k++) {
            double best = value(0, k);
            int at = 0;
            for (int rank = 1; rank < comm.getSize(); rank++) {
                double next = value(rank, k);
                if (next != best && better.applyAsDouble(best, next) == next) {
                    best = next;
                    at = rank;
                }
            }
            assertEquals(best, ((Number) Array.get(out, 2 + 2 * k)).doubleValue());
            assertEquals(at, ((Number) Array.get(out, 3 + 2 * k)).intValue());
        }
    }
}
