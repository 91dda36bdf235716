package misuse;

import mpi.Datatype;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Op;
import mpi.Status;
import mpi.UserFunction;

import musubi.conformance.corpus.Correct;
import musubi.conformance.corpus.Erroneous;
import musubi.conformance.corpus.Kind;

/** Results that depend on the order of messages, and errors that the program hides. */
@Kind("race or hidden error")
final class RacesAndHiddenErrors {
    private RacesAndHiddenErrors() {}

    @Erroneous(
            says = "The master takes the first answer by wildcard for that of rank 1.",
            ranks = 3,
            missed = "a note only, when both messages wait; --explore tries the other order")
    static void firstAnswer(Intracomm world, int me) {
        if (me != 0) {
            world.send(new int[] {me}, 1, MPI.INT, 0, 0);
        } else {
            int[] first = new int[1];
            int[] second = new int[1];
            world.recv(first, 1, MPI.INT, MPI.ANY_SOURCE, 0);
            world.recv(second, 1, MPI.INT, MPI.ANY_SOURCE, 0);
        }
    }

    @Erroneous(
            says = "A probe by wildcard, then a receive by wildcard: another message may match.",
            ranks = 3,
            missed = "a note only, when both messages wait; --explore tries the other order")
    static void probeThenWildcard(Intracomm world, int me) {
        if (me != 0) {
            world.send(new int[1], 1, MPI.INT, 0, 0);
        } else {
            for (int i = 0; i < 2; i++) {
                int count = world.probe(MPI.ANY_SOURCE, 0).getCount(MPI.INT);
                world.recv(new int[count], count, MPI.INT, MPI.ANY_SOURCE, 0);
            }
        }
    }

    @Erroneous(
            says = "Messages of two phases with one tag, and a wildcard in the first one.",
            ranks = 3,
            missed = "a note only, when both messages wait; --explore tries the other order")
    static void phasesWithOneTag(Intracomm world, int me) {
        for (int phase = 0; phase < 2; phase++) {
            if (me != 0) {
                world.send(new int[] {phase}, 1, MPI.INT, 0, 0);
            } else {
                world.recv(new int[1], 1, MPI.INT, MPI.ANY_SOURCE, 0);
                world.recv(new int[1], 1, MPI.INT, MPI.ANY_SOURCE, 0);
            }
        }
    }

    @Erroneous(
            says = "A reduction whose operation is not associative, said to be commutative.",
            checked = {"note: ", "said to be commutative", "RacesAndHiddenErrors.notAssociative("})
    static void notAssociative(Intracomm world, int me) {
        Op minus = new Op(new Minus(), true);
        world.allReduce(new int[] {me}, new int[1], 1, MPI.INT, minus);
        minus.free();
    }

    @Erroneous(
            says = "An exception of a send is swallowed (capitalised).",
            checked = {"note: an exception", "ERR_RANK", "RacesAndHiddenErrors.swallowed("})
    static void swallowed(Intracomm world, int me) {
        try {
            world.Send(new int[1], 0, 1, MPI.INT, 5, 0);
        } catch (MPIException e) {
            Legal.ignore(e);
        }
    }

    @Erroneous(
            says = "A truncation is swallowed under ERRORS_RETURN.",
            checked = {"note: an exception", "ERR_TRUNCATE", ".truncationSwallowed("})
    static void truncationSwallowed(Intracomm world, int me) {
        world.setErrhandler(MPI.ERRORS_RETURN);
        if (me == 0) {
            world.send(new int[2], 2, MPI.INT, 1, 0);
        } else {
            try {
                world.recv(new int[1], 1, MPI.INT, 0, 0);
            } catch (MPIException e) {
                Legal.ignore(e);
            }
        }
    }

    @Erroneous(
            says = "An exception in a thread is swallowed, and its message never sent.",
            found = {"deadlock", "recv source=0 tag=4"})
    static void swallowedSend(Intracomm world, int me) {
        if (me == 0) {
            try {
                world.Send(new int[1], 1, 1, MPI.INT, 1, 4);
            } catch (MPIException e) {
                Legal.ignore(e);
            }
        } else {
            world.Recv(new int[1], 0, 1, MPI.INT, 0, 4);
        }
    }

    @Erroneous(
            says = "A user's operation throws an exception.",
            found = {"an operation that fails"})
    static void operationThrows(Intracomm world, int me) {
        Op fails = new Op(new Fails(), true);
        world.allReduce(new int[1], new int[1], 1, MPI.INT, fails);
        fails.free();
    }

    @Erroneous(
            says = "A user's operation calls MPI.",
            found = {"ERR_OP", "operation of the program calls MPI"})
    static void operationCallsMpi(Intracomm world, int me) {
        Op calls = new Op(new CallsMpi(), true);
        world.allReduce(new int[1], new int[1], 1, MPI.INT, calls);
        calls.free();
    }

    @Correct(says = "Answers by wildcard whose order does not matter.", ranks = 3)
    static void sumOfAnswers(Intracomm world, int me) {
        if (me != 0) {
            world.send(new int[] {me}, 1, MPI.INT, 0, 0);
        } else {
            int sum = 0;
            for (int i = 0; i < 2; i++) {
                int[] in = new int[1];
                world.recv(in, 1, MPI.INT, MPI.ANY_SOURCE, 0);
                sum += in[0];
            }
            Legal.expect(sum == 3);
        }
    }

    @Correct(says = "Answers by wildcard, kept by the source in the status.", ranks = 3)
    static void answersBySource(Intracomm world, int me) {
        if (me != 0) {
            world.Send(new int[] {me}, 0, 1, MPI.INT, 0, 0);
        } else {
            for (int i = 0; i < 2; i++) {
                int[] in = new int[1];
                Status status = world.Recv(in, 0, 1, MPI.INT, MPI.ANY_SOURCE, MPI.ANY_TAG);
                Legal.expect(status.source == in[0]);
            }
        }
    }

    @Correct(says = "Phases with one tag, separated by barriers.", ranks = 3)
    static void phasesWithBarrier(Intracomm world, int me) {
        for (int phase = 0; phase < 2; phase++) {
            if (me != 0) {
                world.sSend(new int[] {phase}, 1, MPI.INT, 0, 0);
            } else {
                int[] in = new int[1];
                world.recv(in, 1, MPI.INT, MPI.ANY_SOURCE, 0);
                world.recv(in, 1, MPI.INT, MPI.ANY_SOURCE, 0);
                Legal.expect(in[0] == phase);
            }
            world.barrier();
        }
    }

    @Correct(says = "A user's operation that is not commutative.", ranks = 3)
    static void notCommutative(Intracomm world, int me) {
        Op right = new Op(new Right(), false);
        int[] last = new int[1];
        world.allReduce(new int[] {me}, last, 1, MPI.INT, right);
        Legal.expect(last[0] == 2);
        right.free();
    }

    @Correct(
            says = "A one-sided pipeline: rank 0 computes and sends ahead of all others.",
            ranks = 3)
    static void pipeline(Intracomm world, int me) {
        int[] item = new int[1];
        for (int i = 0; i < 30; i++) {
            if (me > 0) {
                world.recv(item, 1, MPI.INT, me - 1, 0);
                Legal.expect(item[0] == i);
            }
            item[0] = i;
            if (me < 2) {
                world.send(item, 1, MPI.INT, me + 1, 0);
            }
        }
    }

    private static int[] ints(Object data) {
        return (int[]) data;
    }

    /** Subtracts. */
    private static final class Minus extends UserFunction {
        @Override
        public void call(Object in, Object inOut, int count, Datatype type) {
            ints(inOut)[0] = ints(in)[0] - ints(inOut)[0];
        }
    }

    /** Has the right one of two operands. */
    private static final class Right extends UserFunction {
        @Override
        public void call(Object in, Object inOut, int count, Datatype type) {
            // The right one is already in the result.
            Legal.expect(count == 1);
        }
    }

    /** Throws. */
    private static final class Fails extends UserFunction {
        @Override
        public void call(Object in, Object inOut, int count, Datatype type) {
            throw new IllegalArgumentException("an operation that fails");
        }
    }

    /** Calls MPI. */
    private static final class CallsMpi extends UserFunction {
        @Override
        public void call(Object in, Object inOut, int count, Datatype type) {
            MPI.COMM_WORLD.iSend(new int[1], 1, MPI.INT, MPI.PROC_NULL, 0).waitFor();
        }
    }
}
