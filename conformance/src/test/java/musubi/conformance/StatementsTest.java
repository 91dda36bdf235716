package musubi.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Names of statements are unique, and their texts are sentences. */
class StatementsTest {
    @Test
    void shouldNameEachStatementOnce() {
        Set<String> names = new HashSet<>();
        List<String> twice = new ArrayList<>();
        for (Statement statement : Chapters.statements()) {
            if (!names.add(statement.name())) {
                twice.add(statement.name());
            }
        }
        assertEquals(List.of(), twice);
    }

    @Test
    void shouldStateEachStatementInASentenceOfASection() {
        for (Statement statement : Chapters.statements()) {
            assertTrue(statement.says().endsWith("."), statement::name);
            assertTrue(statement.section().matches("\\d+(\\.\\d+)*"), statement::name);
        }
    }
}
