package musubi.bootstrap.pmi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import musubi.error.MpiFailure;

import org.junit.jupiter.api.Test;

import java.nio.charset.StandardCharsets;
import java.util.Random;

class PmiLineTest {
    @Test
    void shouldKeepTheOrderWhenALineIsEncoded() {
        PmiLine line = PmiLine.command("put").with("key", "a").with("value", "b=c").with("n", 7);
        String text = new String(line.encode(), StandardCharsets.US_ASCII);
        assertEquals("cmd=put key=a value=b=c n=7\n", text);
    }

    @Test
    void shouldSplitAtTheFirstEqualsSignWhenValueHoldsMore() {
        PmiLine line = PmiLine.parse("cmd=get_result rc=0 value=a=b=c");
        assertEquals("get_result", line.command());
        assertEquals("a=b=c", line.value("value"));
        assertEquals(0, line.number("rc", -1));
    }

    @Test
    void shouldReadKeysWhenOrderDiffersOrValuesAreMissing() {
        PmiLine line = PmiLine.parse("cmd=response_to_init  rc=0 flag pmi_version=1 ");
        assertEquals("", line.value("flag"));
        assertEquals(1, line.number("pmi_version", -1));
        assertNull(line.value("none"));
        assertEquals(5, line.number("none", 5));
    }

    @Test
    void shouldReturnNullWhenLineIsNotPmi() {
        for (String text :
                new String[] {"", " ", "hello", "cmd", "cmd=", "rc=0 cmd=x", "=", "==="}) {
            assertNull(PmiLine.parse(text), text);
        }
    }

    @Test
    void shouldCarryAnyTextWhenItIsEscaped() {
        String text = "rank 3: 100 % of\n\tmémoire \\ 結び";
        PmiLine line = PmiLine.command("abort").withText("message", text);
        String wire = new String(line.encode(), StandardCharsets.ISO_8859_1).strip();
        assertEquals(text, PmiLine.parse(wire).text("message"));
    }

    @Test
    void shouldReadTextWhenEscapesAreDamaged() {
        PmiLine line = PmiLine.parse("cmd=abort message=50%-a%2");
        assertEquals("50%-a%2", line.text("message"));
    }

    @Test
    void shouldRejectAWordWhenTheProtocolCannotRepresentIt() {
        PmiLine line = PmiLine.command("put");
        for (String word : new String[] {"a b", "a\nb", "a\\b", "結"}) {
            MpiFailure failure = assertThrows(MpiFailure.class, () -> line.with("value", word));
            assertNotNull(failure.getMessage());
        }
    }

    @Test
    void shouldReturnWithoutExceptionWhenTheBytesAreRandom() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int i = 0; i < 20_000; i++) {
            byte[] bytes = new byte[random.nextInt(40)];
            random.nextBytes(bytes);
            String text = new String(bytes, StandardCharsets.ISO_8859_1);
            PmiLine line = PmiLine.parse("cmd=" + text);
            if (line != null) {
                assertNotNull(line.command(), "seed=" + seed);
                assertNotNull(line.text("value"), "seed=" + seed);
            }
        }
    }
}
