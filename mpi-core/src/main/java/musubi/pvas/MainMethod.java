package musubi.pvas;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;

/** The main method of a class by the rules of Java 25 (JLS 12.1). */
final class MainMethod {
    private static final int MAX_CAUSES = 100;
    private static final MethodType TYPE = MethodType.methodType(void.class, String[].class);

    private MainMethod() {}

    /** The class has no main method. */
    static final class Missing extends Exception {
        private static final long serialVersionUID = 1L;

        Missing(String message, Throwable cause) {
            super(message, cause);
        }
    }

    /** The handle of the main method, of type {@code (String[])void}. */
    static MethodHandle find(ClassLoader loader, String className) throws Throwable {
        Class<?> type = load(loader, className);
        Method method = named(type, String[].class);
        if (method == null) {
            method = named(type);
        }
        if (method == null) {
            throw new Missing(
                    "Error: Main method not found in class %s, please define the main method as:\n"
                                    .formatted(className)
                            + "   public static void main(String[] args)",
                    null);
        }
        method.setAccessible(true);
        MethodHandle handle = MethodHandles.lookup().unreflect(method);
        if (!Modifier.isStatic(method.getModifiers())) {
            handle = handle.bindTo(instance(type));
        }
        return method.getParameterCount() == 0
                ? MethodHandles.dropArguments(handle, 0, String[].class)
                : handle.asType(TYPE);
    }

    private static Class<?> load(ClassLoader loader, String className) throws Missing {
        try {
            return Class.forName(className.replace('/', '.'), false, loader);
        } catch (ClassNotFoundException | LinkageError e) {
            throw new Missing(
                    "Error: Could not find or load main class " + className + "\nCaused by: " + e,
                    e);
        }
    }

    private static Method named(Class<?> type, Class<?>... parameters) {
        for (Class<?> t = type; t != null && t != Object.class; t = t.getSuperclass()) {
            for (Method method : t.getDeclaredMethods()) {
                boolean fits =
                        method.getName().equals("main")
                                && method.getReturnType() == void.class
                                && !Modifier.isPrivate(method.getModifiers())
                                && !Modifier.isAbstract(method.getModifiers())
                                && Arrays.equals(method.getParameterTypes(), parameters);
                if (fits) {
                    return method;
                }
            }
        }
        return null;
    }

    private static Object instance(Class<?> type) throws Throwable {
        Constructor<?> constructor;
        try {
            constructor = type.getDeclaredConstructor();
        } catch (NoSuchMethodException e) {
            throw new Missing(
                    "Error: no non-private zero argument constructor found in class "
                            + type.getName(),
                    e);
        }
        constructor.setAccessible(true);
        return MethodHandles.lookup()
                .unreflectConstructor(constructor)
                .asType(MethodType.methodType(Object.class))
                .invokeExact();
    }

    /**
     * Removes the frames below main from stack traces, as in a JVM with one program.
     *
     * @param caller the class whose method {@code runMain} calls main
     */
    static void hideCallersOf(Throwable failure, Class<?> caller) {
        Throwable t = failure;
        // Causes may form a cycle.
        for (int depth = 0; t != null && depth < MAX_CAUSES; depth++, t = t.getCause()) {
            StackTraceElement[] trace = t.getStackTrace();
            for (int i = trace.length - 1; i >= 0; i--) {
                if (trace[i].getClassName().equals(caller.getName())
                        && trace[i].getMethodName().equals("runMain")) {
                    t.setStackTrace(Arrays.copyOf(trace, i));
                    break;
                }
            }
        }
    }
}
