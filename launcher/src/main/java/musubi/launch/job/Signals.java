package musubi.launch.job;

import musubi.launch.failure.LaunchFailure;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.util.function.Consumer;

/**
 * Handlers of the signals that terminate, stop or continue mpiexec, and of those it forwards. The
 * only API of the JDK is {@code sun.misc.Signal} (module jdk.unsupported); reflection avoids the
 * compiler's warnings about it.
 */
public final class Signals {
    private static final String[] NAMES = {"INT", "TERM", "HUP", "USR1", "USR2", "TSTP", "CONT"};

    private Signals() {}

    /**
     * Registers an action that receives the name of each signal, without SIG, on a thread of the
     * JVM.
     *
     * @throws LaunchFailure if the JVM does not support it
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
            throw LaunchFailure.of("cannot handle signals", e).with("cause", e);
        }
    }

    private static String nameOf(Object signal) {
        String text = signal.toString();
        return text.startsWith("SIG") ? text.substring(3) : text;
    }
}
