package musubi.error;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.nio.file.FileSystemException;

final class DescriptorLimitTest {
    private static final IOException SHORTAGE =
            new FileSystemException("/some/file", null, Descriptors.NONE);

    @Test
    void shouldLeaveMostDescriptorsToTheProgram() {
        assertEquals(4, Descriptors.unauthenticated(1, 64));
        assertEquals(16, Descriptors.unauthenticated(128, 64));
        assertEquals(64, Descriptors.unauthenticated(Long.MAX_VALUE, 64));
    }

    @Test
    void shouldAdviseOnDescriptorsWhenTheyAreTheCause() {
        MpiFailure failure =
                new MpiFailure(ErrorClass.OTHER, "cannot listen", SHORTAGE)
                        .with("rank", 1)
                        .advice("choose another address");
        assertEquals("cannot listen: rank=1; " + Descriptors.advice(), failure.getMessage());
    }

    @Test
    void shouldFindAShortageWhereverItIsInAnException() {
        Error failure = new ExceptionInInitializerError(new IllegalStateException(SHORTAGE));
        assertTrue(Descriptors.areExhausted(failure));
        Exception suppressing = new IllegalStateException("no library");
        assertFalse(Descriptors.areExhausted(suppressing));
        suppressing.addSuppressed(SHORTAGE);
        assertTrue(Descriptors.areExhausted(suppressing));
    }

    @Test
    void shouldTranslateOnlyShortages() {
        RuntimeException other = new IllegalStateException("another");
        assertSame(other, assertThrows(RuntimeException.class, () -> MpiFailure.of(other)));
        MpiFailure known = new MpiFailure(ErrorClass.RANK, "none");
        assertSame(known, MpiFailure.of(known));
        RuntimeException shortage = new IllegalStateException(SHORTAGE);
        assertEquals(ErrorClass.OTHER, MpiFailure.of(shortage).errorClass());
        assertEquals(ErrorClass.OTHER, ErrorClass.ofLoss(Descriptors.describe(SHORTAGE)));
        assertEquals(ErrorClass.PROC_ABORTED, ErrorClass.ofLoss("it has ended"));
    }
}
