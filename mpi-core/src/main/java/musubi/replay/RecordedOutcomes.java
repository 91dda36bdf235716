package musubi.replay;

import musubi.error.ErrorClass;
import musubi.error.MpiFailure;
import musubi.group.CommContext;
import musubi.progress.WaitDependencies;
import musubi.progress.Waitable;
import musubi.pt2pt.PointToPoint;
import musubi.pt2pt.SendRequest;
import musubi.pt2pt.matching.UnexpectedMessage;
import musubi.pt2pt.request.CommRequest;
import musubi.replay.journal.Match;
import musubi.replay.journal.MatchLog;
import musubi.replay.journal.NondeterministicCall;
import musubi.replay.journal.ThreadStreams;

import java.util.function.BooleanSupplier;
import java.util.function.IntConsumer;
import java.util.function.Supplier;

/**
 * The outcomes of calls that depend on time: as recorded in the journal, or as they are, and then
 * recorded. A request that was complete is awaited; one that was not is reported as incomplete
 * without a look. Thread rule: the thread that holds the rank.
 */
public final class RecordedOutcomes {
    private static final int[] YES = {};

    /** Where the words of a probed message have the number of its objects. */
    private static final int OBJECTS_AT = 8;

    private final PointToPoint pt2pt;
    private final MatchLog log;
    private final ThreadStreams streams;
    private final JournaledMatching matching;

    RecordedOutcomes(
            PointToPoint pt2pt, MatchLog log, ThreadStreams streams, JournaledMatching matching) {
        this.pt2pt = pt2pt;
        this.log = log;
        this.streams = streams;
        this.matching = matching;
    }

    /**
     * Whether something is complete.
     *
     * @param now looks
     * @param await waits until it is
     */
    public boolean isComplete(NondeterministicCall call, BooleanSupplier now, Runnable await) {
        int[] recorded = recordedOutcome(call);
        if (recorded == MatchLog.NOT_RECORDED) {
            boolean yes = now.getAsBoolean();
            log.recordOutcome(streams.currentStream(), call, yes ? YES : null);
            return yes;
        }
        if (recorded == null) {
            pt2pt.progress().poll();
            return false;
        }
        await.run();
        return true;
    }

    /**
     * Which of several are complete, by their places; null when none is.
     *
     * @param now looks
     * @param await waits until the one at a place is; fails when there is none
     */
    public int[] complete(NondeterministicCall call, Supplier<int[]> now, IntConsumer await) {
        int[] recorded = recordedOutcome(call);
        if (recorded == MatchLog.NOT_RECORDED) {
            int[] places = now.get();
            log.recordOutcome(streams.currentStream(), call, places);
            return places;
        }
        if (recorded == null) {
            pt2pt.progress().poll();
            return null;
        }
        for (int place : recorded) {
            await.accept(place);
        }
        return recorded;
    }

    /** The recorded outcome; a rank alone waits for ever behind the last one. */
    private int[] recordedOutcome(NondeterministicCall call) {
        int[] recorded = log.recordedOutcome(streams.currentStream(), call);
        if (recorded == MatchLog.NOT_RECORDED && log.isSingleRank()) {
            pt2pt.progress().await(new Unanswered(call));
        }
        return recorded;
    }

    /** Fails because a journal names a request that is not there. */
    public void noRequest(int place, int requests) {
        throw log.diverged(
                "the request at place=" + place + " is complete",
                "there is none among requests=" + requests);
    }

    /**
     * Fails if a rank alone cancels a send: journals do not record whether that came in time.
     *
     * @throws MpiFailure of class UNSUPPORTED_OPERATION
     */
    public void checkCancel(CommRequest request) {
        if (log.isSingleRank() && request instanceof SendRequest) {
            throw new MpiFailure(
                    ErrorClass.UNSUPPORTED_OPERATION,
                    "whether the cancellation of a send came in time is not in the journal: "
                            + request.describe()
                            + "; replay all ranks, without --rank");
        }
    }

    /** As {@link PointToPoint#probe(CommContext, int, int, boolean)}. */
    public UnexpectedMessage probe(CommContext comm, int source, int tag, boolean wait) {
        NondeterministicCall call =
                wait ? NondeterministicCall.PROBE : NondeterministicCall.TEST_MESSAGE;
        int[] recorded = recordedOutcome(call);
        if (recorded == MatchLog.NOT_RECORDED) {
            UnexpectedMessage message = pt2pt.probe(comm, source, tag, wait);
            log.recordOutcome(
                    streams.currentStream(), call, message == null ? null : wordsOf(message));
            return message;
        }
        if (recorded == null) {
            pt2pt.progress().poll();
            return null;
        }
        Match found = matchIn(recorded, comm.contextId());
        matching.beforeProbe(found, recorded[OBJECTS_AT]);
        Numbered awaited = new Numbered(comm, found.source(), found.message());
        pt2pt.progress().await(awaited);
        UnexpectedMessage message = awaited.message;
        if (!message.fits(comm.contextId(), source, tag)) {
            throw log.diverged(
                    "a probe found " + message.describe(),
                    "the probe is for source=" + source + " tag=" + tag);
        }
        return message;
    }

    /** The envelope of a probed message, because a rank that is killed may never receive it. */
    private static int[] wordsOf(UnexpectedMessage message) {
        Match match = JournaledMatching.asMatch(message, 0);
        return new int[] {
            match.source(),
            (int) match.message(),
            (int) (match.message() >>> Integer.SIZE),
            match.from(),
            match.tag(),
            match.flags(),
            (int) match.bytes(),
            (int) (match.bytes() >>> Integer.SIZE),
            message.objectCount()
        };
    }

    private static Match matchIn(int[] words, int contextId) {
        return new Match(
                0,
                contextId,
                words[0],
                longAt(words, 1),
                words[3],
                words[4],
                words[5],
                longAt(words, 6));
    }

    private static long longAt(int[] words, int place) {
        return words[place] & 0xffff_ffffL | (long) words[place + 1] << Integer.SIZE;
    }

    /** An outcome that is not in the journal. */
    private record Unanswered(NondeterministicCall call) implements Waitable {
        @Override
        public boolean isComplete() {
            return false;
        }

        @Override
        public void describeWait(WaitDependencies needs) {
            needs.describe("an answer to " + call);
        }
    }

    /** A certain message that has to come. */
    private final class Numbered implements Waitable {
        private final CommContext comm;
        private final int source;
        private final long number;
        private UnexpectedMessage message;

        Numbered(CommContext comm, int source, long number) {
            this.comm = comm;
            this.source = source;
            this.number = number;
        }

        @Override
        public boolean isComplete() {
            message = matching.find(comm.contextId(), source, number);
            if (message == null) {
                pt2pt.checkAlive(comm, source);
            }
            return message != null;
        }

        @Override
        public void describeWait(WaitDependencies needs) {
            needs.describe("probe of message " + number + " of source=" + source + ", as recorded");
            needs.addRank(comm.worldRank(source));
        }
    }
}
