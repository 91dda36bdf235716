package musubi.type.buffer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import musubi.error.MpiFailure;
import musubi.type.object.graph.GraphForm;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.io.InputStream;
import java.io.Serializable;
import java.lang.classfile.ClassFile;
import java.lang.classfile.FieldModel;
import java.lang.classfile.attribute.ConstantValueAttribute;
import java.lang.ref.WeakReference;
import java.lang.reflect.Constructor;

/** Classes of several class loaders, as ranks in one JVM or of another version have them. */
class ObjectClassLoadersTest {
    private static final String INITIALISED = "musubi.test.object.initialised";
    private static final int COLLECTIONS = 100;
    private static final int MANY = 6000;

    private final ClassLoader before = Thread.currentThread().getContextClassLoader();
    private final ObjectCodec codec = new ObjectCodec("*");

    @AfterEach
    void restore() {
        Thread.currentThread().setContextClassLoader(before);
        System.clearProperty(INITIALISED);
    }

    /** A class that is loaded several times. */
    static final class Specimen implements Serializable {
        private static final long serialVersionUID = 1L;
        private final Serializable next = null;
        private final int value = Integer.parseInt("4");

        @Override
        public String toString() {
            return next + " " + value;
        }
    }

    /** A class that shows when it is initialised. */
    static final class Visible implements Serializable {
        private static final long serialVersionUID = 1L;
        private final int value = Integer.parseInt("4");

        static {
            System.setProperty(INITIALISED, "yes");
        }

        @Override
        public String toString() {
            return "" + value;
        }
    }

    /** Loads the classes of this test by itself, with a version of its own. */
    private static final class Loader extends ClassLoader {
        private final long version;

        Loader(long version) {
            super(ObjectClassLoadersTest.class.getClassLoader());
            this.version = version;
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (!name.startsWith(ObjectClassLoadersTest.class.getName() + "$")) {
                return super.loadClass(name, resolve);
            }
            synchronized (getClassLoadingLock(name)) {
                Class<?> known = findLoadedClass(name);
                return known != null ? known : define(name);
            }
        }

        private Class<?> define(String name) throws ClassNotFoundException {
            String file = name.substring(name.lastIndexOf('.') + 1) + ".class";
            try (InputStream in = ObjectClassLoadersTest.class.getResourceAsStream(file)) {
                byte[] bytes = withVersion(in.readAllBytes(), version);
                return defineClass(name, bytes, 0, bytes.length);
            } catch (IOException e) {
                throw new ClassNotFoundException(name, e);
            }
        }

        /** An object of a class of this loader. */
        Object make(Class<?> like) {
            try {
                Constructor<?> made = loadClass(like.getName(), false).getDeclaredConstructor();
                made.setAccessible(true);
                return made.newInstance();
            } catch (ReflectiveOperationException e) {
                throw new AssertionError(e);
            }
        }
    }

    private static byte[] withVersion(byte[] bytes, long version) {
        ClassFile file = ClassFile.of();
        return file.transformClass(
                file.parse(bytes),
                (builder, element) -> {
                    if (element instanceof FieldModel field
                            && field.fieldName().equalsString("serialVersionUID")) {
                        builder.withField(
                                field.fieldName(),
                                field.fieldType(),
                                to -> {
                                    to.withFlags(field.flags().flagsMask());
                                    to.with(ConstantValueAttribute.of(version));
                                });
                    } else {
                        builder.with(element);
                    }
                });
    }

    private byte[] encode(Object... objects) {
        byte[] bytes = codec.encode(objects, 0, objects.length).toArray();
        assertTrue(GraphForm.isHeader(bytes, Integer.BYTES), "compact form");
        return bytes;
    }

    private static Object decode(ObjectCodec codec, byte[] bytes, ClassLoader context, int count) {
        Thread.currentThread().setContextClassLoader(context);
        Object[] got = new Object[count];
        codec.decode(bytes, bytes.length, got, 0, count);
        return got[count - 1];
    }

    private static void assertFails(
            String part, ObjectCodec codec, byte[] bytes, ClassLoader context) {
        MpiFailure failure = assertThrows(MpiFailure.class, () -> decode(codec, bytes, context, 1));
        assertTrue(failure.getMessage().contains(part), failure.getMessage());
    }

    @Test
    void shouldTakeTheClassOfTheContextWhenRanksHaveClassLoadersOfTheirOwn() {
        byte[] bytes = encode(new Loader(1).make(Specimen.class));
        for (int i = 0; i < 3; i++) {
            Loader own = new Loader(1);
            Object got = decode(codec, bytes, own, 1);
            assertSame(own, got.getClass().getClassLoader());
            assertEquals("null 4", got.toString());
        }
        assertSame(Specimen.class, decode(codec, bytes, before, 1).getClass());
    }

    @Test
    void shouldNameTheClassWhenItsVersionIsAnother() {
        byte[] bytes = encode(new Loader(7).make(Specimen.class));
        assertFails("class=" + Specimen.class.getName(), codec, bytes, new Loader(8));
        assertFails("serialVersionUID", codec, bytes, before);
        assertNotNull(decode(codec, bytes, new Loader(7), 1));
    }

    @Test
    void shouldNotInitialiseAClassWhenTheFilterRefusesIt() {
        String name = ObjectClassLoadersTest.class.getName() + "$Visible";
        byte[] bytes = encode(new Loader(1).make(Visible.class));
        assertNotNull(System.clearProperty(INITIALISED));
        ObjectCodec strict = new ObjectCodec("!" + name + ";*");
        assertFails("class=" + name, strict, bytes, new Loader(1));
        assertFails("class=" + name, strict, bytes, before);
        // The class is found by the class loader of the library only.
        assertFails("class=" + name, strict, bytes, ClassLoader.getPlatformClassLoader());
        assertNull(System.getProperty(INITIALISED));
        assertEquals("4", decode(codec, bytes, new Loader(1), 1).toString());
        assertNotNull(System.getProperty(INITIALISED));
    }

    /** Sends and receives more objects than code is generated after. */
    private WeakReference<ClassLoader> used() {
        Loader loader = new Loader(1);
        Object[] many = new Object[MANY];
        for (int i = 0; i < MANY; i++) {
            many[i] = loader.make(Specimen.class);
        }
        Object got = decode(codec, encode(many), loader, MANY);
        assertSame(loader, got.getClass().getClassLoader());
        Object array = java.lang.reflect.Array.newInstance(got.getClass(), 2);
        assertNotNull(decode(codec, encode(array), loader, 1));
        return new WeakReference<>(loader);
    }

    @Test
    void shouldReleaseAClassLoaderWhenItsObjectsAreGone() {
        WeakReference<ClassLoader> loader = used();
        Thread.currentThread().setContextClassLoader(before);
        for (int i = 0; i < COLLECTIONS && !loader.refersTo(null); i++) {
            System.gc();
        }
        assertTrue(loader.refersTo(null), "the class loader is in use");
        assertEquals("a", decode(codec, encode("a"), before, 1));
    }
}
