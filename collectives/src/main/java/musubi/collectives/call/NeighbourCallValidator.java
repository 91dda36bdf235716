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
 * Checks the arguments of a neighbourhood collective before any communication, and derives its
 * shape. MPI-4.1 section 8.6.
 *
 * <p>Each side keeps its own type, because no data pass from one to the other within a rank;
 * arriving messages are checked against it. One object for each communicator and rank.
 */
public final class NeighbourCallValidator {
    private final BoundsCheck bounds = new BoundsCheck();
    private Shape shape;

    public NeighbourCallValidator() {}

    /**
     * Checks a call and sets its shape.
     *
     * @return a type of empty messages
     * @throws MpiFailure of class TOPOLOGY, COUNT, TYPE, BUFFER or ARG
     */
    public MpiType validate(CollectiveCall call, CollectiveContext comm, Shape newShape) {
        shape = newShape.reset(call.kind, comm.rank(), comm.size());
        Neighbours neighbours = comm.neighbours();
        shape.neighbours = neighbours;
        boolean isVector =
                call.kind != CollectiveKind.NEIGHBOR_ALLGATHER
                        && call.kind != CollectiveKind.NEIGHBOR_ALLTOALL;
        if (isVector) {
            checkVector("receive", call.receive, neighbours.inDegree());
            shape.receiveCounts = call.receive.counts;
            shape.receiveAt = call.receive.displacements;
        } else {
            checkPlain("receive", call.receive);
            shape.count = call.receive.count;
        }
        if (isVector && !call.kind.sendsOneBlock()) {
            checkVector("send", call.send, neighbours.outDegree());
            shape.sendCounts = call.send.counts;
            shape.sendAt = call.send.displacements;
        } else {
            checkPlain("send", call.send);
            shape.sendCount = call.send.count;
        }
        checkBounds(call, neighbours);
        return MpiType.BYTE;
    }

    private void checkPlain(String label, CollectiveBuffer side) {
        checkCount(label, side.count);
        checkType(label, side.type);
        shape.itemBytes = (int) side.type.extentBytes();
    }

    private void checkVector(String label, CollectiveBuffer side, int degree) {
        checkLength(label, "counts", side.counts == null ? -1 : side.counts.length(), degree);
        int places = side.displacements == null ? -1 : side.displacements.length();
        checkLength(label, "displacements", places, degree);
        for (int block = 0; block < degree; block++) {
            checkCount(label, side.counts.at(block));
        }
        if (!shape.hasTypes()) {
            checkType(label, side.type);
            return;
        }
        checkLength(label, "types", side.types == null ? -1 : side.types.length, degree);
        for (int block = 0; block < degree; block++) {
            checkType(label, side.types[block]);
        }
    }

    private void checkCount(String label, long count) {
        if (count < 0) {
            throw new MpiFailure(ErrorClass.COUNT, "count must not be negative")
                    .with("kind", shape.kind, "side", label, "count", count);
        }
    }

    private void checkType(String label, MpiType type) {
        if (type == null) {
            throw new MpiFailure(ErrorClass.TYPE, "the datatype is null")
                    .with("kind", shape.kind, "side", label);
        }
    }

    private void checkLength(String label, String what, int length, int degree) {
        if (length < degree) {
            throw new MpiFailure(ErrorClass.ARG, "too few " + what)
                    .with("kind", shape.kind, "side", label, "blocks", degree)
                    .with("length", length < 0 ? "none" : length);
        }
    }

    private void checkBounds(CollectiveCall call, Neighbours neighbours) {
        for (int block = 0; block < neighbours.inDegree(); block++) {
            if (neighbours.source(block) != MessageAddress.PROC_NULL) {
                checkBlock(call.receive, block, true);
            }
        }
        for (int block = 0; block < neighbours.outDegree(); block++) {
            if (neighbours.destination(block) != MessageAddress.PROC_NULL) {
                checkBlock(call.send, call.kind.sendsOneBlock() ? 0 : block, false);
            }
        }
    }

    private void checkBlock(CollectiveBuffer side, int block, boolean written) {
        MpiType type = side.types == null ? side.type : side.types[block];
        if (side.counts == null) {
            bounds.checkBlock(
                    side, type, CheckedMath.product(side.count, block), side.count, written);
        } else {
            long at = side.displacements.at(block);
            bounds.checkBlock(side, type, at, side.counts.at(block), written);
        }
    }
}
