package musubi.conformance.coll;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import mpi.Datatype;
import mpi.Intracomm;
import mpi.MPI;
import mpi.Op;
import mpi.UserFunction;
import mpi.User_function;

import musubi.conformance.Case;

import java.nio.ByteBuffer;

/** Section 6.9.5: operations of the program. */
public final class UserOperations {
    private UserOperations() {}

    /** a + b + 1. */
    private static final class PlusOne extends User_function {
        @Override
        public void Call(Object in, int i, Object inout, int j, int count, Datatype type) {
            for (int k = 0; k < count; k++) {
                ((int[]) inout)[j + k] += ((int[]) in)[i + k] + 1;
            }
        }
    }

    /** Products of 2 x 2 matrices, which do not commute. */
    private static final class MatrixProduct extends User_function {
        @Override
        public void Call(Object in, int i, Object inout, int j, int count, Datatype type) {
            long[] a = (long[]) in;
            long[] b = (long[]) inout;
            for (int k = 0; k < count; k += 4) {
                long[] c = product(a, i + k, b, j + k);
                System.arraycopy(c, 0, b, j + k, 4);
            }
        }
    }

    private static long[] product(long[] a, int i, long[] b, int j) {
        return new long[] {
            a[i] * b[j] + a[i + 1] * b[j + 2],
            a[i] * b[j + 1] + a[i + 1] * b[j + 3],
            a[i + 2] * b[j] + a[i + 3] * b[j + 2],
            a[i + 2] * b[j + 1] + a[i + 3] * b[j + 3]
        };
    }

    private static long[] matrix(int rank) {
        return new long[] {1, rank % 3, 1, rank % 2};
    }

    private static long[] productOf(int ranks) {
        long[] all = matrix(0);
        for (int rank = 1; rank < ranks; rank++) {
            all = product(all, 0, matrix(rank), 0);
        }
        return all;
    }

    /**
     * Sums over whole arrays without offset and count, like programs whose arrays have only the
     * items.
     */
    private static final class WholeArrays extends User_function {
        @Override
        public void Call(Object in, int i, Object inout, int j, int count, Datatype type) {
            for (int k = 0; k < ((int[]) in).length; k++) {
                ((int[]) inout)[k] += ((int[]) in)[k];
            }
        }
    }

    /** Concatenates texts in arrays of their exact type. */
    private static final class Join extends User_function {
        @Override
        public void Call(Object in, int i, Object inout, int j, int count, Datatype type) {
            for (int k = 0; k < count; k++) {
                ((String[]) inout)[j + k] = ((String[]) in)[i + k] + ((String[]) inout)[j + k];
            }
        }
    }

    @Case(
            section = "6.9.5",
            calls = {"Op.new", "Intracomm.Allreduce", "User_function.Call"},
            says = "A user-defined operation may process whole arrays, which have only its items.")
    static void wholeArrays(Intracomm comm) {
        Op op = new Op(new WholeArrays(), true);
        for (int count : new int[] {3, 700, 1, 40_000}) {
            int[] out = new int[count + 5];
            int[] in = new int[count + 9];
            java.util.Arrays.fill(in, comm.getRank() + 1);
            comm.Allreduce(in, 4, out, 2, count, MPI.INT, op);
            int size = comm.getSize();
            assertEquals(size * (size + 1) / 2, out[2]);
            assertEquals(size * (size + 1) / 2, out[count + 1]);
            assertEquals(0, out[1] + out[count + 2]);
            comm.Scan(in, 0, out, 0, count, MPI.INT, op);
            int rank = comm.getRank();
            assertEquals((rank + 1) * (rank + 2) / 2, out[count - 1]);
        }
        op.free();
    }

    @Case(
            section = "6.9.5",
            calls = {"Op.new", "Intracomm.Allreduce", "Intracomm.Reduce", "MPI.OBJECT"},
            says = "An operation on objects gets arrays of their own type.")
    static void typedObjects(Intracomm comm) {
        Op op = new Op(new Join(), false);
        String[] own = {"" + comm.getRank() % 10, "-"};
        String[] all = new String[3];
        comm.Allreduce(own, 0, all, 1, 2, MPI.OBJECT, op);
        StringBuilder expected = new StringBuilder();
        for (int rank = 0; rank < comm.getSize(); rank++) {
            expected.append(rank % 10);
        }
        assertEquals(expected.toString(), all[1]);
        assertEquals("-".repeat(comm.getSize()), all[2]);
        comm.Reduce(own, 0, all, 0, 1, MPI.OBJECT, op, 0);
        assertEquals(comm.getRank() == 0 ? expected.toString() : null, all[0]);
        op.free();
    }

    @Case(
            section = "6.9.5",
            calls = {"Op.new", "Intracomm.Allreduce", "User_function.Call"},
            says = "A user-defined operation gets arrays with offsets.")
    static void withOffsets(Intracomm comm) {
        Op op = new Op(new PlusOne(), true);
        int[] out = new int[3];
        comm.Allreduce(new int[] {-1, comm.getRank()}, 1, out, 2, 1, MPI.INT, op);
        int size = comm.getSize();
        assertArrayEquals(new int[] {0, 0, size * (size - 1) / 2 + size - 1}, out);
        op.free();
    }

    @Case(
            section = "6.9.5",
            calls = {"Op.new", "Comm.reduce", "Comm.allReduce"},
            says = "A non-commutative operation is applied in rank order.")
    static void notCommutative(Intracomm comm) {
        Op op = new Op(new MatrixProduct(), false);
        int size = comm.getSize();
        long[] mine = matrix(comm.getRank());
        long[] out = new long[4];
        comm.Allreduce(mine, 0, out, 0, 4, MPI.LONG, op);
        assertArrayEquals(productOf(size), out);
        for (int root = 0; root < size; root++) {
            long[] atRoot = new long[4];
            comm.Reduce(mine, 0, atRoot, 0, 4, MPI.LONG, op, root);
            assertArrayEquals(comm.getRank() == root ? productOf(size) : new long[4], atRoot);
        }
        op.free();
    }

    @Case(
            section = "6.11.1",
            calls = {"Op.new", "Intracomm.Scan"},
            says = "A scan with a non-commutative operation keeps the rank order.")
    static void scanInOrder(Intracomm comm) {
        Op op = new Op(new MatrixProduct(), false);
        long[] out = new long[4];
        comm.Scan(matrix(comm.getRank()), 0, out, 0, 4, MPI.LONG, op);
        assertArrayEquals(productOf(comm.getRank() + 1), out);
        op.free();
    }

    @Case(
            section = "6.9.5",
            calls = {"Op.new", "UserFunction.call", "Comm.allReduce"},
            says = "A UserFunction may take arrays.")
    static void functionOfArrays(Intracomm comm) {
        Op op =
                new Op(
                        new UserFunction() {
                            @Override
                            public void call(
                                    Object inVec, Object inOutVec, int count, Datatype type) {
                                int[] in = (int[]) inVec;
                                int[] inOut = (int[]) inOutVec;
                                for (int i = 0; i < count; i++) {
                                    inOut[i] = Math.max(in[i], inOut[i]);
                                }
                            }
                        },
                        true);
        int[] out = new int[2];
        comm.allReduce(new int[] {comm.getRank(), -comm.getRank()}, out, 2, MPI.INT, op);
        assertArrayEquals(new int[] {comm.getSize() - 1, 0}, out);
        op.free();
    }

    @Case(
            section = "6.9.5",
            calls = {"Op.new", "UserFunction.call", "Comm.allReduce"},
            says = "A UserFunction may take byte buffers.")
    static void functionOfBuffers(Intracomm comm) {
        Op op =
                new Op(
                        new UserFunction() {
                            @Override
                            public void call(
                                    ByteBuffer in, ByteBuffer inOut, int count, Datatype type) {
                                for (int i = 0; i < count; i++) {
                                    double sum = in.getDouble(8 * i) + inOut.getDouble(8 * i);
                                    inOut.putDouble(8 * i, sum);
                                }
                            }
                        },
                        true);
        double[] out = new double[2];
        comm.allReduce(new double[] {0.5, comm.getRank()}, out, 2, MPI.DOUBLE, op);
        int size = comm.getSize();
        assertArrayEquals(new double[] {0.5 * size, size * (size - 1) / 2.0}, out);
        op.free();
    }

    @Case(
            section = "6.9.5",
            calls = {"Op.new", "Intracomm.Allreduce", "MPI.OBJECT"},
            says = "Objects can be combined by a user-defined operation.")
    static void objects(Intracomm comm) {
        Op op =
                new Op(
                        new User_function() {
                            @Override
                            public void Call(
                                    Object in,
                                    int i,
                                    Object inout,
                                    int j,
                                    int count,
                                    Datatype type) {
                                Object[] a = (Object[]) in;
                                Object[] b = (Object[]) inout;
                                for (int k = 0; k < count; k++) {
                                    b[j + k] = a[i + k] + "" + b[j + k];
                                }
                            }
                        },
                        false);
        Object[] out = new Object[1];
        String mine = Character.toString('a' + comm.getRank());
        comm.Allreduce(new Object[] {mine}, 0, out, 0, 1, MPI.OBJECT, op);
        assertEquals("abcdefghijklmnop".substring(0, comm.getSize()), out[0]);
        op.free();
    }

    @Case(
            section = "6.9.5",
            calls = {"Op.isCommutative", "Op.isNull", "Op.free"},
            says = "An operation returns whether it is commutative, and is null after it is freed.")
    static void properties(Intracomm comm) {
        assertTrue(MPI.SUM.isCommutative());
        assertFalse(MPI.SUM.isNull());
        Op op = new Op(new PlusOne(), false);
        assertFalse(op.isCommutative());
        assertFalse(op.isNull());
        op.free();
        assertTrue(op.isNull());
    }
}
