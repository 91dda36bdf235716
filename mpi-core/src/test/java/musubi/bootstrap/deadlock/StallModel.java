package musubi.bootstrap.deadlock;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import musubi.bootstrap.Stall;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Random;

/**
 * Ranks that send a few messages and wait for any, with a detector that learns of it late: reports
 * of stalls and the detector's questions travel as slowly as messages do.
 */
final class StallModel {
    private static final int STEPS = 400;

    private final Random random;
    private final DeadlockDetector detector;
    private final List<Member> members = new ArrayList<>();

    /** A rank. */
    private static final class Member {
        private final Queue<Integer> inbound = new ArrayDeque<>();
        private final Queue<Runnable> toDetector = new ArrayDeque<>();
        private final Queue<Integer> questions = new ArrayDeque<>();
        private int messagesLeft = 6;
        private int sent;
        private int received;
        private int stalls;
        private int seen;
        private boolean waits;
        private boolean isReported;
    }

    StallModel(Random random, int ranks) {
        this.random = random;
        detector = new DeadlockDetector(ranks);
        for (int i = 0; i < ranks; i++) {
            members.add(new Member());
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
                work(member);
            }
        }
        boolean decided = detector.report() != null;
        if (decided) {
            for (Member member : members) {
                assertTrue(member.waits && member.inbound.isEmpty(), what);
            }
            assertEquals(total(true), total(false), what);
        }
        return decided;
    }

    private int total(boolean sent) {
        return members.stream().mapToInt(m -> sent ? m.sent : m.received).sum();
    }

    private void talk(Member member) {
        Runnable next = member.toDetector.poll();
        if (next != null) {
            next.run();
        }
    }

    private void work(Member member) {
        if (member.messagesLeft > 0 && random.nextInt(3) > 0) {
            member.messagesLeft--;
            member.sent++;
            members.get(random.nextInt(members.size())).inbound.add(1);
        } else {
            member.waits = true;
        }
    }

    private void look(int rank, Member member) {
        if (member.inbound.poll() != null) {
            member.received++;
            member.waits = false;
            if (member.isReported) {
                member.isReported = false;
                member.toDetector.add(() -> detector.resumed(rank));
            }
        } else if (!member.isReported) {
            member.isReported = true;
            Stall stall = stall(member);
            member.toDetector.add(() -> ask(detector.stalled(rank, stall)));
        } else {
            answer(rank, member);
        }
    }

    private Stall stall(Member member) {
        Stall.Wait wait = new Stall.Wait("call", "place", "words", List.of(), true);
        return new Stall(++member.stalls, member.sent, member.received, List.of(wait), List.of());
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
            member.toDetector.add(() -> detector.confirmed(rank, number, question));
            member.seen = 0;
        } else if (!member.questions.isEmpty()) {
            member.seen = member.questions.poll();
        }
    }
}
