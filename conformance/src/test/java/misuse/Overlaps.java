package misuse;

import mpi.CartComm;
import mpi.Datatype;
import mpi.Intracomm;
import mpi.MPI;

import musubi.conformance.corpus.Correct;
import musubi.conformance.corpus.Erroneous;
import musubi.conformance.corpus.Kind;

import java.nio.ByteBuffer;

/** Send and receive buffers of one call, or items of one type, that overlap. */
@Kind("overlapping buffers")
final class Overlaps {
    private static final String NOTED = "sends from memory into which it receives";

    private Overlaps() {}

    @Erroneous(
            says = "Sendrecv with overlapping parts of one array.",
            found = {"note: ", NOTED, "Overlaps.sendrecv("},
            checked = {"ERR_BUFFER", NOTED, "Overlaps.sendrecv("})
    static void sendrecv(Intracomm world, int me) {
        int[] data = new int[4];
        world.Sendrecv(data, 0, 2, MPI.INT, 1 - me, 0, data, 1, 2, MPI.INT, 1 - me, 0);
    }

    @Erroneous(
            says = "Sendrecv into the array that it sends.",
            found = {"note: ", NOTED, "Overlaps.sendrecvSameArray("},
            checked = {"ERR_BUFFER", NOTED, "Overlaps.sendrecvSameArray("})
    static void sendrecvSameArray(Intracomm world, int me) {
        int[] data = new int[4];
        world.sendRecv(data, 4, MPI.INT, 1 - me, 0, data, 4, MPI.INT, 1 - me, 0);
    }

    @Erroneous(
            says = "Allreduce with the same array as send and receive buffer.",
            found = {"note: ", NOTED, "Overlaps.allReduce("},
            checked = {"ERR_BUFFER", NOTED, "Overlaps.allReduce("})
    static void allReduce(Intracomm world, int me) {
        int[] data = {1};
        world.allReduce(data, data, 1, MPI.INT, MPI.SUM);
    }

    @Erroneous(
            says = "Allreduce with overlapping parts of an array.",
            found = {"note: ", NOTED, "Overlaps.allReduceParts("},
            checked = {"ERR_BUFFER", NOTED, "Overlaps.allReduceParts("})
    static void allReduceParts(Intracomm world, int me) {
        int[] data = new int[6];
        world.Allreduce(data, 0, data, 2, 4, MPI.INT, MPI.SUM);
    }

    @Erroneous(
            says = "A gather whose root sends from its receive buffer.",
            found = {"note: ", NOTED, "Overlaps.gather("},
            checked = {"ERR_BUFFER", NOTED, "Overlaps.gather("})
    static void gather(Intracomm world, int me) {
        int[] data = new int[2];
        world.gather(data, 1, MPI.INT, me == 0 ? data : new int[2], 1, MPI.INT, 0);
    }

    @Erroneous(
            says = "An allgather from a part of its receive buffer.",
            found = {"note: ", NOTED, "Overlaps.allGather("},
            checked = {"ERR_BUFFER", NOTED, "Overlaps.allGather("})
    static void allGather(Intracomm world, int me) {
        int[] data = new int[2];
        world.Allgather(data, me, 1, MPI.INT, data, 0, 1, MPI.INT);
    }

    @Erroneous(
            says = "An alltoall within one array.",
            found = {"note: ", NOTED, "Overlaps.allToAll("},
            checked = {"ERR_BUFFER", NOTED, "Overlaps.allToAll("})
    static void allToAll(Intracomm world, int me) {
        int[] data = new int[2];
        world.allToAll(data, 1, MPI.INT, data, 1, MPI.INT);
    }

    @Erroneous(
            says = "A scan with one array.",
            found = {"note: ", NOTED, "Overlaps.scan("},
            checked = {"ERR_BUFFER", NOTED, "Overlaps.scan("})
    static void scan(Intracomm world, int me) {
        int[] data = {me};
        world.scan(data, data, 1, MPI.INT, MPI.SUM);
    }

    @Erroneous(
            says = "A scatter whose root receives into its send buffer.",
            found = {"note: ", NOTED, "Overlaps.scatter("},
            checked = {"ERR_BUFFER", NOTED, "Overlaps.scatter("})
    static void scatter(Intracomm world, int me) {
        int[] data = new int[4];
        world.Scatter(data, 0, 2, MPI.INT, data, 1, 2, MPI.INT, 0);
    }

    @Erroneous(
            says = "An alltoallv within one array.",
            found = {"note: ", NOTED, "Overlaps.allToAllv("},
            checked = {"ERR_BUFFER", NOTED, "Overlaps.allToAllv("})
    static void allToAllv(Intracomm world, int me) {
        int[] data = new int[2];
        int[] one = {1, 1};
        int[] at = {0, 1};
        world.allToAllv(data, one, at, MPI.INT, data, one, at, MPI.INT);
    }

    @Erroneous(
            says = "Displacements of gatherv let two ranks' blocks overlap.",
            found = {"note: ", "have bytes in common", "Overlaps.blocksOfGatherv("},
            checked = {"two blocks of a receive buffer", "Overlaps.blocksOfGatherv("})
    static void blocksOfGatherv(Intracomm world, int me) {
        world.gatherv(
                new int[2], 2, MPI.INT, new int[4], new int[] {2, 2}, new int[] {0, 1}, MPI.INT, 0);
    }

    @Erroneous(
            says = "Displacements of allgatherv let two ranks' blocks overlap.",
            found = {"note: ", "have bytes in common", "Overlaps.blocksOfAllGatherv("},
            checked = {"two blocks of a receive buffer", "Allgatherv("})
    static void blocksOfAllGatherv(Intracomm world, int me) {
        world.Allgatherv(
                new int[2],
                0,
                2,
                MPI.INT,
                new int[4],
                0,
                new int[] {2, 2},
                new int[] {0, 1},
                MPI.INT);
    }

    @Erroneous(
            says = "Displacements of alltoallw let two received blocks overlap.",
            found = {"note: ", "have bytes in common", "Overlaps.blocksOfAllToAllw("},
            checked = {"two blocks of a receive buffer", "Overlaps.blocksOfAllToAllw("})
    static void blocksOfAllToAllw(Intracomm world, int me) {
        Datatype[] types = {MPI.INT, MPI.INT};
        int[] one = {1, 1};
        world.allToAllw(
                new int[2], one, new int[] {0, 4}, types, new int[2], one, new int[] {0, 0}, types);
    }

    @Erroneous(
            says = "A receive type has items that overlap.",
            found = {"note: ", "names bytes twice", "Overlaps.overlappingItems("},
            checked = {"the type of a receive names bytes twice", "Overlaps.overlappingItems("})
    static void overlappingItems(Intracomm world, int me) {
        Datatype type = Datatype.createIndexed(new int[] {2, 2}, new int[] {0, 1}, MPI.INT);
        type.commit();
        if (me == 0) {
            world.send(new int[4], 4, MPI.INT, 1, 0);
        } else {
            world.recv(new int[4], 1, type, 0, 0);
        }
        type.free();
    }

    @Erroneous(
            says = "Sendrecv of two vector types with common items.",
            found = {"note: ", NOTED, "Overlaps.vectors("},
            checked = {"ERR_BUFFER", NOTED, "Overlaps.vectors("})
    static void vectors(Intracomm world, int me) {
        int[] data = new int[8];
        Datatype column = Datatype.createVector(4, 1, 2, MPI.INT);
        column.commit();
        world.sendRecv(data, 1, column, 1 - me, 0, data, 1, column, 1 - me, 0);
        column.free();
    }

    @Erroneous(
            says = "Sendrecv of a struct type and of ints that it contains.",
            checked = {"ERR_BUFFER", NOTED, "Overlaps.structAndInts("})
    static void structAndInts(Intracomm world, int me) {
        byte[] data = new byte[32];
        Datatype pair =
                Datatype.createStruct(
                        new int[] {1, 1}, new int[] {0, 16}, new Datatype[] {MPI.INT, MPI.INT});
        pair.commit();
        ByteBuffer memory = ByteBuffer.wrap(data);
        world.sendRecv(memory, 1, pair, 1 - me, 0, MPI.slice(memory, 16), 2, MPI.INT, 1 - me, 0);
        pair.free();
    }

    @Erroneous(
            says = "A neighbour exchange within one array.",
            found = {"note: ", NOTED, "Overlaps.neighbours("},
            checked = {"ERR_BUFFER", NOTED, "Overlaps.neighbours("})
    static void neighbours(Intracomm world, int me) {
        CartComm ring = world.createCart(new int[] {2}, new boolean[] {true}, false);
        int[] data = new int[2];
        ring.neighborAllToAll(data, 1, MPI.INT, data, 1, MPI.INT);
        ring.free();
    }

    @Correct(says = "Sendrecv with adjacent parts of one array.")
    static void adjacent(Intracomm world, int me) {
        int[] data = new int[4];
        world.Sendrecv(data, 0, 2, MPI.INT, 1 - me, 0, data, 2, 2, MPI.INT, 1 - me, 0);
    }

    @Correct(says = "Reduction in place.")
    static void inPlace(Intracomm world, int me) {
        int[] data = {1};
        world.allReduce(data, 1, MPI.INT, MPI.SUM);
        Legal.expect(data[0] == 2);
    }

    @Correct(says = "Send blocks of scatterv overlap.")
    static void sentBlocksOverlap(Intracomm world, int me) {
        world.scatterv(
                new int[3], new int[] {2, 2}, new int[] {0, 1}, MPI.INT, new int[2], 2, MPI.INT, 0);
    }

    @Correct(says = "Send blocks of alltoallv are all the same one.")
    static void sameBlockToAll(Intracomm world, int me) {
        int[] one = {1, 1};
        world.allToAllv(
                new int[1],
                one,
                new int[] {0, 0},
                MPI.INT,
                new int[2],
                one,
                new int[] {0, 1},
                MPI.INT);
    }

    @Correct(says = "Received blocks of gatherv in reverse order, with gaps.")
    static void reverseBlocks(Intracomm world, int me) {
        world.gatherv(
                new int[2], 2, MPI.INT, new int[6], new int[] {2, 2}, new int[] {4, 0}, MPI.INT, 0);
    }

    @Correct(says = "Sendrecv of odd and even columns of one array.")
    static void oddAndEven(Intracomm world, int me) {
        int[] data = new int[8];
        Datatype column = Datatype.createVector(4, 1, 2, MPI.INT);
        column.commit();
        world.sendRecv(data, 1, column, 1 - me, 0, MPI.slice(data, 1), 1, column, 1 - me, 0);
        column.free();
    }

    @Correct(says = "A send type whose items overlap.")
    static void sentItemsOverlap(Intracomm world, int me) {
        Datatype type = Datatype.createIndexed(new int[] {2, 2}, new int[] {0, 1}, MPI.INT);
        type.commit();
        if (me == 0) {
            world.send(new int[4], 1, type, 1, 0);
        } else {
            world.recv(new int[4], 4, MPI.INT, 0, 0);
        }
        type.free();
    }

    @Correct(says = "A block of count 0 at the place of another one.")
    static void emptyBlock(Intracomm world, int me) {
        world.gatherv(
                new int[2],
                me == 0 ? 2 : 0,
                MPI.INT,
                new int[2],
                new int[] {2, 0},
                new int[] {0, 1},
                MPI.INT,
                0);
    }

    @Correct(says = "Sendrecv_replace.")
    static void replace(Intracomm world, int me) {
        int[] data = {me};
        world.Sendrecv_replace(data, 0, 1, MPI.INT, 1 - me, 0, 1 - me, 0);
        Legal.expect(data[0] == 1 - me);
    }
}
