package misuse;

import mpi.Datatype;
import mpi.Info;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Status;

import musubi.conformance.corpus.Correct;
import musubi.conformance.corpus.Erroneous;
import musubi.conformance.corpus.Kind;

/** Arguments out of range, and null. */
@Kind("argument out of range")
final class Arguments {
    private Arguments() {}

    @Erroneous(
            says = "A negative tag.",
            found = {"ERR_TAG", "Arguments.negativeTag("})
    static void negativeTag(Intracomm world, int me) {
        world.send(new int[1], 1, MPI.INT, 1 - me, -5);
    }

    @Erroneous(
            says = "ANY_TAG in a send.",
            found = {"ERR_TAG", "Arguments.anyTagInSend("})
    static void anyTagInSend(Intracomm world, int me) {
        world.Send(new int[1], 0, 1, MPI.INT, 1 - me, MPI.ANY_TAG);
    }

    @Erroneous(
            says = "ANY_SOURCE as destination.",
            found = {"ERR_RANK", "Arguments.anySourceInSend("})
    static void anySourceInSend(Intracomm world, int me) {
        world.send(new int[1], 1, MPI.INT, MPI.ANY_SOURCE, 0);
    }

    @Erroneous(
            says = "The size of the communicator as destination.",
            found = {"ERR_RANK", "Arguments.rankTooLarge("})
    static void rankTooLarge(Intracomm world, int me) {
        world.send(new int[1], 1, MPI.INT, world.getSize(), 0);
    }

    @Erroneous(
            says = "A negative source (capitalised).",
            found = {"ERR_RANK", "Arguments.negativeSource("})
    static void negativeSource(Intracomm world, int me) {
        world.Recv(new int[1], 0, 1, MPI.INT, -77, 0);
    }

    @Erroneous(
            says = "A negative count.",
            found = {"ERR_COUNT", "Arguments.negativeCount("})
    static void negativeCount(Intracomm world, int me) {
        world.send(new int[1], -1, MPI.INT, 1 - me, 0);
    }

    @Erroneous(
            says = "A count beyond the send buffer.",
            found = {"ERR_BUFFER", "Arguments.countTooLarge("})
    static void countTooLarge(Intracomm world, int me) {
        world.send(new int[3], 4, MPI.INT, 1 - me, 0);
    }

    @Erroneous(
            says = "An offset beyond the buffer (capitalised).",
            found = {"ERR_BUFFER", "Arguments.offsetTooLarge("})
    static void offsetTooLarge(Intracomm world, int me) {
        world.Send(new int[3], 2, 2, MPI.INT, 1 - me, 0);
    }

    @Erroneous(
            says = "A receive buffer shorter than the count.",
            found = {"ERR_BUFFER", "Arguments.receiveBufferTooShort("})
    static void receiveBufferTooShort(Intracomm world, int me) {
        world.iRecv(new int[1], 2, MPI.INT, 1 - me, 0);
    }

    @Erroneous(
            says = "A null buffer with a count.",
            found = {"ERR_BUFFER", "Arguments.nullBuffer("})
    static void nullBuffer(Intracomm world, int me) {
        world.send(null, 1, MPI.INT, 1 - me, 0);
    }

    @Erroneous(
            says = "A null datatype.",
            found = {"ERR_TYPE", "Arguments.nullDatatype("})
    static void nullDatatype(Intracomm world, int me) {
        world.send(new int[1], 1, null, 1 - me, 0);
    }

    @Erroneous(
            says = "DATATYPE_NULL.",
            found = {"ERR_TYPE", "Arguments.datatypeNull("})
    static void datatypeNull(Intracomm world, int me) {
        world.send(new int[1], 1, MPI.DATATYPE_NULL, 1 - me, 0);
    }

    @Erroneous(
            says = "A root outside of the communicator.",
            found = {"ERR_ROOT", "Arguments.rootTooLarge("})
    static void rootTooLarge(Intracomm world, int me) {
        world.bcast(new int[1], 1, MPI.INT, 2);
    }

    @Erroneous(
            says = "A null operation.",
            found = {"ERR_OP", "Arguments.nullOperation("})
    static void nullOperation(Intracomm world, int me) {
        world.allReduce(new int[1], 1, MPI.INT, null);
    }

    @Erroneous(
            says = "A bitwise operation on doubles.",
            found = {"ERR_OP", "Arguments.bitwiseOnDoubles("})
    static void bitwiseOnDoubles(Intracomm world, int me) {
        world.allReduce(new double[1], 1, MPI.DOUBLE, MPI.BAND);
    }

    @Erroneous(
            says = "MAXLOC on a type without pairs (capitalised).",
            found = {"ERR_OP", "Arguments.maxLocOnInts("})
    static void maxLocOnInts(Intracomm world, int me) {
        world.Allreduce(new int[2], 0, new int[2], 0, 2, MPI.INT, MPI.MAXLOC);
    }

    @Erroneous(
            says = "Too few counts for gatherv.",
            found = {"ERR_ARG", "Arguments.tooFewCounts("})
    static void tooFewCounts(Intracomm world, int me) {
        world.gatherv(new int[1], 1, MPI.INT, new int[2], new int[] {1}, new int[] {0}, MPI.INT, 0);
    }

    @Erroneous(
            says = "A displacement beyond the receive buffer.",
            found = {"ERR_BUFFER", "Arguments.displacementTooLarge("})
    static void displacementTooLarge(Intracomm world, int me) {
        world.allGatherv(
                new int[1], 1, MPI.INT, new int[2], new int[] {1, 1}, new int[] {0, 2}, MPI.INT);
    }

    @Erroneous(
            says = "A group with a rank that does not exist.",
            ranks = 2,
            found = {"ERR_RANK", "Arguments.groupWithUnknownRank("})
    static void groupWithUnknownRank(Intracomm world, int me) {
        world.getGroup().incl(new int[] {0, 2});
    }

    @Erroneous(
            says = "A group with a rank twice (capitalised).",
            found = {"ERR_RANK", "Arguments.groupWithRankTwice("})
    static void groupWithRankTwice(Intracomm world, int me) {
        world.Group().Incl(new int[] {1, 1});
    }

    @Erroneous(
            says = "A negative colour of split.",
            found = {"ERR_ARG", "Arguments.negativeColour("})
    static void negativeColour(Intracomm world, int me) {
        world.split(-3, 0);
    }

    @Erroneous(
            says = "A negative length of blocks of a vector type.",
            ranks = 1,
            found = {"ERR_ARG", "Arguments.negativeBlock("})
    static void negativeBlock(Intracomm world, int me) {
        Datatype.createVector(2, -1, 2, MPI.INT);
    }

    @Erroneous(
            says = "A key of attributes that was never created.",
            ranks = 1,
            found = {"ERR_KEYVAL", "Arguments.unknownKey("})
    static void unknownKey(Intracomm world, int me) {
        world.setAttr(4711, "value");
    }

    @Erroneous(
            says = "A null communicator.",
            ranks = 1,
            found = {"ERR_COMM", "Arguments.nullCommunicator("})
    static void nullCommunicator(Intracomm world, int me) {
        Intracomm none = world.split(MPI.UNDEFINED, 0);
        none.barrier();
    }

    @Erroneous(
            says = "The index of an info key that does not exist.",
            ranks = 1,
            found = {"ERR_ARG", "Arguments.infoKeyTooLarge("})
    static void infoKeyTooLarge(Intracomm world, int me) {
        Info info = new Info();
        info.getKey(0);
        info.free();
    }

    @Erroneous(
            says = "An output buffer of pack that is too short.",
            ranks = 1,
            found = {"ERR_BUFFER", "Arguments.packBufferTooShort("})
    static void packBufferTooShort(Intracomm world, int me) {
        world.pack(new int[4], 4, MPI.INT, new byte[8], 0);
    }

    @Erroneous(
            says = "Unpack beyond the packed data.",
            ranks = 1,
            found = {"ERR_BUFFER", "Arguments.unpackTooMuch("})
    static void unpackTooMuch(Intracomm world, int me) {
        world.unpack(new byte[4], 0, new int[2], 2, MPI.INT);
    }

    @Correct(says = "The largest tag.")
    static void largestTag(Intracomm world, int me) {
        int tag = (Integer) world.getAttr(MPI.TAG_UB);
        world.sendRecv(new int[1], 1, MPI.INT, 1 - me, tag, new int[1], 1, MPI.INT, 1 - me, tag);
    }

    @Correct(says = "PROC_NULL as source and destination.")
    static void procNull(Intracomm world, int me) {
        world.send(new int[1], 1, MPI.INT, MPI.PROC_NULL, 0);
        Status status = world.recv(new int[1], 1, MPI.INT, MPI.PROC_NULL, MPI.ANY_TAG);
        Legal.expect(status.getSource() == MPI.PROC_NULL && status.getCount(MPI.INT) == 0);
    }

    @Correct(says = "Count 0 with null as buffer, in collectives.")
    static void nullForNothing(Intracomm world, int me) {
        world.bcast(null, 0, MPI.INT, 0);
    }

    @Correct(says = "A rank without colour has no communicator.")
    static void noColour(Intracomm world, int me) {
        Intracomm part = world.split(me == 0 ? MPI.UNDEFINED : 1, 0);
        if (me == 0) {
            Legal.expect(part == null || part.isNull());
        } else {
            part.free();
        }
    }

    @Correct(says = "An empty group, and a communicator of none.")
    static void emptyGroup(Intracomm world, int me) {
        Intracomm none = world.create(MPI.GROUP_EMPTY);
        Legal.expect(none == null || none.isNull());
    }

    @Correct(says = "An error that the program expects and handles.")
    static void handledError(Intracomm world, int me) {
        world.setErrhandler(MPI.ERRORS_RETURN);
        boolean hasFailed = false;
        try {
            world.send(new int[1], 1, MPI.INT, 9, 0);
        } catch (MPIException e) {
            hasFailed = e.getErrorClass() == MPI.ERR_RANK;
        }
        Legal.expect(hasFailed);
    }

    @Correct(says = "A vector type with negative stride.")
    static void negativeStride(Intracomm world, int me) {
        Datatype reverse = Datatype.createVector(4, 1, -1, MPI.INT);
        reverse.commit();
        reverse.free();
    }

    @Correct(says = "A communicator whose ranks are in reverse order.")
    static void reverseOrder(Intracomm world, int me) {
        Intracomm reverse = world.split(0, -me);
        Legal.expect(reverse.getRank() == 1 - me);
        reverse.free();
    }
}
