package musubi.conformance.soak;

import mpi.MPI;

import java.nio.IntBuffer;

/** Blocking collectives. */
final class Collectives {
    private Collectives() {}

    static void bcast(Round round) {
        int root = round.choose(round.size());
        Payload data = Payload.anywhere(round, round.bytes());
        if (round.rank() == root) {
            data.fill(round.key(root));
        }
        round.comm().bcast(data.buffer(), data.bytes(), MPI.BYTE, root);
        data.check(round.key(root));
    }

    static void gather(Round round) {
        int root = round.choose(round.size());
        int bytes = round.bytesOfPart();
        Payload own = Payload.anywhere(round, bytes).fill(round.key(round.rank()));
        Payload all = Payload.anywhere(round, bytes * round.size());
        round.comm().gather(own.buffer(), bytes, MPI.BYTE, all.buffer(), bytes, MPI.BYTE, root);
        if (round.rank() == root) {
            checkParts(round, all, bytes);
        }
    }

    static void scatter(Round round) {
        int root = round.choose(round.size());
        int bytes = round.bytesOfPart();
        Payload all = Payload.anywhere(round, bytes * round.size());
        if (round.rank() == root) {
            for (int to = 0; to < round.size(); to++) {
                all.fill(to * bytes, bytes, round.key(root, to, 0));
            }
        }
        Payload own = Payload.anywhere(round, bytes);
        round.comm().scatter(all.buffer(), bytes, MPI.BYTE, own.buffer(), bytes, MPI.BYTE, root);
        own.check(round.key(root, round.rank(), 0));
    }

    static void allGather(Round round) {
        int bytes = round.bytesOfPart();
        Payload all = Payload.anywhere(round, bytes * round.size());
        if (round.flip()) {
            all.fill(round.rank() * bytes, bytes, round.key(round.rank()));
            round.comm().allGather(all.buffer(), bytes, MPI.BYTE);
        } else {
            Payload own = Payload.anywhere(round, bytes).fill(round.key(round.rank()));
            round.comm().allGather(own.buffer(), bytes, MPI.BYTE, all.buffer(), bytes, MPI.BYTE);
        }
        checkParts(round, all, bytes);
    }

    static void checkParts(Round round, Payload all, int bytes) {
        for (int from = 0; from < round.size(); from++) {
            all.check(from * bytes, bytes, round.key(from));
        }
    }

    /** Parts of different lengths, with gaps. */
    static void allGatherv(Round round) {
        int[] bytes = new int[round.size()];
        int[] starts = new int[round.size()];
        int end = 0;
        for (int from = 0; from < round.size(); from++) {
            bytes[from] = round.bytesOfPart();
            starts[from] = end + round.choose(8);
            end = starts[from] + bytes[from];
        }
        int own = bytes[round.rank()];
        Payload out = Payload.anywhere(round, own).fill(round.key(round.rank()));
        Payload all = Payload.anywhere(round, end);
        round.comm().allGatherv(out.buffer(), own, MPI.BYTE, all.buffer(), bytes, starts, MPI.BYTE);
        for (int from = 0; from < round.size(); from++) {
            all.check(starts[from], bytes[from], round.key(from));
        }
    }

    static void allToAll(Round round) {
        int bytes = round.bytesOfPart();
        Payload out = Payload.anywhere(round, bytes * round.size());
        Payload in = Payload.anywhere(round, bytes * round.size());
        for (int to = 0; to < round.size(); to++) {
            out.fill(to * bytes, bytes, round.key(round.rank(), to, 0));
        }
        round.comm().allToAll(out.buffer(), bytes, MPI.BYTE, in.buffer(), bytes, MPI.BYTE);
        for (int from = 0; from < round.size(); from++) {
            in.check(from * bytes, bytes, round.key(from, round.rank(), 0));
        }
    }

    /** Each rank sends another number of bytes to each. */
    static void allToAllv(Round round) {
        int size = round.size();
        int[][] bytes = new int[size][size];
        for (int[] row : bytes) {
            for (int to = 0; to < size; to++) {
                row[to] = round.bytesOfPart() / 2;
            }
        }
        int[] sent = bytes[round.rank()];
        int[] received = new int[size];
        for (int from = 0; from < size; from++) {
            received[from] = bytes[from][round.rank()];
        }
        int[] sentAt = starts(sent);
        int[] receivedAt = starts(received);
        Payload out = Payload.anywhere(round, sentAt[size - 1] + sent[size - 1]);
        Payload in = Payload.anywhere(round, receivedAt[size - 1] + received[size - 1]);
        for (int to = 0; to < size; to++) {
            out.fill(sentAt[to], sent[to], round.key(round.rank(), to, 0));
        }
        round.comm()
                .allToAllv(
                        out.buffer(),
                        sent,
                        sentAt,
                        MPI.BYTE,
                        in.buffer(),
                        received,
                        receivedAt,
                        MPI.BYTE);
        for (int from = 0; from < size; from++) {
            in.check(receivedAt[from], received[from], round.key(from, round.rank(), 0));
        }
    }

    private static int[] starts(int[] lengths) {
        int[] starts = new int[lengths.length];
        for (int i = 1; i < starts.length; i++) {
            starts[i] = starts[i - 1] + lengths[i - 1];
        }
        return starts;
    }

    static void reduce(Round round) {
        int root = round.choose(round.size());
        int count = round.bytes() / Integer.BYTES;
        int[] result = new int[count];
        int[] own = Numbers.array(round, round.rank(), count);
        round.comm().reduce(own, result, count, MPI.INT, MPI.SUM, root);
        if (round.rank() == root) {
            Numbers.check(round, round.size(), result);
        }
    }

    static void allReduce(Round round) {
        int count = round.bytes() / Integer.BYTES;
        int[] own = Numbers.array(round, round.rank(), count);
        if (round.flip()) {
            round.comm().allReduce(own, count, MPI.INT, MPI.SUM);
            Numbers.check(round, round.size(), own);
        } else {
            int[] result = new int[count];
            round.comm().allReduce(own, result, count, MPI.INT, MPI.SUM);
            Numbers.check(round, round.size(), result);
        }
    }

    static void scan(Round round) {
        int count = round.bytesOfPart() / Integer.BYTES;
        int[] own = Numbers.array(round, round.rank(), count);
        int[] result = new int[count];
        if (round.flip()) {
            round.comm().scan(own, result, count, MPI.INT, MPI.SUM);
            Numbers.check(round, round.rank() + 1, result);
        } else {
            round.comm().exScan(own, result, count, MPI.INT, MPI.SUM);
            // The result of the first rank is undefined.
            if (round.rank() > 0) {
                Numbers.check(round, round.rank(), result);
            }
        }
    }

    static void reduceScatter(Round round) {
        int block = round.bytesOfPart() / Integer.BYTES;
        int[] own = Numbers.array(round, round.rank(), block * round.size());
        int[] result = new int[block];
        round.comm().reduceScatterBlock(own, result, block, MPI.INT, MPI.SUM);
        Numbers.check(round, round.size(), round.rank() * block, IntBuffer.wrap(result));
    }
}
