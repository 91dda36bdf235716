package musubi.job;

import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.InetAddress;
import java.net.Socket;

/**
 * A rank in its own JVM that runs one test after the other, each between its own Init and Finalize:
 * starting a JVM for each rank of each test would take minutes. The test JVM sends {@link
 * RankRunner.Work} over a loopback socket and gets back an empty text or a stack trace.
 */
public final class ResidentRank {
    private static final int LONGEST_ANSWER = 20_000;

    private ResidentRank() {}

    /** Connects to the port of the test JVM and works until that closes the connection. */
    public static void main(String[] args) throws IOException, ClassNotFoundException {
        try (Socket socket =
                new Socket(InetAddress.getLoopbackAddress(), Integer.parseInt(args[0]))) {
            DataOutputStream answers = new DataOutputStream(socket.getOutputStream());
            answers.writeInt(Integer.parseInt(System.getenv("PMI_RANK")));
            answers.writeLong(ProcessHandle.current().pid());
            ObjectInputStream tasks = new ObjectInputStream(socket.getInputStream());
            work(tasks, answers);
        }
    }

    private static void work(ObjectInputStream tasks, DataOutputStream answers)
            throws IOException, ClassNotFoundException {
        try {
            while (tasks.readObject() instanceof byte[] task) {
                answers.writeUTF(answer(task));
            }
        } catch (EOFException e) {
            // No more work.
            return;
        }
    }

    private static String answer(byte[] task) {
        try {
            run(task);
            return "";
        } catch (InvocationTargetException e) {
            return text(e.getCause());
        } catch (Exception | Error e) {
            return text(e);
        }
    }

    private static void run(byte[] task) throws Exception {
        Task read = Task.decode(task);
        read.settings().forEach((name, value) -> System.setProperty("musubi." + name, value));
        try {
            Class<?> mpi = Class.forName("mpi.MPI");
            if (read.initialise()) {
                mpi.getMethod("Init", String[].class).invoke(null, (Object) new String[0]);
            }
            read.program().run();
            if (read.finish()) {
                Method finish = mpi.getMethod("Finalize");
                finish.invoke(null);
            }
        } finally {
            read.settings().keySet().forEach(name -> System.clearProperty("musubi." + name));
        }
    }

    private static String text(Throwable failure) {
        StringBuilder text = new StringBuilder();
        for (Throwable t = failure; t != null; t = t.getCause()) {
            text.append(t).append('\n');
            for (StackTraceElement element : t.getStackTrace()) {
                text.append("    at ").append(element).append('\n');
            }
        }
        return text.substring(0, Math.min(text.length(), LONGEST_ANSWER));
    }
}
