package musubi.collectives.call;

import musubi.coll.CollectiveBuffer;
import musubi.coll.CollectiveCall;
import musubi.coll.CollectiveContext;
import musubi.coll.CollectiveKind;
import musubi.collectives.schedule.Shape;
import musubi.error.ErrorClass;
import musubi.error.MpiFailure;
import musubi.group.MessageAddress;
import musubi.topo.Neighbours;
import musubi.type.CheckedMath;
import musubi.type.MpiType;

/**
 * Checks the arguments of a neighbourhood collective, before any communication, and takes its
 * shape. MPI-4.1 section 8.6.
 *
 * <p>Each side keeps its own type, because no data go from one to the other within a rank; whether
 * they fit what the neighbours send is seen when messages arrive. One per communicator and rank.
 */
public final class NeighbourCallValidator {
    private final BoundsCheck room = new BoundsCheck();
    private Shape shape;

    public NeighbourCallValidator() {}

    /**
     * Reads a call into a shape.
     *
     * @return a type for messages without items
     * @throws MpiFailure of class TOPOLOGY, COUNT, TYPE, BUFFER or ARG
     */
    public MpiType validate(CollectiveCall call, CollectiveContext comm, Shape newShape) {
        shape = newShape.reset(call.kind, comm.rank(), comm.size());
        Neighbours neighbours = comm.neighbours();
        shape.neighbours = neighbours;
        boolean sendsOneBlock =
                call.kind == CollectiveKind.NEIGHBOR_ALLGATHER
                        || call.kind == CollectiveKind.NEIGHBOR_ALLGATHERV;
        boolean isVector =
                call.kind != CollectiveKind.NEIGHBOR_ALLGATHER
                        && call.kind != CollectiveKind.NEIGHBOR_ALLTOALL;
        if (isVector) {
            checkVector("receives", call.receive, neighbours.inDegree());
            shape.receiveCounts = call.receive.counts;
            shape.receiveAt = call.receive.displacements;
        } else {
            checkPlain("receives", call.receive);
            shape.count = call.receive.count;
        }
        if (isVector && !sendsOneBlock) {
            checkVector("sends", call.send, neighbours.outDegree());
            shape.sendCounts = call.send.counts;
            shape.sendAt = call.send.displacements;
        } else {
            checkPlain("sends", call.send);
            shape.sendCount = call.send.count;
        }
        checkRoom(call, neighbours, sendsOneBlock);
        return MpiType.BYTE;
    }

    private void checkPlain(String does, CollectiveBuffer side) {
        checkCount(does, side.count);
        checkType(does, side.type);
        shape.itemBytes = (int) side.type.extentBytes();
    }

    private void checkVector(String does, CollectiveBuffer side, int degree) {
        checkLength(does, "counts", side.counts == null ? -1 : side.counts.length(), degree);
        int places = side.displacements == null ? -1 : side.displacements.length();
        checkLength(does, "displacements", places, degree);
        for (int block = 0; block < degree; block++) {
            checkCount(does, side.counts.at(block));
        }
        if (!shape.hasTypes()) {
            checkType(does, side.type);
            return;
        }
        checkLength(does, "types", side.types == null ? -1 : side.types.length, degree);
        for (int block = 0; block < degree; block++) {
            checkType(does, side.types[block]);
        }
    }

    private void checkCount(String does, long count) {
        if (count < 0) {
            throw new MpiFailure(
                    ErrorClass.COUNT,
                    "count must not be negative: kind="
                            + shape.kind
                            + " "
                            + does
                            + " count="
                            + count);
        }
    }

    private void checkType(String does, MpiType type) {
        if (type == null) {
            throw new MpiFailure(
                    ErrorClass.TYPE,
                    "the datatype is null: kind=" + shape.kind + " " + does + " nothing else");
        }
    }

    private void checkLength(String does, String what, int length, int degree) {
        if (length < degree) {
            throw new MpiFailure(
                    ErrorClass.ARG,
                    "too few "
                            + what
                            + ": kind="
                            + shape.kind
                            + " "
                            + does
                            + " blocks="
                            + degree
                            + " length="
                            + (length < 0 ? "none" : length));
        }
    }

    private void checkRoom(CollectiveCall call, Neighbours neighbours, boolean sendsOneBlock) {
        for (int block = 0; block < neighbours.inDegree(); block++) {
            if (neighbours.source(block) != MessageAddress.PROC_NULL) {
                checkBlock(call.receive, block, true);
            }
        }
        for (int block = 0; block < neighbours.outDegree(); block++) {
            if (neighbours.destination(block) != MessageAddress.PROC_NULL) {
                checkBlock(call.send, sendsOneBlock ? 0 : block, false);
            }
        }
    }

    private void checkBlock(CollectiveBuffer side, int block, boolean written) {
        MpiType type = side.types == null ? side.type : side.types[block];
        if (side.counts == null) {
            room.checkBlock(
                    side, type, CheckedMath.product(side.count, block), side.count, written);
        } else {
            long at = side.displacements.at(block);
            room.checkBlock(side, type, at, side.counts.at(block), written);
        }
    }
}
