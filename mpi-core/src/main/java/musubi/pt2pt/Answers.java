package musubi.pt2pt;

import musubi.comm.Communicator;
import musubi.error.ErrorClass;
import musubi.error.MpiFailure;
import musubi.progress.Awaited;
import musubi.progress.Needs;
import musubi.replay.Courses;
import musubi.replay.Match;
import musubi.replay.MatchOrder;
import musubi.replay.Question;

import java.util.function.BooleanSupplier;
import java.util.function.IntConsumer;
import java.util.function.Supplier;

/**
 * Answers questions that depend on time: as a journal tells, or as it is, and then the journal
 * takes that down. What a journal says is complete is waited for; what it says is not complete yet
 * need not be looked at. Thread rule: the thread that holds the rank.
 */
public final class Answers {
    private static final int[] YES = {};

    /** Where the words of a probed message have the number of its objects. */
    private static final int OBJECTS_AT = 8;

    private final PointToPoint pt2pt;
    private final MatchOrder order;
    private final Courses courses;
    private final MatchingEngine matching;

    Answers(PointToPoint pt2pt, MatchOrder order, Courses courses, MatchingEngine matching) {
        this.pt2pt = pt2pt;
        this.order = order;
        this.courses = courses;
        this.matching = matching;
    }

    /**
     * Whether something is complete.
     *
     * @param now looks
     * @param await waits until it is
     */
    public boolean isComplete(Question question, BooleanSupplier now, Runnable await) {
        int[] told = told(question);
        if (told == MatchOrder.NOT_TOLD) {
            boolean yes = now.getAsBoolean();
            order.answered(courses.current(), question, yes ? YES : null);
            return yes;
        }
        if (told == null) {
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
    public int[] complete(Question question, Supplier<int[]> now, IntConsumer await) {
        int[] told = told(question);
        if (told == MatchOrder.NOT_TOLD) {
            int[] places = now.get();
            order.answered(courses.current(), question, places);
            return places;
        }
        if (told == null) {
            pt2pt.progress().poll();
            return null;
        }
        for (int place : told) {
            await.accept(place);
        }
        return told;
    }

    /** The recorded answer; beyond these a rank alone waits in vain. */
    private int[] told(Question question) {
        int[] told = order.answer(courses.current(), question);
        if (told == MatchOrder.NOT_TOLD && order.isAlone()) {
            pt2pt.progress().await(new Unanswered(question));
        }
        return told;
    }

    /** Fails because a journal names a request that is not there. */
    public void noRequest(int place, int requests) {
        throw order.diverged(
                "the request at place=" + place + " is complete",
                "there is none among requests=" + requests);
    }

    /**
     * Fails when a rank alone wants a send back: no journal knows whether that came in time.
     *
     * @throws MpiFailure of class UNSUPPORTED_OPERATION
     */
    public void checkCancel(Request request) {
        if (order.isAlone() && request instanceof SendRequest) {
            throw new MpiFailure(
                    ErrorClass.UNSUPPORTED_OPERATION,
                    "whether the cancellation of a send came in time is not in the journal: "
                            + request.describe()
                            + "; replay all ranks, without --rank");
        }
    }

    /**
     * The message that a probe finds; null when there is none.
     *
     * @param now looks, or waits
     */
    public UnexpectedMessage probe(
            Question question,
            Communicator comm,
            int source,
            int tag,
            Supplier<UnexpectedMessage> now) {
        int[] told = told(question);
        if (told == MatchOrder.NOT_TOLD) {
            UnexpectedMessage message = now.get();
            order.answered(courses.current(), question, message == null ? null : wordsOf(message));
            return message;
        }
        if (told == null) {
            pt2pt.progress().poll();
            return null;
        }
        Match found = matchIn(told, comm.contextId());
        matching.probed(found, told[OBJECTS_AT]);
        Numbered awaited = new Numbered(comm, found.source(), found.message());
        pt2pt.progress().await(awaited);
        UnexpectedMessage message = awaited.message;
        if (!message.fits(comm.contextId(), source, tag)) {
            throw order.diverged(
                    "a probe found " + message.describe(),
                    "it asks for source=" + source + " tag=" + tag);
        }
        return message;
    }

    /** The rank leaves the job. */
    void close() {
        order.close();
    }

    /** All that a probe tells, because a rank that is killed may never receive the message. */
    private static int[] wordsOf(UnexpectedMessage message) {
        Match match = OrderedMatching.asMatch(message, 0);
        return new int[] {
            match.source(),
            (int) match.message(),
            (int) (match.message() >>> Integer.SIZE),
            match.from(),
            match.tag(),
            match.flags(),
            (int) match.bytes(),
            (int) (match.bytes() >>> Integer.SIZE),
            message.objectCount
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

    /** What nobody will answer. */
    private record Unanswered(Question question) implements Awaited {
        @Override
        public boolean isComplete() {
            return false;
        }

        @Override
        public void tell(Needs needs) {
            needs.add("an answer to " + question);
        }
    }

    /** A certain message that has to come. */
    private final class Numbered implements Awaited {
        private final Communicator comm;
        private final int source;
        private final long number;
        private UnexpectedMessage message;

        Numbered(Communicator comm, int source, long number) {
            this.comm = comm;
            this.source = source;
            this.number = number;
        }

        @Override
        public boolean isComplete() {
            message = matching.findNumber(comm.contextId(), source, number);
            if (message == null) {
                pt2pt.checkAlive(comm, source);
            }
            return message != null;
        }

        @Override
        public void tell(Needs needs) {
            needs.add("probe of message " + number + " of source=" + source + ", as recorded");
            needs.from(comm.worldRank(source));
        }
    }
}
