package musubi.error;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import org.junit.jupiter.api.Test;

/** The message of a failure. */
class MpiFailureTest {
    @Test
    void shouldStateFailureValuesAndAdvice() {
        MpiFailure failure =
                new MpiFailure(ErrorClass.RANK, "no such rank in the communicator")
                        .with("rank", 5)
                        .with("size", 4L)
                        .advice("use 0 to 3");
        assertEquals(
                "no such rank in the communicator: rank=5 size=4; use 0 to 3",
                failure.getMessage());
        assertEquals(ErrorClass.RANK, failure.errorClass());
    }

    @Test
    void shouldQuoteAValueWhenItIsEmpty() {
        MpiFailure failure = new MpiFailure(ErrorClass.ARG, "no such key").with("key", "", "n", 1);
        assertEquals("no such key: key=\"\" n=1", failure.getMessage());
    }

    @Test
    void shouldBeTheSentenceAloneWhenNoValueIsGiven() {
        Exception cause = new Exception("cause");
        MpiFailure failure = new MpiFailure(ErrorClass.OTHER, "the job has ended", cause);
        assertEquals("the job has ended", failure.getMessage());
        assertSame(cause, failure.getCause());
    }
}
