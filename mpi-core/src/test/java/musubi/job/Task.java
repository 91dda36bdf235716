package musubi.job;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.util.HashMap;
import java.util.Map;

/** A serialised {@link RankRunner.Work}, sent to the JVM of a rank, which runs its lambda. */
public record Task(
        Map<String, String> settings,
        IsolatedJob.Program program,
        boolean initialise,
        boolean finish)
        implements Serializable {

    /** The bytes to send. */
    public static byte[] encode(RankRunner.Work work) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(new HashMap<>(work.settings()));
            out.writeObject(work.program());
            out.writeBoolean(work.initialise());
            out.writeBoolean(work.finish());
        }
        return bytes.toByteArray();
    }

    static Task decode(byte[] bytes) throws IOException, ClassNotFoundException {
        try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes))) {
            Map<String, String> settings = new HashMap<>();
            ((Map<?, ?>) in.readObject())
                    .forEach((name, value) -> settings.put((String) name, (String) value));
            IsolatedJob.Program program = (IsolatedJob.Program) in.readObject();
            return new Task(settings, program, in.readBoolean(), in.readBoolean());
        }
    }
}
