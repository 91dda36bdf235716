package musubi.shell;

import jdk.jshell.spi.ExecutionControl.RunException;
import jdk.jshell.spi.ExecutionControl.StoppedException;
import jdk.jshell.spi.ExecutionControl.UserException;

import musubi.embedded.RankList;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * What a snippet gave on each rank.
 *
 * <p>Thread rule: any thread.
 */
final class Answers {
    private final SortedMap<Integer, String> values = new TreeMap<>();
    private final SortedMap<Integer, Throwable> failures = new TreeMap<>();

    synchronized void value(int rank, String value) {
        values.put(rank, value);
    }

    synchronized void failure(int rank, Throwable failure) {
        failures.put(rank, failure);
    }

    /** The value of the lowest rank that has one; empty if there is none. */
    synchronized String first() {
        return values.isEmpty() ? "" : values.firstEntry().getValue();
    }

    /** The failure of the lowest rank, if no rank has a value; else null. */
    synchronized Throwable commonFailure() {
        return values.isEmpty() && !failures.isEmpty() ? failures.firstEntry().getValue() : null;
    }

    synchronized boolean haveFailures() {
        return !failures.isEmpty();
    }

    /** Lines such as {@code [0-3] x ==> 6}: equal values once. */
    synchronized List<String> valueLines(String variable) {
        return lines(values, value -> variable + "==> " + value);
    }

    /** Lines such as {@code [2] java.lang.ArithmeticException: / by zero}: equal ones once. */
    synchronized List<String> failureLines() {
        return lines(failures, Answers::describe);
    }

    private static <T> List<String> lines(Map<Integer, T> byRank, Function<T, String> text) {
        Map<String, List<Integer>> ranks = new LinkedHashMap<>();
        byRank.forEach(
                (rank, one) ->
                        ranks.computeIfAbsent(text.apply(one), _ -> new ArrayList<>()).add(rank));
        List<String> lines = new ArrayList<>();
        ranks.forEach((one, who) -> lines.add("[" + RankList.numbers(who) + "] " + one));
        return lines;
    }

    private static String describe(Throwable failure) {
        if (failure instanceof StoppedException) {
            return "interrupted";
        }
        if (failure instanceof UserException thrown) {
            String message = thrown.getMessage();
            return thrown.causeExceptionClass() + (message == null ? "" : ": " + message);
        }
        return failure instanceof RunException ? "undefined: " + failure : failure.toString();
    }
}
