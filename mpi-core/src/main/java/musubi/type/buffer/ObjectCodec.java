package musubi.type.buffer;

import musubi.error.ErrorClass;
import musubi.error.MpiFailure;
import musubi.type.object.EncodedObjects;
import musubi.type.object.ObjectLimits;

import java.io.IOException;
import java.io.NotSerializableException;
import java.io.ObjectInputFilter;
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
     * JDK and the well-known gadget packages.
     */
    public static final String DEFAULT_FILTER =
            "java.lang.*;java.lang.invoke.SerializedLambda;"
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

    private final ObjectForms forms;

    /** A codec with the limits {@link ObjectLimits#DEFAULT}. */
    public ObjectCodec(String pattern) {
        this(pattern, ObjectLimits.DEFAULT);
    }

    /**
     * A codec.
     *
     * @param pattern a filter in the syntax of {@link ObjectInputFilter.Config#createFilter}; null
     *     for {@link #DEFAULT_FILTER}
     * @param limits of each message
     */
    public ObjectCodec(String pattern, ObjectLimits limits) {
        forms = new ObjectForms(pattern == null ? DEFAULT_FILTER : pattern, limits);
    }

    /**
     * Encodes {@code count} objects of an array.
     *
     * @throws MpiFailure of class TYPE when one is not serialisable, BUFFER when the array is too
     *     small, NO_MEM when the memory does not suffice
     */
    public EncodedObjects encode(Object buffer, long offset, long count) {
        Object[] objects = checkedArray(buffer, offset, count);
        try {
            return forms.encode(objects, (int) offset, (int) count);
        } catch (NotSerializableException e) {
            throw new MpiFailure(ErrorClass.TYPE, "an object for MPI.OBJECT is not serialisable", e)
                    .with("class", e.getMessage())
                    .advice("let the class implement java.io.Serializable");
        } catch (StackOverflowError e) {
            throw tooDeep("cannot serialise objects for MPI.OBJECT", e);
        } catch (OutOfMemoryError e) {
            throw new MpiFailure(
                            ErrorClass.NO_MEM, "no memory for the serial form of MPI.OBJECT", e)
                    .with("objects", count)
                    .advice(
                            "increase the heap with -Xmx, or send fewer objects in a message; the"
                                    + " serial form of a message is shorter than 2 GiB");
        } catch (IOException | RuntimeException | Error e) {
            // From a program's own writeObject.
            throw new MpiFailure(
                    ErrorClass.TYPE, "cannot serialise an object for MPI.OBJECT: " + e, e);
        }
    }

    /**
     * As {@link #encode(Object, long, long)}, of the objects of items.
     *
     * @throws MpiFailure of class COUNT too
     */
    public EncodedObjects encode(TypedBuffer items, Packer packer) {
        if (items.type.isContiguous()) {
            return encode(items.buffer, items.offset, items.packedBytes());
        }
        Object[] picked = packer.gatherObjects(items);
        return encode(picked, 0, picked.length);
    }

    private static MpiFailure tooDeep(String what, StackOverflowError e) {
        return new MpiFailure(
                        ErrorClass.TYPE,
                        what + ": they are nested too deeply for the stack of the thread",
                        e)
                .advice("use a larger stack with -Xss, or an array in place of a chain of objects");
    }

    /**
     * Number of objects in an encoded message, from its first 4 bytes.
     *
     * @param length bytes of the message
     * @return 0 for a message that is too short; at most one for each byte
     */
    public static int countOf(byte[] bytes, int length) {
        int count = length < ObjectForms.SHORTEST_BYTES ? 0 : ByteBuffer.wrap(bytes).getInt();
        return Math.clamp(count, 0, length);
    }

    /**
     * Decodes the objects of a message into an array.
     *
     * @param length bytes of the message in {@code bytes}
     * @param room maximum number of objects, the count of the receive
     * @throws MpiFailure of class TRUNCATE when there are more; TYPE when the message is none of
     *     objects or damaged, the filter or the class loader refuses a class, or a limit is
     *     exceeded; NO_MEM when the memory does not suffice
     */
    public void decode(byte[] bytes, int length, Object buffer, long offset, long room) {
        int count = checkedCount(bytes, length, room);
        Object[] objects = checkedArray(buffer, offset, count);
        try {
            forms.decode(bytes, length, objects, (int) offset, count);
        } catch (ArrayStoreException e) {
            throw new MpiFailure(ErrorClass.TYPE, "the array cannot hold the received objects", e)
                    .with("array", buffer.getClass().getSimpleName())
                    .with("object", e.getMessage())
                    .advice("receive into an Object[], or an array of the class that is sent");
        } catch (StackOverflowError e) {
            throw tooDeep("cannot deserialise received objects of MPI.OBJECT", e);
        } catch (OutOfMemoryError e) {
            throw new MpiFailure(
                            ErrorClass.NO_MEM, "no memory for received objects of MPI.OBJECT", e)
                    .with("objects", count, "message", length + " bytes")
                    .advice("increase the heap with -Xmx");
        } catch (IOException | ClassNotFoundException | RuntimeException | Error e) {
            // Exceptions of a program's own readObject must not reach the progress engine, nor
            // errors of the library, whose immutable maps throw InternalError for damaged content.
            String refusal = ObjectForms.refusal(e);
            throw new MpiFailure(
                    ErrorClass.TYPE,
                    refusal != null
                            ? refusal
                            : "cannot deserialise received objects of MPI.OBJECT: " + e,
                    e);
        }
    }

    private static int checkedCount(byte[] bytes, int length, long room) {
        boolean isMessage = ObjectForms.isMessage(bytes, length);
        int count = isMessage ? ByteBuffer.wrap(bytes).getInt() : -1;
        if (count < 0 || count > length - ObjectForms.SHORTEST_BYTES) {
            throw new MpiFailure(
                            ErrorClass.TYPE, "the message is not a whole one of MPI.OBJECT objects")
                    .with("length", length + " bytes")
                    .advice("send and receive with MPI.OBJECT");
        }
        if (count > room) {
            throw new MpiFailure(
                            ErrorClass.TRUNCATE, "the message has more objects than the receive")
                    .with("sent", count, "count", room)
                    .advice("receive with a larger count");
        }
        return count;
    }

    /**
     * As {@link #decode(byte[], int, Object, long, long)}, to the objects of items.
     *
     * @throws MpiFailure of class TRUNCATE, TYPE or NO_MEM
     */
    public void decode(byte[] bytes, int length, TypedBuffer items, Packer packer) {
        if (items.type.isContiguous()) {
            decode(bytes, length, items.buffer, items.offset, items.packedBytes());
            return;
        }
        Object[] objects = new Object[checkedCount(bytes, length, items.packedBytes())];
        decode(bytes, length, objects, 0, items.packedBytes());
        packer.scatterObjects(items, objects, objects.length);
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
}
