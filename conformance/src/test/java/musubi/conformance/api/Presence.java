package musubi.conformance.api;

import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * Whether a signature is implemented, determined by reflection.
 *
 * @param isPresent whether a program that uses it compiles
 * @param note how the implementation differs, or why it is absent; may be empty
 */
record Presence(boolean isPresent, String note) {
    private static final Map<String, Class<?>> PRIMITIVES =
            Map.of(
                    "void", void.class,
                    "boolean", boolean.class,
                    "byte", byte.class,
                    "char", char.class,
                    "short", short.class,
                    "int", int.class,
                    "long", long.class,
                    "float", float.class,
                    "double", double.class);
    private static final List<String> PACKAGES =
            List.of("mpi.", "mpjdev.", "java.lang.", "java.nio.", "");

    /** A type in a signature that does not exist. */
    private static final class NoSuchType extends Exception {
        private static final long serialVersionUID = 1L;

        NoSuchType(String name) {
            super("there is no type " + name);
        }
    }

    /** Looks for a signature. */
    static Presence of(Signature signature) {
        try {
            Class<?> owner = type(signature.owner(), null, List.of());
            return switch (signature.kind()) {
                case TYPE -> ofType(signature, owner);
                case CONSTRUCTOR -> ofConstructor(signature, owner);
                case METHOD -> ofMethod(signature, owner);
                case FIELD -> ofField(signature, owner);
            };
        } catch (NoSuchType e) {
            return new Presence(false, e.getMessage());
        }
    }

    private static Presence ofType(Signature signature, Class<?> owner) throws NoSuchType {
        if (signature.name().isEmpty()) {
            return new Presence(true, "");
        }
        Class<?> parent = type(signature.name(), owner, List.of());
        boolean isChild = parent.isAssignableFrom(owner);
        return new Presence(isChild, isChild ? "" : "is a " + owner.getSuperclass().getName());
    }

    private static Presence ofConstructor(Signature signature, Class<?> owner) throws NoSuchType {
        Class<?>[] parameters = parameters(signature, owner);
        for (Constructor<?> constructor : owner.getDeclaredConstructors()) {
            if (Arrays.equals(parameters, constructor.getParameterTypes())
                    && isVisible(constructor.getModifiers(), signature)) {
                return new Presence(true, "");
            }
        }
        return new Presence(false, "no such constructor");
    }

    private static Presence ofMethod(Signature signature, Class<?> owner) throws NoSuchType {
        Class<?>[] parameters = parameters(signature, owner);
        Class<?> wanted = type(signature.result(), owner, signature.bounds());
        String problem = "no such method";
        for (Method method : methods(owner)) {
            // The compiler ignores synthetic methods, bridges among them.
            if (method.isSynthetic()
                    || !method.getName().equals(signature.name())
                    || !Arrays.equals(parameters, method.getParameterTypes())) {
                continue;
            }
            problem = problem(signature, method.getModifiers(), wanted, method.getReturnType());
            if (problem.isEmpty()) {
                return new Presence(true, difference(wanted, method.getReturnType()));
            }
        }
        return new Presence(false, problem);
    }

    private static Presence ofField(Signature signature, Class<?> owner) throws NoSuchType {
        Class<?> wanted = type(signature.result(), owner, List.of());
        for (Class<?> type = owner; type != null; type = type.getSuperclass()) {
            for (Field field : type.getDeclaredFields()) {
                if (!field.isSynthetic() && field.getName().equals(signature.name())) {
                    String problem =
                            problem(signature, field.getModifiers(), wanted, field.getType());
                    return problem.isEmpty()
                            ? new Presence(true, difference(wanted, field.getType()))
                            : new Presence(false, problem);
                }
            }
        }
        return new Presence(false, "no such field");
    }

    private static List<Method> methods(Class<?> owner) {
        List<Method> methods = new ArrayList<>();
        for (Class<?> type = owner; type != null; type = type.getSuperclass()) {
            methods.addAll(List.of(type.getDeclaredMethods()));
        }
        for (Class<?> type : owner.getInterfaces()) {
            methods.addAll(List.of(type.getDeclaredMethods()));
        }
        return methods;
    }

    /** The reason why programs do not compile; empty if they do. */
    private static String problem(
            Signature signature, int modifiers, Class<?> wanted, Class<?> found) {
        if (!isVisible(modifiers, signature)) {
            return "not visible to programs";
        }
        if (Modifier.isStatic(modifiers) != signature.isStatic()) {
            return signature.isStatic() ? "not static" : "static";
        }
        // An additional result may be ignored.
        if (wanted != void.class && !wanted.isAssignableFrom(found)) {
            return "of type " + found.getSimpleName();
        }
        return "";
    }

    private static boolean isVisible(int modifiers, Signature signature) {
        return Modifier.isPublic(modifiers)
                || !signature.isPublic() && Modifier.isProtected(modifiers);
    }

    private static String difference(Class<?> wanted, Class<?> found) {
        return wanted == found ? "" : "of type " + found.getSimpleName();
    }

    private static Class<?>[] parameters(Signature signature, Class<?> owner) throws NoSuchType {
        Class<?>[] types = new Class<?>[signature.parameters().size()];
        for (int i = 0; i < types.length; i++) {
            types[i] = type(signature.parameters().get(i), owner, signature.bounds());
        }
        return types;
    }

    /** The type of this name as a program in package mpi would see it. */
    private static Class<?> type(String written, Class<?> owner, List<String> bounds)
            throws NoSuchType {
        if (written.endsWith("[]")) {
            return type(written.substring(0, written.length() - 2), owner, bounds).arrayType();
        }
        String name = written.replaceFirst("<.*>$", "");
        for (String bound : bounds) {
            if (bound.startsWith(name + " extends ")) {
                return type(bound.substring(name.length() + 9), owner, List.of());
            }
        }
        Class<?> nested = nested(name, owner);
        if (nested != null) {
            return nested;
        }
        if (PRIMITIVES.containsKey(name)) {
            return PRIMITIVES.get(name);
        }
        for (String prefix : PACKAGES) {
            Class<?> found = find(prefix + name.replaceFirst("(?<=^[A-Z]\\w{0,40})\\.", "\\$"));
            if (found != null) {
                return found;
            }
        }
        throw new NoSuchType(name);
    }

    private static Class<?> nested(String name, Class<?> owner) {
        for (Class<?> type = owner; type != null; type = type.getSuperclass()) {
            for (Class<?> one : type.getDeclaredClasses()) {
                if (one.getSimpleName().equals(name)) {
                    return one;
                }
            }
            if (type.getEnclosingClass() != null && type.getSimpleName().equals(name)) {
                return type;
            }
        }
        return null;
    }

    private static Class<?> find(String name) {
        try {
            return Class.forName(name, false, Presence.class.getClassLoader());
        } catch (ClassNotFoundException e) {
            // Another package may have it.
            return null;
        }
    }
}
