package musubi.conformance;

import static org.junit.jupiter.api.Assertions.fail;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A generated page below docs. */
public final class Page {
    private static final Path DOCS =
            Path.of(System.getProperty("basedir", "")).resolve("../docs").normalize();
    private static final boolean WRITES = "write".equals(System.getProperty("musubi.pages"));

    private Page() {}

    /** Whether the tests write the pages. */
    public static boolean isWritten() {
        return WRITES;
    }

    /** Fails if the page differs from the text, or writes it with {@code -Dmusubi.pages=write}. */
    public static void check(String name, String text) throws IOException {
        Path page = DOCS.resolve(name);
        if (WRITES) {
            Files.writeString(page, text);
        } else if (!Files.isRegularFile(page) || !text.equals(Files.readString(page))) {
            fail(
                    "docs/"
                            + name
                            + " is not up to date; write it with: mvn -B -DskipChecks test -pl"
                            + " conformance -am"
                            + " -Dtest='ConformanceIT,ApiTableTest,StandardCallsTest,CorpusTest'"
                            + " -Dsurefire.failIfNoSpecifiedTests=false -Dmusubi.pages=write");
        }
    }
}
