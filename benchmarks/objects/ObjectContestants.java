
import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import com.esotericsoftware.kryo.util.DefaultInstantiatorStrategy;

import musubi.type.buffer.ObjectCodec;
import musubi.type.object.EncodedObjects;

import org.apache.fory.Fory;
import org.apache.fory.config.Language;
import org.objenesis.strategy.StdInstantiatorStrategy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;

/** Ways to carry an object from one rank to another. */
final class ObjectContestants {
    private static final List<Class<?>> CLASSES =
            List.of(
                    ObjectMessages.Reading.class,
                    ObjectMessages.Color.class,
                    ObjectMessages.Particle.class,
                    ObjectMessages.Node.class,
                    ObjectMessages.Vertex.class,
                    ObjectMessages.Vertex[].class,
                    Object[].class,
                    double[].class,
                    ArrayList.class,
                    HashMap.class);

    private ObjectContestants() {}

    /** Encodes and decodes. */
    interface Contestant {
        /** The object on the other side. */
        Object roundTrip(Object object) throws IOException, ClassNotFoundException;
    }

    static Contestant of(String name) {
        return switch (name) {
            case "jdk" -> ObjectContestants::jdk;
            case "musubi" -> musubi();
            case "kryo" -> kryo(false);
            case "kryoRegistered" -> kryo(true);
            case "fory" -> fory(false);
            case "foryRegistered" -> fory(true);
            default -> throw new IllegalArgumentException(name);
        };
    }

    private static Object jdk(Object object) throws IOException, ClassNotFoundException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(object);
        }
        byte[] message = bytes.toByteArray();
        try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(message))) {
            return in.readObject();
        }
    }

    private static Contestant musubi() {
        ObjectCodec codec = new ObjectCodec(null);
        Object[] sent = new Object[1];
        Object[] got = new Object[1];
        return object -> {
            sent[0] = object;
            EncodedObjects message = codec.encode(sent, 0, 1);
            codec.decode(message.bytes(), message.length(), got, 0, 1);
            return got[0];
        };
    }

    private static Contestant kryo(boolean registered) {
        Kryo kryo = new Kryo();
        kryo.setReferences(true);
        kryo.setRegistrationRequired(registered);
        kryo.setInstantiatorStrategy(
                new DefaultInstantiatorStrategy(new StdInstantiatorStrategy()));
        if (registered) {
            CLASSES.forEach(kryo::register);
        }
        Output out = new Output(4096, -1);
        return object -> {
            out.reset();
            kryo.writeClassAndObject(out, object);
            byte[] message = out.toBytes();
            return kryo.readClassAndObject(new Input(message));
        };
    }

    private static Contestant fory(boolean registered) {
        Fory fory =
                Fory.builder()
                        .withLanguage(Language.JAVA)
                        .withRefTracking(true)
                        .requireClassRegistration(registered)
                        .build();
        if (registered) {
            CLASSES.forEach(fory::register);
        }
        return object -> fory.deserialize(fory.serialize(object));
    }
}
