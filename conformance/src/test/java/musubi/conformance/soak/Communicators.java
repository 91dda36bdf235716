package musubi.conformance.soak;

import mpi.CartComm;
import mpi.Group;
import mpi.Intercomm;
import mpi.Intracomm;
import mpi.MPI;

import java.util.Arrays;

/** Communicators that exist for a round. */
final class Communicators {
    private static final int LEADER_TAG = 77;

    private Communicators() {}

    static void duplicate(Round round) {
        Intracomm copy = round.comm().dup();
        Collectives.allReduce(round.within(copy));
        copy.free();
    }

    static void split(Round round) {
        int parts = 1 + round.choose(3);
        int colour = round.rank() % parts;
        Intracomm part = round.comm().split(colour, -round.rank());
        Round within = round.within(part);
        if (round.flip()) {
            Collectives.allGather(within);
        } else {
            PointToPoint.shift(within);
        }
        part.free();
    }

    static void group(Round round) {
        int members = 1 + round.choose(round.size());
        int[] ranks = new int[members];
        Arrays.setAll(ranks, i -> round.size() - 1 - i);
        Group all = round.comm().getGroup();
        Group some = all.incl(ranks);
        Intracomm part = round.comm().create(some);
        Round within = round.rank() >= round.size() - members ? round.within(part) : null;
        if (within != null) {
            Collectives.bcast(within);
            part.free();
        }
        some.free();
        all.free();
    }

    /** A ring, with a collective among neighbours. */
    static void ring(Round round) {
        CartComm ring =
                round.comm().createCart(new int[] {round.size()}, new boolean[] {true}, false);
        int bytes = round.bytesOfPart();
        Payload own = Payload.anywhere(round, bytes).fill(round.key(round.rank()));
        Payload both = Payload.anywhere(round, 2 * bytes);
        ring.neighborAllGather(own.buffer(), bytes, MPI.BYTE, both.buffer(), bytes, MPI.BYTE);
        both.check(0, bytes, round.key((round.rank() + round.size() - 1) % round.size()));
        both.check(bytes, bytes, round.key((round.rank() + 1) % round.size()));
        ring.free();
    }

    /** Two halves, connected, and merged again. */
    static void halves(Round round) {
        if (round.size() < 2) {
            return;
        }
        int half = round.rank() % 2;
        Intracomm own = round.comm().split(half, round.rank());
        Intercomm between = round.comm().createIntercomm(own, 0, 1 - half, LEADER_TAG);
        int bytes = round.bytesOfPart();
        Payload out = Payload.anywhere(round, bytes).fill(round.key(round.rank()));
        Payload in = Payload.anywhere(round, bytes * between.getRemoteSize());
        between.allGather(out.buffer(), bytes, MPI.BYTE, in.buffer(), bytes, MPI.BYTE);
        for (int i = 0; i < between.getRemoteSize(); i++) {
            in.check(i * bytes, bytes, round.key(2 * i + 1 - half));
        }
        Intracomm merged = between.merge(half == 1);
        Collectives.allReduce(round.within(merged));
        merged.free();
        between.free();
        own.free();
    }
}
