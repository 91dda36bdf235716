package musubi.launch.job;

import musubi.launch.failure.LaunchFailure;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.util.function.Consumer;

/**
 * Receives the signals that ask mpiexec to end, to stop or to go on, and those that it passes on.
 * The JDK offers this in {@code sun.misc} only (module jdk.unsupported, exported for use), and the
 * compiler warns of any mention of it: hence reflection.
 */
public final class Signals {
    private static final String[] NAMES = {"INT", "TERM", "HUP", "USR1", "USR2", "TSTP", "CONT"};

    private Signals() {}

    /**
     * Hands the name of each such signal, without SIG, to this action on a thread of the JVM.
     *
     * @throws LaunchFailure when the JVM does not let signals be handled
     */
    public static void handle(Consumer<String> action) {
        try {
            Class<?> signal = Class.forName("sun.misc.Signal");
            Class<?> handler = Class.forName("sun.misc.SignalHandler");
            InvocationHandler calls =
                    (proxy, method, arguments) -> {
                        if (method.getName().equals("handle")) {
                            action.accept(nameOf(arguments[0]));
                        }
                        return null;
                    };
            Object proxy =
                    Proxy.newProxyInstance(
                            Signals.class.getClassLoader(), new Class<?>[] {handler}, calls);
            for (String name : NAMES) {
                Object instance = signal.getConstructor(String.class).newInstance(name);
                signal.getMethod("handle", signal, handler).invoke(null, instance, proxy);
            }
        } catch (ReflectiveOperationException e) {
            throw LaunchFailure.of("cannot handle signals: cause=" + e, e);
        }
    }

    private static String nameOf(Object signal) {
        String text = signal.toString();
        return text.startsWith("SIG") ? text.substring(3) : text;
    }
}
