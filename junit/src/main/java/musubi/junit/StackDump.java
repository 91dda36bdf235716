package musubi.junit;

import musubi.embedded.EmbeddedRank;
import musubi.embedded.RankList;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/** The stacks of the threads of ranks down to the test, equal ones once. */
final class StackDump {
    /** Prefixes of the names of classes that call tests. */
    private static final List<String> CALLERS =
            List.of("org.junit.platform.", "org.junit.jupiter.engine.", "musubi.embedded.");

    private final Map<String, TreeSet<Integer>> ranksOfStacks = new LinkedHashMap<>();

    StackDump(List<EmbeddedRank> ranks) {
        for (EmbeddedRank rank : ranks) {
            for (Thread thread : rank.threads()) {
                String name = thread.getName().replaceFirst("^rank-\\d+$", "main");
                StringBuilder text = new StringBuilder();
                text.append(name).append(' ').append(thread.getState());
                append(thread.getStackTrace(), text);
                ranksOfStacks
                        .computeIfAbsent(text.toString(), _ -> new TreeSet<>())
                        .add(rank.number());
            }
        }
    }

    /** Frames that have called the test are many, and the same in all tests. */
    private static void append(StackTraceElement[] frames, StringBuilder text) {
        int end = 0;
        while (end < frames.length && !isOfFramework(frames[end])) {
            text.append("\n      at ").append(frames[end]);
            end++;
        }
        if (end < frames.length) {
            text.append("\n      ... ")
                    .append(frames.length - end)
                    .append(" more of the framework");
        }
    }

    private static boolean isOfFramework(StackTraceElement frame) {
        return CALLERS.stream().anyMatch(frame.getClassName()::startsWith);
    }

    String text() {
        StringBuilder text = new StringBuilder();
        ranksOfStacks.forEach(
                (stack, ranks) ->
                        text.append("    ")
                                .append(RankList.of(ranks))
                                .append(": thread ")
                                .append(stack)
                                .append('\n'));
        return text.toString();
    }
}
