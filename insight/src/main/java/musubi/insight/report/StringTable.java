package musubi.insight.report;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Numbers texts, for columns of numbers. */
final class StringTable {
    private final Map<String, Integer> numbers = new HashMap<>();
    private final List<String> texts = new ArrayList<>();

    int of(String text) {
        return numbers.computeIfAbsent(
                text,
                _ -> {
                    texts.add(text);
                    return texts.size() - 1;
                });
    }

    /** All texts, by number. */
    List<String> texts() {
        return texts;
    }
}
