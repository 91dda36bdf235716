package musubi.conformance.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import musubi.conformance.Page;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.util.List;

/** The classes of package mpi have all signatures of both dialects' listings. */
class ApiTableTest {
    @Test
    void shouldHaveEverySignatureWhenADialectListsIt() throws IOException {
        assertEquals("", String.join("\n", ApiTable.read().missing()));
    }

    @Test
    void shouldGiveNoReasonWhenSomethingIsThere() throws IOException {
        assertEquals(List.of(), ApiTable.read().staleReasons());
    }

    @Test
    void shouldReadTheWholeListings() throws IOException {
        // Open MPI: 501 methods, 12 constructors, 167 fields; MPJ: 133, 9, 77; and the types.
        assertTrue(
                ApiTable.read().signatures().size() > 900,
                () -> "too few: the listings were not read");
    }

    @Test
    void shouldBeWhatThePageShows() throws IOException {
        Page.check("api-table.md", ApiTable.read().page());
    }

    @Test
    void shouldReportWhatIsMissing() {
        List<String> listing =
                List.of(
                        "### public class Comm implements Freeable,Runnable",
                        "```java",
                        "public final int getSize() throws MPIException;",
                        "public static int getRank();",
                        "public long getSize();",
                        "public void vanish(int[] a, Object b);",
                        "public static final int A,",
                        "    B;",
                        "```");
        List<Boolean> here =
                Listing.read("test", listing).stream()
                        .map(signature -> Presence.of(signature).isPresent())
                        .toList();
        assertEquals(List.of(true, false, true, false, false, false, false, false), here);
    }
}
