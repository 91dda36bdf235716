package imb;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.List;

class MessageSizesTest {
    @Test
    void shouldHaveZeroAndThePowersOfTwoUpToFourMebibytes() {
        List<Integer> sizes = MessageSizes.ofLogarithms(MessageSizes.IMB);
        assertEquals(24, sizes.size());
        assertEquals(List.of(0, 1, 2, 4, 8), sizes.subList(0, 5));
        assertEquals(4 << 20, sizes.getLast());
    }

    @Test
    void shouldKeepZeroWhenTheRangeBeginsLater() {
        assertEquals(List.of(0, 8, 16), MessageSizes.ofLogarithms("3:4"));
        assertEquals(List.of(0, 1, 2, 4), MessageSizes.ofLogarithms("2"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"4:3", "1:2:3", "0:31", "-1:3"})
    void shouldRejectRangesThatAreNone(String range) {
        assertThrows(IllegalArgumentException.class, () -> MessageSizes.ofLogarithms(range));
    }

    @Test
    void shouldReadListsWithUnits() {
        assertEquals(List.of(0, 8, 64 << 10, 4 << 20), MessageSizes.ofList("0,8,64K,4M"));
    }
}
