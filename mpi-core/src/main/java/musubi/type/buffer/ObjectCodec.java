package musubi.type.buffer;

import musubi.error.ErrorClass;
import musubi.error.MpiFailure;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.NotSerializableException;
import java.io.ObjectInputFilter;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.ObjectStreamClass;
import java.nio.ByteBuffer;

/**
 * Serialisation of {@code MPI.OBJECT}. Received objects are deserialised under a restrictive
 * filter, so that a peer cannot create objects of arbitrary library classes in this rank (JEP 290).
 *
 * <p>Thread rule: immutable; any thread.
 */
public final class ObjectCodec {
    /**
     * The default filter admits the value types and collections of the JDK with their parts (locks,
     * formats, time zones, lambdas as comparators), arrays of them, and classes from outside the
     * JDK and the well-known gadget packages. The depth suffices for long chains and deep trees of
     * objects; a stack overflow is caught.
     */
    public static final String DEFAULT_FILTER =
            "maxdepth=100000;maxrefs=50000000;maxarray=1000000000;"
                + "java.lang.*;java.lang.invoke.SerializedLambda;"
                + "java.math.*;java.time.*;java.time.chrono.*;"
                + "java.text.*;sun.util.calendar.ZoneInfo;"
                + "java.net.URI;java.net.InetAddress;java.net.Inet4Address;java.net.Inet6Address;"
                + "java.net.InetSocketAddress;java.net.SocketAddress;java.io.File;"
                + "java.util.*;java.util.concurrent.*;java.util.concurrent.atomic.*;"
                + "java.util.concurrent.locks.*;java.util.regex.Pattern;"
                + "java.sql.Date;java.sql.Time;java.sql.Timestamp;javax.crypto.spec.*;"
                + "java.awt.Color;java.awt.Dimension;java.awt.Insets;java.awt.Point;"
                + "java.awt.Polygon;java.awt.Rectangle;java.awt.geom.*;"
                + "!java.**;!javax.**;!jdk.**;!sun.**;!com.sun.**;"
                + "!org.apache.commons.collections.**;!org.apache.commons.collections4.**;"
                + "!org.apache.commons.beanutils.**;!org.codehaus.groovy.**;!groovy.**;"
                + "!org.springframework.**;!com.mchange.**;!bsh.**;!clojure.**;"
                + "!org.hibernate.**;!org.python.**;!org.mozilla.javascript.**;!com.rometools.**;*";

    private static final int COUNT_BYTES = 4;

    private final ObjectInputFilter filter;

    /**
     * A codec.
     *
     * @param pattern a filter in the syntax of {@link ObjectInputFilter.Config#createFilter}; null
     *     for {@link #DEFAULT_FILTER}
     */
    public ObjectCodec(String pattern) {
        filter = ObjectInputFilter.Config.createFilter(pattern == null ? DEFAULT_FILTER : pattern);
    }

    /**
     * Serialises {@code count} objects of an array: the count as 4 bytes, high byte first, then a
     * serial stream.
     *
     * @throws MpiFailure of class TYPE when one is not serialisable, BUFFER when the array is too
     *     small
     */
    public byte[] encode(Object buffer, long offset, long count) {
        Object[] objects = checkedArray(buffer, offset, count);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        bytes.writeBytes(ByteBuffer.allocate(COUNT_BYTES).putInt((int) count).array());
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            for (int i = 0; i < count; i++) {
                out.writeObject(objects[(int) offset + i]);
            }
        } catch (NotSerializableException e) {
            throw new MpiFailure(ErrorClass.TYPE, "an object for MPI.OBJECT is not serialisable", e)
                    .with("class", e.getMessage())
                    .advice("let the class implement java.io.Serializable");
        } catch (IOException | RuntimeException | StackOverflowError e) {
            // From a program's own writeObject, or from a long chain of objects.
            throw new MpiFailure(
                    ErrorClass.TYPE, "cannot serialise an object for MPI.OBJECT: " + e, e);
        }
        return bytes.toByteArray();
    }

    /**
     * As {@link #encode(Object, long, long)}, of the objects of items.
     *
     * @throws MpiFailure of class COUNT too
     */
    public byte[] encode(TypedBuffer items, Packer packer) {
        if (items.type.isContiguous()) {
            return encode(items.buffer, items.offset, items.packedBytes());
        }
        Object[] picked = packer.gatherObjects(items);
        return encode(picked, 0, picked.length);
    }

    /** Number of objects in an encoded message, from its first 4 bytes. */
    public static int countOf(byte[] bytes) {
        return ByteBuffer.wrap(bytes).getInt();
    }

    /**
     * Decodes the objects of a message into an array.
     *
     * @param length bytes of the message in {@code bytes}
     * @param room maximum number of objects, the count of the receive
     * @throws MpiFailure of class TRUNCATE when there are more, TYPE when the filter or the class
     *     loader refuses a class
     */
    public void decode(byte[] bytes, int length, Object buffer, long offset, long room) {
        int count = countOf(bytes);
        if (count > room) {
            throw new MpiFailure(
                            ErrorClass.TRUNCATE, "the message has more objects than the receive")
                    .with("sent", count, "count", room);
        }
        Object[] objects = checkedArray(buffer, offset, count);
        RefusalRecorder recorder = new RefusalRecorder(filter);
        try (ObjectInputStream in = new LoadingInput(bytes, length, recorder)) {
            for (int i = 0; i < count; i++) {
                objects[(int) offset + i] = in.readObject();
            }
        } catch (IOException
                | ClassNotFoundException
                | LinkageError
                | RuntimeException
                | StackOverflowError e) {
            // Exceptions of a program's own readObject must not reach the progress engine.
            throw new MpiFailure(ErrorClass.TYPE, recorder.explain(e), e);
        }
    }

    /**
     * As {@link #decode(byte[], int, Object, long, long)}, to the objects of items.
     *
     * @throws MpiFailure of class TRUNCATE or TYPE
     */
    public void decode(byte[] bytes, int length, TypedBuffer items, Packer packer) {
        if (items.type.isContiguous()) {
            decode(bytes, length, items.buffer, items.offset, items.packedBytes());
            return;
        }
        Object[] objects = new Object[countOf(bytes)];
        decode(bytes, length, objects, 0, items.packedBytes());
        packer.scatterObjects(items, objects, objects.length);
    }

    /** Records the class that the filter refuses, which the exception lacks. */
    private static final class RefusalRecorder implements ObjectInputFilter {
        private final ObjectInputFilter filter;
        private String refused;

        RefusalRecorder(ObjectInputFilter filter) {
            this.filter = filter;
        }

        @Override
        public Status checkInput(FilterInfo info) {
            Status status = filter.checkInput(info);
            if (status == Status.REJECTED) {
                refused =
                        info.serialClass() == null
                                ? "limits: depth=%s references=%s array length=%s"
                                        .formatted(
                                                info.depth(), info.references(), info.arrayLength())
                                : "class=" + info.serialClass().getName();
            }
            return status;
        }

        String explain(Throwable failure) {
            return refused == null
                    ? "cannot deserialise received objects of MPI.OBJECT: " + failure
                    : "the object filter refuses received objects of MPI.OBJECT: "
                            + refused
                            + "; to allow it set musubi.object.filter, a pattern as of JEP 290, for"
                            + " example with mpiexec -Dmusubi.object.filter='*'";
        }
    }

    /**
     * Checks that a buffer is an array with room for objects.
     *
     * @return the buffer
     * @throws MpiFailure of class COUNT, TYPE or BUFFER
     */
    public static Object[] checkedArray(Object buffer, long offset, long count) {
        if (count < 0) {
            throw new MpiFailure(ErrorClass.COUNT, "count must not be negative")
                    .with("count", count, "type", "MPI.OBJECT");
        }
        if (buffer == null && count == 0) {
            return new Object[0];
        }
        if (!(buffer instanceof Object[] objects)) {
            throw new MpiFailure(ErrorClass.TYPE, "MPI.OBJECT needs an Object[]")
                    .with("buffer", buffer == null ? "null" : buffer.getClass().getSimpleName());
        }
        if (offset < 0 || count > objects.length - offset) {
            throw new MpiFailure(ErrorClass.BUFFER, "the buffer is too small")
                    .with("buffer", "Object[" + objects.length + "]", "offset", offset)
                    .with("needed", count);
        }
        return objects;
    }

    /**
     * Resolves classes by the context class loader, which ranks of one JVM have each of their own.
     */
    private static final class LoadingInput extends ObjectInputStream {
        LoadingInput(byte[] bytes, int length, ObjectInputFilter filter) throws IOException {
            super(new ByteArrayInputStream(bytes, COUNT_BYTES, length - COUNT_BYTES));
            setObjectInputFilter(filter);
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
