package musubi.launch.output;

import musubi.launch.hosts.RankRange;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/**
 * What JVMs print when they fail ({@link FailureBlock}), as users of a job want it: equal stack
 * traces of uncaught exceptions once, with the ranks that printed them. A trace waits for others
 * until its rank prints something else, until no rank has added a trace for a while, and at most
 * for a limited time. The traces of a rank stay in their order.
 *
 * <p>Thread rule: any thread.
 */
final class JvmFailures {
    /** The time without further lines after which traces are printed, in ms. */
    private static final long QUIET_MS = 250;

    /** The time after which traces are printed although ranks add more, in ms. */
    private static final long LIMIT_MS = 2_000;

    private final LineSink target;
    private final SequencedMap<String, Group> groups = new LinkedHashMap<>();
    private final Set<Stream> open = new HashSet<>();
    private boolean timed;
    private long firstNs;
    private long lastNs;

    /** Prints to this sink. */
    JvmFailures(LineSink target) {
        this.target = target;
    }

    /** Ranks with the same trace; the others wrote it as the first did. */
    private record Group(Object writer, byte[] tag, byte[] text, List<Integer> ranks) {
        void write(LineSink target) {
            byte[] prefix = tag;
            if (ranks.size() > 1) {
                List<Integer> ascending = ranks.stream().sorted().toList();
                String names =
                        RankRange.groups(ascending, Integer.MAX_VALUE).stream()
                                .map(RankRange::toString)
                                .collect(Collectors.joining(","));
                prefix = ("[" + names + "] ").getBytes(StandardCharsets.US_ASCII);
            }
            target.write(writer, prefix, text, 0, text.length);
        }
    }

    /**
     * The sink for a stream of a process.
     *
     * @param errors whether it is standard error
     */
    LineSink sink(RankRange ranks, boolean errors) {
        return new Stream(ranks, errors);
    }

    /** Prints what is still held. */
    synchronized void flush() {
        List.copyOf(open).forEach(Stream::close);
        groups.values().forEach(group -> group.write(target));
        groups.clear();
    }

    private synchronized void time() {
        try {
            while (!groups.isEmpty() || !open.isEmpty()) {
                long nowNs = System.nanoTime();
                long quietNs = lastNs + QUIET_MS * 1_000_000 - nowNs;
                long leftNs = Math.min(quietNs, firstNs + LIMIT_MS * 1_000_000 - nowNs);
                if (leftNs <= 0) {
                    flush();
                } else {
                    TimeUnit.NANOSECONDS.timedWait(this, Math.max(leftNs, 1_000_000));
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            timed = false;
        }
    }

    private void startTimer() {
        lastNs = System.nanoTime();
        if (!timed) {
            timed = true;
            firstNs = lastNs;
            Thread.ofPlatform().daemon().name("jvm-failures").start(this::time);
        }
    }

    /** Prints the traces of a rank, after those that their ranks printed before. */
    private void passTraces(int rank) {
        if (groups.isEmpty()) {
            return;
        }
        Set<Integer> ranks = new HashSet<>(Set.of(rank));
        List<String> keys = new ArrayList<>();
        groups.reversed()
                .forEach(
                        (key, group) -> {
                            if (!Collections.disjoint(group.ranks(), ranks)) {
                                ranks.addAll(group.ranks());
                                keys.addFirst(key);
                            }
                        });
        keys.forEach(key -> groups.remove(key).write(target));
    }

    /** Whether a rank is in the group of this trace, or in one behind it. */
    private boolean isAtOrBehind(String trace, int rank) {
        boolean found = false;
        for (Map.Entry<String, Group> each : groups.entrySet()) {
            found |= each.getKey().equals(trace);
            if (found && each.getValue().ranks().contains(rank)) {
                return true;
            }
        }
        return false;
    }

    /** A stream of a process. */
    private final class Stream implements LineSink {
        private final RankRange ranks;
        private final boolean errors;
        private FailureBlock block;
        private Object blockWriter;
        private byte[] blockTag;

        Stream(RankRange ranks, boolean errors) {
            this.ranks = ranks;
            this.errors = errors;
        }

        @Override
        public void write(Object writer, byte[] tag, byte[] bytes, int from, int to) {
            synchronized (JvmFailures.this) {
                int plain = from;
                int at = from;
                while (at < to) {
                    int end = endOfLine(bytes, at, to);
                    if (block == null && !FailureBlock.mayBegin(bytes[at])) {
                        at = end;
                        continue;
                    }
                    String line = new String(bytes, at, end - at, StandardCharsets.UTF_8);
                    if (block != null && !block.takes(line)) {
                        close();
                    }
                    if (block == null && (block = FailureBlock.beginning(line, errors)) != null) {
                        pass(writer, tag, bytes, plain, at);
                        begin(writer, tag);
                    }
                    if (block != null) {
                        block.add(bytes, at, end);
                        plain = end;
                    }
                    at = end;
                }
                pass(writer, tag, bytes, plain, to);
            }
        }

        private void begin(Object writer, byte[] tag) {
            blockWriter = writer;
            blockTag = tag;
            open.add(this);
            startTimer();
        }

        /** Passes other lines on, after the traces that this process printed before. */
        private void pass(Object writer, byte[] tag, byte[] bytes, int from, int to) {
            if (from < to) {
                passOwn();
                target.write(writer, tag, bytes, from, to);
            }
        }

        private void passOwn() {
            passTraces(ranks.first());
        }

        /** Ends the block; a trace of a single rank joins its equals. */
        private void close() {
            byte[] text = block.text();
            if (block.isTrace() && ranks.count() == 1) {
                String key = new String(text, StandardCharsets.ISO_8859_1);
                if (isAtOrBehind(key, ranks.first())) {
                    passOwn();
                }
                groups.computeIfAbsent(
                                key, _ -> new Group(blockWriter, blockTag, text, new ArrayList<>()))
                        .ranks()
                        .add(ranks.first());
                startTimer();
            } else {
                passOwn();
                target.write(blockWriter, blockTag, text, 0, text.length);
            }
            block = null;
            open.remove(this);
        }

        private static int endOfLine(byte[] bytes, int from, int to) {
            int end = from;
            while (end < to && bytes[end] != '\n') {
                end++;
            }
            return Math.min(end + 1, to);
        }

        @Override
        public boolean offer(Object writer, byte[] tag, byte[] bytes, int from, int to) {
            synchronized (JvmFailures.this) {
                if (block != null) {
                    if (block.takes(new String(bytes, from, to - from, StandardCharsets.UTF_8))) {
                        return false;
                    }
                    close();
                }
                passOwn();
                return target.offer(writer, tag, bytes, from, to);
            }
        }

        @Override
        public void ended(Object writer) {
            synchronized (JvmFailures.this) {
                if (block != null) {
                    close();
                }
                target.ended(writer);
            }
        }
    }
}
