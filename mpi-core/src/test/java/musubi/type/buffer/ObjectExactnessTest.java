package musubi.type.buffer;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import musubi.error.ErrorClass;
import musubi.error.MpiFailure;
import musubi.type.object.graph.GraphForm;

import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;

import java.io.Externalizable;
import java.io.IOException;
import java.io.ObjectInput;
import java.io.ObjectInputStream;
import java.io.ObjectOutput;
import java.io.Serializable;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;

/** Objects arrive as the serialisation of the JDK would carry them. */
class ObjectExactnessTest {
    private final ObjectCodec codec = new ObjectCodec("*");

    private Object carried(Object object, boolean isCompact) {
        byte[] bytes = codec.encode(new Object[] {object}, 0, 1).toArray();
        assertEquals(isCompact, GraphForm.isHeader(bytes, Integer.BYTES), "compact form");
        Object[] got = new Object[1];
        codec.decode(bytes, bytes.length, got, 0, 1);
        return got[0];
    }

    /** Numbers whose bits a conversion could change. */
    static final class Numbers implements Serializable {
        private static final long serialVersionUID = 1L;
        private final double zero = Double.parseDouble("-0.0");
        private final double nan;
        private final float small;
        private final Serializable boxed;

        Numbers(double nan, float small) {
            this.nan = nan;
            this.small = small;
            boxed = nan;
        }
    }

    @Test
    void shouldKeepEachBitWhenNumbersAreNoNumbers() {
        double nan = Double.longBitsToDouble(0x7FF8_0000_1234_5678L);
        float small = Float.intBitsToFloat(0x7FC0_1234);
        Numbers got = (Numbers) carried(new Numbers(nan, small), true);
        assertEquals(Double.doubleToRawLongBits(-0.0), Double.doubleToRawLongBits(got.zero));
        assertEquals(0x7FF8_0000_1234_5678L, Double.doubleToRawLongBits(got.nan));
        assertEquals(0x7FC0_1234, Float.floatToRawIntBits(got.small));
        assertEquals(0x7FF8_0000_1234_5678L, Double.doubleToRawLongBits(((Double) got.boxed)));
        double[] array = (double[]) carried(new double[] {nan, -0.0}, true);
        assertEquals(0x7FF8_0000_1234_5678L, Double.doubleToRawLongBits(array[0]));
        assertEquals(Long.MIN_VALUE, Double.doubleToRawLongBits(array[1]));
    }

    @Test
    void shouldKeepEachCharacterWhenATextHasSurrogates() {
        String pair = "\ud83d\ude00";
        for (String part : List.of("", "?", "\u00ff", "\u0100", pair, "\ud83d", "\ude00x", "\0")) {
            for (int times : new int[] {1, 31, 32, 33, 63, 64, 65, 200}) {
                String text = part.repeat(times);
                assertEquals(text, carried(text, true));
                assertEquals("a" + text + "?", carried("a" + text + "?", true));
            }
        }
    }

    /** A class with an inner class. */
    static final class Outer implements Serializable {
        private static final long serialVersionUID = 1L;
        private int value;
        private Inner inner;

        /** An object of an object. */
        final class Inner implements Serializable {
            private static final long serialVersionUID = 1L;

            int outer() {
                return value;
            }
        }
    }

    @Test
    void shouldKeepTheOuterObjectWhenAClassIsInner() {
        Outer outer = new Outer();
        outer.value = 9;
        outer.inner = outer.new Inner();
        Outer got = (Outer) carried(outer, true);
        assertNotSame(outer, got);
        got.value = 11;
        assertEquals(11, got.inner.outer());
    }

    /** A class whose constructor is for one caller only. */
    static final class Guarded implements Serializable {
        private static final long serialVersionUID = 1L;
        private final transient int initial = Integer.parseInt("3");
        private final int value;

        private Guarded(int value) {
            if (value < 0) {
                throw new IllegalArgumentException();
            }
            this.value = value;
        }
    }

    @Test
    void shouldNotCallAConstructorOfASerialisableClass() {
        Guarded got = (Guarded) carried(new Guarded(5), true);
        assertEquals(5, got.value);
        assertEquals(0, got.initial);
    }

    /** A class that writes itself. */
    public static final class Own implements Externalizable {
        private static final long serialVersionUID = 1L;
        private transient int value;

        /** For the JDK. */
        public Own() {}

        @Override
        public void writeExternal(ObjectOutput out) throws IOException {
            out.writeInt(value);
        }

        @Override
        public void readExternal(ObjectInput in) throws IOException {
            value = in.readInt() + 1;
        }
    }

    /** A superclass that reads itself. */
    static class Reading implements Serializable {
        private static final long serialVersionUID = 1L;
        protected int value;

        private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
            in.defaultReadObject();
            value += 100;
        }
    }

    /** A subclass without methods for its form. */
    static final class ReadingChild extends Reading {
        private static final long serialVersionUID = 1L;
    }

    /** A class that sends another in its place. */
    static final class Replaced implements Serializable {
        private static final long serialVersionUID = 1L;

        private Object writeReplace() {
            return "replacement";
        }
    }

    /** A function that can be sent. */
    interface SerialSupplier extends Supplier<Object>, Serializable {}

    /** A handler of a proxy. */
    record Answer(Object value) implements InvocationHandler, Serializable {
        @Override
        public Object invoke(Object proxy, Method method, Object[] arguments) {
            return value;
        }
    }

    @Test
    void shouldUseTheFormOfTheJdkWhenAClassHasOneOfItsOwn() {
        Own own = new Own();
        own.value = 1;
        assertEquals(2, ((Own) carried(own, false)).value);
        assertEquals(100, ((Reading) carried(new ReadingChild(), false)).value);
        assertEquals("replacement", carried(new Replaced(), false));
        int seven = Integer.parseInt("7");
        SerialSupplier lambda = () -> seven;
        assertEquals(7, ((SerialSupplier) carried(lambda, false)).get());
        Object proxy =
                Proxy.newProxyInstance(
                        getClass().getClassLoader(),
                        new Class<?>[] {Supplier.class},
                        new Answer(5));
        assertEquals(5, ((Supplier<?>) carried(proxy, false)).get());
        Throwable failure = new IllegalStateException("text");
        assertEquals("text", ((Throwable) carried(failure, false)).getMessage());
        Object[] mixed = (Object[]) carried(new Object[] {"a", own, own, null}, false);
        assertSame(mixed[1], mixed[2]);
    }

    @Test
    void shouldNameTheClassWhenItIsNotSerialisable() {
        for (Object bad : List.of(new Thread(), List.of(new Thread()), Map.of("a", new Thread()))) {
            MpiFailure failure =
                    Assertions.assertThrows(
                            MpiFailure.class, () -> codec.encode(new Object[] {"a", bad}, 0, 2));
            assertEquals(ErrorClass.TYPE, failure.errorClass());
            assertTrue(failure.getMessage().contains("java.lang.Thread"), failure.getMessage());
            assertTrue(failure.getMessage().contains("not serialisable"), failure.getMessage());
        }
    }

    @Test
    void shouldCarryElementsThatAreNullOrRepeated() {
        Object[] shared = {1, null};
        Object[] sent = {null, shared, "b", shared, null, sent()};
        byte[] bytes = codec.encode(sent, 0, sent.length).toArray();
        Object[] got = new Object[9];
        got[8] = "kept";
        codec.decode(bytes, bytes.length, got, 1, 7);
        assertSame(got[2], got[4]);
        assertArrayEquals(shared, (Object[]) got[2]);
        assertEquals(Arrays.asList("b", "kept"), Arrays.asList(got[3], got[8]));
        Object[] few = new Object[5];
        MpiFailure failure =
                Assertions.assertThrows(
                        MpiFailure.class, () -> codec.decode(bytes, bytes.length, few, 0, 5));
        assertEquals(ErrorClass.TRUNCATE, failure.errorClass());
        assertArrayEquals(new Object[5], few);
    }

    private static Object sent() {
        Object[] itself = new Object[1];
        itself[0] = itself;
        return itself;
    }

    /** The size of a concurrent map is that of the entries that are written. */
    @Test
    void shouldCarryAConcurrentMapWhenAnotherThreadChangesIt() throws InterruptedException {
        Map<Integer, Integer> map = new ConcurrentHashMap<>();
        AtomicBoolean isDone = new AtomicBoolean();
        Thread other =
                new Thread(
                        () -> {
                            for (int i = 0; !isDone.get(); i++) {
                                map.put(i % 512, i);
                                map.remove((i + 256) % 512);
                            }
                        });
        other.start();
        try {
            for (int i = 0; i < 300; i++) {
                assertFalse(((Map<?, ?>) carried(map, true)).size() > 512);
            }
        } finally {
            isDone.set(true);
            other.join();
        }
    }

    @Test
    void shouldCarryObjectsWhenMessagesAlternateBetweenTheForms() {
        for (int i = 0; i < 50; i++) {
            byte[] serial = codec.encode(new Object[] {"a", new Own()}, 0, 2).toArray();
            assertFalse(GraphForm.isHeader(serial, Integer.BYTES));
            assertEquals("a", carried("a", true));
        }
    }
}
