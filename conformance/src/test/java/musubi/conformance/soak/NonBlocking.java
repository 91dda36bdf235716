package musubi.conformance.soak;

import mpi.MPI;
import mpi.Request;

import java.nio.IntBuffer;
import java.util.ArrayList;
import java.util.List;

/** Several non-blocking collectives at a time, with messages between them. */
final class NonBlocking {
    private static final int MAX_OUTSTANDING = 6;

    private NonBlocking() {}

    /** A collective in progress, and the check of its result. */
    private record Started(Request request, Runnable check) {}

    static void several(Round round) {
        int outstanding = 1 + round.choose(MAX_OUTSTANDING);
        List<Started> started = new ArrayList<>();
        for (int i = 0; i < outstanding; i++) {
            Round own = round.within(round.comm());
            started.add(start(own));
        }
        if (round.flip()) {
            PointToPoint.exchange(round);
        }
        Request[] requests = started.stream().map(Started::request).toArray(Request[]::new);
        PointToPoint.await(round, requests);
        started.forEach(one -> one.check.run());
    }

    private static Started start(Round round) {
        return switch (round.choose(5)) {
            case 0 -> new Started(round.comm().iBarrier(), () -> {});
            case 1 -> bcast(round);
            case 2 -> allReduce(round);
            case 3 -> allGather(round);
            default -> allToAll(round);
        };
    }

    private static Started bcast(Round round) {
        int root = round.choose(round.size());
        Payload data = Payload.inNativeMemory(round.bytes());
        if (round.rank() == root) {
            data.fill(round.key(root));
        }
        Request request = round.comm().iBcast(data.buffer(), data.bytes(), MPI.BYTE, root);
        return new Started(request, () -> data.check(round.key(root)));
    }

    private static Started allReduce(Round round) {
        int count = round.bytes() / Integer.BYTES;
        IntBuffer own = Numbers.of(round, round.rank(), count);
        IntBuffer sum = MPI.newIntBuffer(count);
        Request request = round.comm().iAllReduce(own, sum, count, MPI.INT, MPI.SUM);
        return new Started(request, () -> Numbers.check(round, round.size(), 0, sum));
    }

    private static Started allGather(Round round) {
        int bytes = round.bytesOfPart();
        Payload own = Payload.inNativeMemory(bytes).fill(round.key(round.rank()));
        Payload all = Payload.inNativeMemory(bytes * round.size());
        Request request =
                round.comm()
                        .iAllGather(own.buffer(), bytes, MPI.BYTE, all.buffer(), bytes, MPI.BYTE);
        return new Started(request, () -> Collectives.checkParts(round, all, bytes));
    }

    private static Started allToAll(Round round) {
        int bytes = round.bytesOfPart();
        Payload out = Payload.inNativeMemory(bytes * round.size());
        Payload in = Payload.inNativeMemory(bytes * round.size());
        for (int to = 0; to < round.size(); to++) {
            out.fill(to * bytes, bytes, round.key(round.rank(), to, 0));
        }
        Request request =
                round.comm().iAllToAll(out.buffer(), bytes, MPI.BYTE, in.buffer(), bytes, MPI.BYTE);
        return new Started(
                request,
                () -> {
                    for (int from = 0; from < round.size(); from++) {
                        in.check(from * bytes, bytes, round.key(from, round.rank(), 0));
                    }
                });
    }
}
