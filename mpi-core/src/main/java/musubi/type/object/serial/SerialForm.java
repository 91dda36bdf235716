package musubi.type.object.serial;

import musubi.type.object.EncodedObjects;
import musubi.type.object.ObjectLimits;
import musubi.type.object.Refusal;
import musubi.type.object.StreamFilters;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputFilter;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.ObjectStreamClass;
import java.io.ObjectStreamConstants;
import java.nio.ByteBuffer;

/** The form of the JDK, for all serialisable objects. Thread rule: any thread. */
public final class SerialForm {
    private static final int SMALL = 512;

    private final ObjectInputFilter filter;
    private final ObjectLimits limits;

    /** A form with a filter and limits. */
    public SerialForm(ObjectInputFilter filter, ObjectLimits limits) {
        this.filter = filter;
        this.limits = limits;
    }

    /** Bytes that go out of reach without a copy. */
    private static final class Bytes extends ByteArrayOutputStream {
        Bytes() {
            super(SMALL);
        }

        EncodedObjects encoded() {
            return new EncodedObjects(buf, count);
        }
    }

    /**
     * Encodes objects behind their count.
     *
     * @throws IOException of the JDK, or of a class of the program
     */
    public EncodedObjects encode(Object[] objects, int offset, int count) throws IOException {
        Bytes bytes = new Bytes();
        bytes.writeBytes(ByteBuffer.allocate(Integer.BYTES).putInt(count).array());
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            for (int i = 0; i < count; i++) {
                out.writeObject(objects[offset + i]);
            }
            out.flush();
            return bytes.encoded();
        }
    }

    /** Whether this is the beginning of the form. */
    public static boolean isHeader(byte[] bytes, int at) {
        return ByteBuffer.wrap(bytes).getShort(at) == ObjectStreamConstants.STREAM_MAGIC;
    }

    /**
     * Decodes objects into an array.
     *
     * @throws Refusal when the message is damaged or not admitted
     */
    public void decode(byte[] bytes, int start, int end, Object[] to, int offset, int count)
            throws IOException, ClassNotFoundException {
        ObjectGuard guard =
                new ObjectGuard(
                        StreamFilters.forSerial(filter), limits, bytes, start, end - start, count);
        try (ObjectInputStream in = new LoadingInput(bytes, start, end - start, guard)) {
            for (int i = 0; i < count; i++) {
                to[offset + i] = in.readObject();
            }
        } catch (ArrayStoreException | StackOverflowError | OutOfMemoryError e) {
            throw e;
        } catch (IOException | ClassNotFoundException | RuntimeException | Error e) {
            if (guard.refusal() != null) {
                throw new Refusal(guard.refusal(), e);
            }
            throw e;
        }
    }

    /**
     * Resolves classes by the context class loader, which ranks of one JVM have each of their own.
     */
    private static final class LoadingInput extends ObjectInputStream {
        private final ObjectGuard guard;

        LoadingInput(byte[] bytes, int start, int length, ObjectGuard guard) throws IOException {
            super(new ByteArrayInputStream(bytes, start, length));
            this.guard = guard;
            setObjectInputFilter(guard);
            enableResolveObject(true);
        }

        @Override
        protected Object resolveObject(Object object) throws IOException {
            guard.resolved(object);
            return object;
        }

        @Override
        protected Class<?> resolveClass(ObjectStreamClass description)
                throws IOException, ClassNotFoundException {
            ClassLoader loader = Thread.currentThread().getContextClassLoader();
            try {
                return Class.forName(description.getName(), false, loader);
            } catch (ClassNotFoundException _) {
                return super.resolveClass(description);
            }
        }
    }
}
