package musubi.bootstrap.deadlock;

import static org.junit.jupiter.api.Assertions.assertFalse;

import musubi.bootstrap.Stall;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;

/**
 * Ranks that send a few messages and wait for one of some ranks, or for all of them, with a
 * detector that learns of it late: reports of stalls and the detector's questions travel as slowly
 * as messages do.
 */
final class StallModel {
    private static final int STEPS = 400;

    private final Random random;
    private final DeadlockDetector detector;
    private final List<Member> members = new ArrayList<>();

    /** A rank. */
    private static final class Member {
        /** The ranks that sent what has arrived and was not looked at. */
        private final Queue<Integer> inbound = new ArrayDeque<>();

        /** The ranks that sent what has arrived and was not awaited. */
        private final Set<Integer> unexpected = new TreeSet<>();

        private final int[] sentTo;
        private final int[] receivedFrom;
        private List<Integer> awaited = List.of();
        private boolean anySuffices;
        private final Queue<Runnable> toDetector = new ArrayDeque<>();
        private final Queue<Integer> questions = new ArrayDeque<>();
        private int messagesLeft;
        private int stalls;
        private int seen;
        private boolean waits;
        private boolean isReported;

        Member(int ranks, int messages) {
            sentTo = new int[ranks];
            receivedFrom = new int[ranks];
            messagesLeft = messages;
        }

        boolean isSatisfiedBy(Set<Integer> acting) {
            return anySuffices
                    ? awaited.stream().anyMatch(acting::contains)
                    : acting.containsAll(awaited);
        }
    }

    StallModel(Random random, int ranks) {
        this.random = random;
        detector = new DeadlockDetector(ranks);
        for (int i = 0; i < ranks; i++) {
            members.add(new Member(ranks, random.nextInt(100)));
        }
    }

    /** Whether it came to a deadlock; fails when the detector errs. */
    boolean run(String what) {
        for (int step = 0; step < STEPS && detector.report() == null; step++) {
            int rank = random.nextInt(members.size());
            Member member = members.get(rank);
            if (random.nextBoolean()) {
                talk(member);
            } else if (member.waits) {
                look(rank, member);
            } else {
                work(rank, member);
            }
        }
        boolean decided = detector.report() != null;
        if (decided) {
            Set<Integer> free = free();
            detector.suspects().stream()
                    .forEach(rank -> assertFalse(free.contains(rank), rank + " " + what));
            assertFalse(detector.suspects().isEmpty(), what);
        }
        return decided;
    }

    /** Whether the deadlock that was found leaves others to continue. */
    boolean isOfSome() {
        return detector.suspects().cardinality() < members.size();
    }

    /** The ranks that do not wait, and those that they or messages on their way can release. */
    private Set<Integer> free() {
        Set<Integer> free = new TreeSet<>();
        int before;
        do {
            before = free.size();
            for (int rank = 0; rank < members.size(); rank++) {
                Member member = members.get(rank);
                Set<Integer> acting = new TreeSet<>(free);
                acting.addAll(member.inbound);
                acting.addAll(member.unexpected);
                if (!member.waits || member.isSatisfiedBy(acting)) {
                    free.add(rank);
                }
            }
        } while (free.size() > before);
        return free;
    }

    private void talk(Member member) {
        Runnable next = member.toDetector.poll();
        if (next != null) {
            next.run();
        }
    }

    private void work(int rank, Member member) {
        if (member.messagesLeft > 0 && random.nextInt(3) > 0) {
            member.messagesLeft--;
            int to = random.nextInt(members.size());
            member.sentTo[to]++;
            members.get(to).inbound.add(rank);
        } else {
            member.awaited =
                    IntStream.range(0, members.size()).filter(this::isChosen).boxed().toList();
            member.anySuffices = random.nextBoolean();
            member.waits = !member.awaited.isEmpty() && !takesUnexpected(member);
        }
    }

    private void look(int rank, Member member) {
        Integer from = member.inbound.poll();
        if (from != null) {
            member.receivedFrom[from]++;
            member.unexpected.add(from);
            member.waits = !takesUnexpected(member);
            if (member.isReported) {
                member.isReported = false;
                member.toDetector.add(() -> ask(detector.resumed(rank)));
            }
        } else if (!member.isReported) {
            member.isReported = true;
            Stall stall = stall(member);
            member.toDetector.add(() -> ask(detector.stalled(rank, stall)));
        } else {
            answer(rank, member);
        }
    }

    private static boolean takesUnexpected(Member member) {
        boolean takes = member.isSatisfiedBy(member.unexpected);
        if (takes) {
            member.awaited.forEach(member.unexpected::remove);
        }
        return takes;
    }

    private static List<Integer> missing(Member member) {
        return member.awaited.stream().filter(rank -> !member.unexpected.contains(rank)).toList();
    }

    private Stall stall(Member member) {
        Stall.Wait wait =
                new Stall.Wait(
                        "call",
                        "place",
                        "words",
                        missing(member),
                        member.anySuffices,
                        Stall.Release.CALL);
        List<Stall.PeerCounts> counts = new ArrayList<>();
        for (int rank = 0; rank < members.size(); rank++) {
            counts.add(new Stall.PeerCounts(rank, member.sentTo[rank], member.receivedFrom[rank]));
        }
        return new Stall(
                ++member.stalls,
                IntStream.of(member.sentTo).sum(),
                IntStream.of(member.receivedFrom).sum(),
                List.of(wait),
                List.of(),
                new Stall.Traffic(List.of(), counts));
    }

    private void confirm(int rank, int number, int question) {
        detector.confirmed(rank, number, question);
        if (detector.latestProbe() > question) {
            ask(detector.latestProbe());
        }
    }

    private boolean isChosen(int rank) {
        return random.nextInt(2 * members.size()) < 3;
    }

    private void ask(int question) {
        if (question > 0) {
            members.forEach(member -> member.questions.add(question));
        }
    }

    private void answer(int rank, Member member) {
        int number = member.stalls;
        if (member.seen > 0) {
            int question = member.seen;
            member.toDetector.add(() -> confirm(rank, number, question));
            member.seen = 0;
        } else if (!member.questions.isEmpty()) {
            member.seen = member.questions.poll();
        }
    }
}
