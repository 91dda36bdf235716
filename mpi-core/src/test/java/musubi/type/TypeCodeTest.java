package musubi.type;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import musubi.type.signature.BaseType;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

/** Compares the signatures of random types with the lists of their basic types. */
class TypeCodeTest {
    private static final int TRIES = 3000;

    /** The limit on collisions of 15 bits by chance: ten times the expected number. */
    private static final int MOST_BY_CHANCE = 2;

    private final long seed = System.nanoTime();
    private final Random random = new Random(seed);

    @BeforeEach
    void sayTheSeed() {
        System.out.println("seed=" + seed);
    }

    private static List<BaseType> kinds(RandomType it, int count) {
        List<BaseType> one =
                it.model().entries.stream()
                        .map(ListedType.Entry::kind)
                        .filter(kind -> kind != null)
                        .toList();
        return IntStream.range(0, count).boxed().flatMap(_ -> one.stream()).toList();
    }

    /** A type that has these basic types one after the other. */
    private static MpiType struct(List<BaseType> kinds) {
        long[] lengths = new long[kinds.size()];
        Arrays.fill(lengths, 1);
        long[] at = new long[lengths.length];
        StructMember[] parts = new StructMember[lengths.length];
        for (int i = 0; i < lengths.length; i++) {
            at[i] = 8L * i;
            parts[i] = StructMember.of(MpiType.of(kinds.get(i)));
        }
        return TypeConstructors.struct(lengths, at, parts, false);
    }

    private static long bytes(List<BaseType> kinds) {
        return kinds.stream().mapToLong(BaseType::bytes).sum();
    }

    @Test
    void shouldFitAMessageThatIsTheBeginningOfWhatIsExpected() {
        for (int i = 0; i < TRIES; i++) {
            RandomType it = RandomType.of(random, null);
            int count = random.nextInt(4);
            List<BaseType> all = kinds(it, count);
            List<BaseType> sent = all.subList(0, random.nextInt(all.size() + 1));
            int code = TypeCode.of(struct(sent), 1);
            String what = sent + " of " + all;
            assertTrue(code >= 0 && code < 1 << 16, what);
            assertTrue(TypeCode.fits(code, bytes(sent), it.type(), count), what);
        }
    }

    @Test
    void shouldNotFitWhenABasicTypeIsAnother() {
        int passed = 0;
        for (int i = 0; i < TRIES; i++) {
            RandomType it = RandomType.of(random, null);
            List<BaseType> all = kinds(it, 2);
            if (all.isEmpty()) {
                continue;
            }
            BaseType[] sent = all.toArray(new BaseType[0]);
            int changed = random.nextInt(sent.length);
            sent[changed] = sent[changed] == BaseType.INT ? BaseType.FLOAT : BaseType.INT;
            int code = TypeCode.of(struct(List.of(sent)), 1);
            passed += TypeCode.fits(code, bytes(List.of(sent)), it.type(), 2) ? 1 : 0;
        }
        assertTrue(passed <= MOST_BY_CHANCE, passed + " passed");
    }

    @Test
    void shouldNotFitWhenAMessageEndsWithinAnElement() {
        MpiType type = struct(List.of(BaseType.INT, BaseType.DOUBLE));
        assertFalse(TypeCode.fits(TypeCode.of(MpiType.BYTE, 6), 6, type, 1));
        assertTrue(TypeCode.fits(TypeCode.of(MpiType.INT, 1), 4, type, 1));
        assertFalse(TypeCode.fits(TypeCode.of(MpiType.INT, 3), 12, type, 1));
        assertTrue(TypeCode.fits(TypeCode.of(type, 1), 12, type, 5));
        assertTrue(TypeCode.fits(TypeCode.of(MpiType.PACKED, 12), 12, type, 1));
        assertTrue(TypeCode.fits(TypeCode.of(MpiType.FLOAT, 0), 0, MpiType.INT, 3));
    }

    @Test
    void shouldMatchOnlyTheSameSequence() {
        for (int i = 0; i < TRIES; i++) {
            RandomType one = RandomType.of(random, null);
            RandomType other = RandomType.of(random, null);
            int count = random.nextInt(3);
            MessageSignature mine = MessageSignature.of(one.type(), count);
            boolean same = kinds(one, count).equals(kinds(other, 2));
            assertEquals(same, mine.matches(MessageSignature.of(other.type(), 2)), mine.text());
            List<BaseType> kinds = kinds(one, count);
            assertTrue(mine.matches(MessageSignature.of(struct(kinds), 1)), mine.text());
            assertEquals(
                    mine.sequence(), MessageSignature.of(one.type(), 1).times(count).sequence());
        }
    }

    @Test
    void shouldDescribeATypeBriefly() {
        MpiType pair = struct(List.of(BaseType.INT, BaseType.DOUBLE, BaseType.DOUBLE));
        assertEquals("(MPI.INT, 2 x MPI.DOUBLE)", TypeCode.nameOf(pair));
        assertEquals("3 x (MPI.INT, 2 x MPI.DOUBLE)", MessageSignature.of(pair, 3).toString());
        assertEquals("6 x MPI.INT", MessageSignature.of(MpiType.INT2, 3).toString());
        BaseType[] many = new BaseType[500];
        Arrays.setAll(many, i -> i % 2 == 0 ? BaseType.INT : BaseType.LONG);
        String text = MessageSignature.of(struct(List.of(many)), 1).toString();
        assertTrue(text.length() < 120 && text.endsWith(", ...)"), text);
    }
}
