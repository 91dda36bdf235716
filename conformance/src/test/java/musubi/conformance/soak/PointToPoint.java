package musubi.conformance.soak;

import mpi.MPI;
import mpi.Message;
import mpi.Prequest;
import mpi.Request;
import mpi.Status;

import musubi.conformance.Mode;

import java.util.ArrayList;
import java.util.List;

/** Messages between two ranks, in all modes. */
final class PointToPoint {
    private static final int GO_TAG = 900;
    private static final int MAX_TAG = 100;
    private static final int MAX_MESSAGES = 12;
    private static final int MAX_STARTS = 6;

    private PointToPoint() {}

    /** Ranks in pairs: the lower one sends first, with a blocking call of any mode. */
    static void pairs(Round round) {
        int mask = 1 + round.choose(Math.max(1, Integer.highestOneBit(round.size())));
        Mode mode = Mode.values()[round.choose(Mode.values().length)];
        int bytes = round.bytes();
        int tag = round.choose(MAX_TAG);
        int peer = round.rank() ^ mask;
        Payload out = Payload.anywhere(round, bytes);
        Payload in = Payload.anywhere(round, bytes);
        if (peer >= round.size()) {
            return;
        }
        out.fill(round.key(round.rank(), peer, 0));
        if (round.rank() < peer) {
            send(round, mode, out, peer, tag);
            receive(round, mode, in, peer, tag);
        } else {
            receive(round, mode, in, peer, tag);
            send(round, mode, out, peer, tag);
        }
        in.check(round.key(peer, round.rank(), 0));
    }

    private static void send(Round round, Mode mode, Payload out, int peer, int tag) {
        switch (mode) {
            case STANDARD -> round.comm().send(out.buffer(), out.bytes(), MPI.BYTE, peer, tag);
            case BUFFERED -> round.comm().bSend(out.buffer(), out.bytes(), MPI.BYTE, peer, tag);
            case SYNCHRONOUS -> round.comm().sSend(out.buffer(), out.bytes(), MPI.BYTE, peer, tag);
            case READY -> {
                round.comm().recv(new byte[1], 1, MPI.BYTE, peer, GO_TAG);
                round.comm().rSend(out.buffer(), out.bytes(), MPI.BYTE, peer, tag);
            }
        }
    }

    private static void receive(Round round, Mode mode, Payload in, int peer, int tag) {
        if (mode != Mode.READY) {
            round.comm().recv(in.buffer(), in.bytes(), MPI.BYTE, peer, tag);
            return;
        }
        Payload posted = Payload.inNativeMemory(in.bytes());
        Request request = round.comm().iRecv(posted.buffer(), in.bytes(), MPI.BYTE, peer, tag);
        round.comm().send(new byte[1], 1, MPI.BYTE, peer, GO_TAG);
        request.waitFor();
        in.buffer().put(0, posted.buffer(), 0, in.bytes());
    }

    /** Each rank sends to one and receives from one, perhaps itself, with non-blocking calls. */
    static void shift(Round round) {
        int distance = round.choose(round.size());
        int to = (round.rank() + distance) % round.size();
        int from = (round.rank() + round.size() - distance) % round.size();
        int messages = 1 + round.choose(MAX_MESSAGES);
        List<Payload> sent = new ArrayList<>();
        List<Payload> received = new ArrayList<>();
        Request[] requests = new Request[2 * messages];
        boolean receivesFirst = round.flip();
        for (int i = 0; i < messages; i++) {
            int bytes = round.bytes();
            sent.add(Payload.inNativeMemory(bytes).fill(round.key(round.rank(), to, i)));
            received.add(Payload.inNativeMemory(bytes));
        }
        int mode = round.choose(3);
        for (int step = 0; step < 2; step++) {
            for (int i = 0; i < messages; i++) {
                boolean receives = receivesFirst == (step == 0);
                requests[step * messages + i] =
                        receives
                                ? receive(round, received.get(i), from, i)
                                : send(round, mode, sent.get(i), to, i);
            }
        }
        await(round, requests);
        for (int i = 0; i < messages; i++) {
            received.get(i).check(round.key(from, round.rank(), i));
            sent.get(i).check(round.key(round.rank(), to, i));
        }
    }

    private static Request receive(Round round, Payload in, int from, int tag) {
        return round.comm().iRecv(in.buffer(), in.bytes(), MPI.BYTE, from, tag);
    }

    private static Request send(Round round, int mode, Payload out, int to, int tag) {
        return switch (mode) {
            case 0 -> round.comm().iSend(out.buffer(), out.bytes(), MPI.BYTE, to, tag);
            case 1 -> round.comm().isSend(out.buffer(), out.bytes(), MPI.BYTE, to, tag);
            default -> round.comm().ibSend(out.buffer(), out.bytes(), MPI.BYTE, to, tag);
        };
    }

    /** Completes requests in one of several ways. */
    static void await(Round round, Request[] requests) {
        switch (round.choose(5)) {
            case 0 -> Request.waitAll(requests);
            case 1 -> {
                for (Request request : requests) {
                    request.waitFor();
                }
            }
            case 2 -> {
                while (!Request.testAll(requests)) {
                    Thread.onSpinWait();
                }
            }
            case 3 -> {
                for (int left = requests.length; left > 0; left--) {
                    Request.waitAny(requests);
                }
            }
            default -> {
                for (int left = requests.length; left > 0; ) {
                    left -= Request.waitSome(requests).length;
                }
            }
        }
    }

    /** One rank receives from all others in the order of arrival, perhaps after a probe. */
    static void wildcards(Round round) {
        int root = round.choose(round.size());
        int messages = 1 + round.choose(MAX_MESSAGES);
        int how = round.choose(3);
        int[] bytes = new int[messages];
        for (int i = 0; i < messages; i++) {
            bytes[i] = round.bytesOfPart();
        }
        if (round.rank() != root) {
            for (int i = 0; i < messages; i++) {
                Payload out = Payload.alternating(i, bytes[i]);
                out.fill(round.key(round.rank(), root, i));
                round.comm().send(out.buffer(), out.bytes(), MPI.BYTE, root, i);
            }
        } else {
            int[] next = new int[round.size()];
            for (int left = messages * (round.size() - 1); left > 0; left--) {
                takeNext(round, how, bytes, next);
            }
        }
        // A later message of another round may not be received here.
        round.comm().barrier();
    }

    private static void takeNext(Round round, int how, int[] bytes, int[] next) {
        Status status;
        Payload in;
        if (how == 0) {
            in = Payload.inArray(bytes[largest(bytes)]);
            status =
                    round.comm()
                            .recv(in.buffer(), in.bytes(), MPI.BYTE, MPI.ANY_SOURCE, MPI.ANY_TAG);
        } else if (how == 1) {
            Status probed = round.comm().probe(MPI.ANY_SOURCE, MPI.ANY_TAG);
            in = Payload.alternating(probed.getTag(), probed.getCount(MPI.BYTE));
            status =
                    round.comm()
                            .recv(
                                    in.buffer(),
                                    in.bytes(),
                                    MPI.BYTE,
                                    probed.getSource(),
                                    probed.getTag());
        } else {
            Message message = new Message();
            Status probed = message.mProbe(MPI.ANY_SOURCE, MPI.ANY_TAG, round.comm());
            in = Payload.inNativeMemory(probed.getCount(MPI.BYTE));
            status = message.mRecv(in.buffer(), in.bytes(), MPI.BYTE);
        }
        int from = status.getSource();
        int tag = status.getTag();
        if (tag != next[from]++ || status.getCount(MPI.BYTE) != bytes[tag]) {
            throw new IllegalStateException(
                    "message=%d of rank=%d expected=%d bytes=%d expected=%d"
                            .formatted(
                                    tag,
                                    from,
                                    next[from] - 1,
                                    status.getCount(MPI.BYTE),
                                    bytes[tag]));
        }
        in.check(0, bytes[tag], round.key(from, round.rank(), tag));
    }

    private static int largest(int[] bytes) {
        int largest = 0;
        for (int i = 1; i < bytes.length; i++) {
            largest = bytes[i] > bytes[largest] ? i : largest;
        }
        return largest;
    }

    /** Persistent requests, started several times with other data. */
    static void persistent(Round round) {
        int distance = round.choose(round.size());
        int to = (round.rank() + distance) % round.size();
        int from = (round.rank() + round.size() - distance) % round.size();
        Payload out = Payload.inNativeMemory(round.bytes());
        Payload in = Payload.inNativeMemory(out.bytes());
        Prequest send =
                round.flip()
                        ? round.comm().sendInit(out.buffer(), out.bytes(), MPI.BYTE, to, 1)
                        : round.comm().sSendInit(out.buffer(), out.bytes(), MPI.BYTE, to, 1);
        Prequest receive = round.comm().recvInit(in.buffer(), in.bytes(), MPI.BYTE, from, 1);
        int starts = 1 + round.choose(MAX_STARTS);
        for (int i = 0; i < starts; i++) {
            out.fill(round.key(round.rank(), to, i));
            Prequest[] both = {receive, send};
            Prequest.startAll(both);
            Request.waitAll(both);
            in.check(round.key(from, round.rank(), i));
        }
        send.free();
        receive.free();
    }

    /** Sends and receives in one call, in two buffers or in one. */
    static void exchange(Round round) {
        int distance = round.choose(round.size());
        int to = (round.rank() + distance) % round.size();
        int from = (round.rank() + round.size() - distance) % round.size();
        int bytes = round.bytes();
        Payload out = Payload.anywhere(round, bytes).fill(round.key(round.rank(), to, 0));
        if (round.flip()) {
            round.comm().sendRecvReplace(out.buffer(), bytes, MPI.BYTE, to, 1, from, 1);
            out.check(round.key(from, round.rank(), 0));
        } else {
            Payload in = Payload.anywhere(round, bytes);
            round.comm()
                    .sendRecv(
                            out.buffer(),
                            bytes,
                            MPI.BYTE,
                            to,
                            1,
                            in.buffer(),
                            bytes,
                            MPI.BYTE,
                            from,
                            1);
            in.check(round.key(from, round.rank(), 0));
        }
    }
}
