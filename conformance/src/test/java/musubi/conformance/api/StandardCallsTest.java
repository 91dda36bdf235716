package musubi.conformance.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import musubi.conformance.Page;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.util.List;

/** The classes of package mpi have the calls in the list of the standard's calls. */
class StandardCallsTest {
    @Test
    void shouldHaveEveryCallWhenTheListHasItAsImplemented() throws IOException {
        assertEquals(List.of(), StandardCalls.read().missing());
    }

    @Test
    void shouldReadTheWholeList() throws IOException {
        assertTrue(StandardCalls.read().size() > 400, () -> "too few: the list was not read");
    }

    @Test
    void shouldBeWhatThePageShows() throws IOException {
        Page.check("standard-calls.md", StandardCalls.read().page());
    }
}
