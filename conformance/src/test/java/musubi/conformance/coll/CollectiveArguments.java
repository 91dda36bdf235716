package musubi.conformance.coll;

import static musubi.conformance.Expect.fails;

import mpi.Intracomm;
import mpi.MPI;
import mpi.Op;

import musubi.conformance.Case;
import musubi.conformance.Form;
import musubi.conformance.Ints;

/** Wrong arguments of collectives; all ranks make the same mistake, so no rank waits. */
public final class CollectiveArguments {
    private CollectiveArguments() {}

    @Case(
            section = "6.2.2",
            calls = {"Comm.bcast", "Comm.gather", "Comm.scatter", "Comm.reduce"},
            says = "An invalid root is ERR_ROOT.")
    static void root(Intracomm comm, Form form) {
        int size = comm.getSize();
        Ints buf = form.zeros(size);
        for (int root : new int[] {-1, size, MPI.PROC_NULL}) {
            fails(MPI.ERR_ROOT, () -> form.calls().bcast(comm, buf, 1, root));
            fails(MPI.ERR_ROOT, () -> form.calls().gather(comm, form.ints(1), 1, buf, root));
            fails(MPI.ERR_ROOT, () -> form.calls().scatter(comm, buf, 1, form.ints(1), root));
            fails(
                    MPI.ERR_ROOT,
                    () -> form.calls().reduce(comm, form.ints(1), buf, 1, MPI.SUM, root));
        }
    }

    @Case(
            section = "6.2",
            calls = {"Comm.bcast", "Comm.allReduce", "Comm.allGather"},
            says = "A negative count is ERR_COUNT.")
    static void count(Intracomm comm, Form form) {
        Ints buf = form.zeros(comm.getSize());
        fails(MPI.ERR_COUNT, () -> form.calls().bcast(comm, buf, -1, 0));
        fails(MPI.ERR_COUNT, () -> form.calls().allreduce(comm, form.ints(1), buf, -1, MPI.SUM));
        fails(MPI.ERR_COUNT, () -> form.calls().allgather(comm, form.ints(1), -1, buf));
    }

    @Case(
            section = "6.2",
            calls = {"Comm.bcast", "Comm.allReduce"},
            says = "A null type is ERR_TYPE.")
    static void type(Intracomm comm) {
        int[] buf = new int[comm.getSize()];
        fails(MPI.ERR_TYPE, () -> comm.bcast(buf, 1, null, 0));
        fails(MPI.ERR_TYPE, () -> comm.Bcast(buf, 0, 1, MPI.DATATYPE_NULL, 0));
        fails(MPI.ERR_TYPE, () -> comm.allReduce(buf, buf.clone(), 1, null, MPI.SUM));
    }

    @Case(
            section = "6.9.2",
            calls = {"Comm.allReduce", "Intracomm.scan"},
            says = "A null operation is ERR_OP.")
    static void operation(Intracomm comm, Form form) {
        Ints out = form.zeros(1);
        fails(MPI.ERR_OP, () -> form.calls().allreduce(comm, form.ints(1), out, 1, null));
        fails(MPI.ERR_OP, () -> form.calls().reduce(comm, form.ints(1), out, 1, null, 0));
        fails(MPI.ERR_OP, () -> form.calls().scan(comm, form.ints(1), out, 1, null));
    }

    @Case(
            section = "6.9.5",
            calls = {"Op.free", "Comm.allReduce"},
            says = "A freed operation is ERR_OP.")
    static void freedOperation(Intracomm comm, Form form) {
        Op op =
                new Op(
                        new mpi.User_function() {
                            @Override
                            public void Call(
                                    Object in,
                                    int i,
                                    Object inout,
                                    int j,
                                    int count,
                                    mpi.Datatype type) {}
                        },
                        true);
        op.free();
        fails(MPI.ERR_OP, () -> form.calls().allreduce(comm, form.ints(1), form.zeros(1), 1, op));
    }

    @Case(
            section = "6.2",
            calls = {"Comm.bcast", "Comm.allReduce"},
            says = "A null buffer with entries, or a buffer too small, is ERR_BUFFER.")
    static void buffer(Intracomm comm, Form form) {
        fails(MPI.ERR_BUFFER, () -> form.calls().bcast(comm, null, 1, 0));
        fails(MPI.ERR_BUFFER, () -> form.calls().bcast(comm, form.ints(1), 40, 0));
        fails(
                MPI.ERR_BUFFER,
                () -> form.calls().allreduce(comm, form.zeros(40), form.ints(1), 40, MPI.SUM));
    }

    @Case(
            section = "7.4.3",
            calls = {"Comm.barrier", "Comm.bcast"},
            says = "Collectives with a freed communicator are ERR_COMM.")
    static void freedCommunicator(Intracomm comm, Form form) {
        Intracomm other = comm.dup();
        other.free();
        fails(MPI.ERR_COMM, () -> form.calls().barrier(other));
        fails(MPI.ERR_COMM, () -> form.calls().bcast(other, form.ints(1), 1, 0));
    }

    @Case(
            section = "6.10.2",
            calls = {"Comm.reduceScatter"},
            says = "Fewer counts than ranks are errors, as is a null array.")
    static void counts(Intracomm comm, Form form) {
        Ints buf = form.zeros(comm.getSize());
        mpi.MPIException e =
                org.junit.jupiter.api.Assertions.assertThrows(
                        mpi.MPIException.class,
                        () ->
                                form.calls()
                                        .reduceScatter(
                                                comm,
                                                buf,
                                                form.zeros(1),
                                                new int[comm.getSize() - 1],
                                                MPI.SUM));
        org.junit.jupiter.api.Assertions.assertTrue(
                e.getErrorClass() == MPI.ERR_COUNT || e.getErrorClass() == MPI.ERR_ARG,
                e.getMessage());
    }
}
