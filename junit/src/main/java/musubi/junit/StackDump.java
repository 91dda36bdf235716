package musubi.junit;

import musubi.embedded.EmbeddedRank;
import musubi.embedded.RankList;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/** The stacks of the threads of ranks, equal ones once. */
final class StackDump {
    private final Map<String, TreeSet<Integer>> ranksOfStacks = new LinkedHashMap<>();

    StackDump(List<EmbeddedRank> ranks) {
        for (EmbeddedRank rank : ranks) {
            for (Thread thread : rank.threads()) {
                String name = thread.getName().replaceFirst("^rank-\\d+$", "main");
                StringBuilder text = new StringBuilder();
                text.append(name).append(' ').append(thread.getState());
                for (StackTraceElement frame : thread.getStackTrace()) {
                    text.append("\n      at ").append(frame);
                }
                ranksOfStacks
                        .computeIfAbsent(text.toString(), _ -> new TreeSet<>())
                        .add(rank.number());
            }
        }
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
