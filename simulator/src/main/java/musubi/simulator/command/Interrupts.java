package musubi.simulator.command;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;

/**
 * The handler of Ctrl-C. The only API of the JDK is {@code sun.misc.Signal} (module
 * jdk.unsupported); reflection avoids the compiler's warnings about it.
 */
final class Interrupts {
    private Interrupts() {}

    /** Calls the action on each Ctrl-C, in place of the end of the JVM. */
    static void handle(Runnable action) {
        try {
            Class<?> signal = Class.forName("sun.misc.Signal");
            Class<?> handler = Class.forName("sun.misc.SignalHandler");
            InvocationHandler calls =
                    (_, method, _) -> {
                        if (method.getName().equals("handle")) {
                            action.run();
                        }
                        return null;
                    };
            Object proxy =
                    Proxy.newProxyInstance(
                            Interrupts.class.getClassLoader(), new Class<?>[] {handler}, calls);
            Object instance = signal.getConstructor(String.class).newInstance("INT");
            signal.getMethod("handle", signal, handler).invoke(null, instance, proxy);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("cannot handle Ctrl-C", e);
        }
    }
}
