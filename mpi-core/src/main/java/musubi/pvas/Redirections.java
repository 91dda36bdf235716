package musubi.pvas;

import java.lang.classfile.Opcode;
import java.lang.classfile.constantpool.MemberRefEntry;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Predicate;

/**
 * The table of JDK members that represent the process and their replacements: static methods of
 * {@link ProcessCalls} with the same name and parameters, after the receiver if there is one.
 *
 * <p>Thread rule: immutable.
 */
final class Redirections {
    private static final String STACK_TRACE = "printStackTrace";
    private static final String NOTHING_TO_VOID = "()V";
    private static final String TEXT = "Ljava/lang/String;";
    private static final String PRINT_STREAM = "Ljava/io/PrintStream;";
    private static final String DESCRIPTOR = "Ljava/io/FileDescriptor;";
    private static final String HANDLER = "Ljava/lang/Thread$UncaughtExceptionHandler;";

    private static final String[][] FIELDS = {
        {"java/lang/System", "in", "Ljava/io/InputStream;", "in"},
        {"java/lang/System", "out", PRINT_STREAM, "out"},
        {"java/lang/System", "err", PRINT_STREAM, "err"},
        {"java/io/FileDescriptor", "in", DESCRIPTOR, "inDescriptor"},
        {"java/io/FileDescriptor", "out", DESCRIPTOR, "outDescriptor"},
        {"java/io/FileDescriptor", "err", DESCRIPTOR, "errDescriptor"},
    };

    private static final String[][] STATIC_METHODS = {
        {"java/lang/System", "exit", "(I)V"},
        {"java/lang/System", "setIn", "(Ljava/io/InputStream;)V"},
        {"java/lang/System", "setOut", "(" + PRINT_STREAM + ")V"},
        {"java/lang/System", "setErr", "(" + PRINT_STREAM + ")V"},
        {"java/lang/System", "getProperty", "(" + TEXT + ")" + TEXT},
        {"java/lang/System", "getProperty", "(" + TEXT + TEXT + ")" + TEXT},
        {"java/lang/System", "setProperty", "(" + TEXT + TEXT + ")" + TEXT},
        {"java/lang/System", "clearProperty", "(" + TEXT + ")" + TEXT},
        {"java/lang/System", "getProperties", "()Ljava/util/Properties;"},
        {"java/lang/System", "setProperties", "(Ljava/util/Properties;)V"},
        {"java/lang/System", "getenv", "()Ljava/util/Map;"},
        {"java/lang/System", "getenv", "(" + TEXT + ")" + TEXT},
        {"java/lang/Integer", "getInteger", "(" + TEXT + ")Ljava/lang/Integer;"},
        {"java/lang/Integer", "getInteger", "(" + TEXT + "I)Ljava/lang/Integer;"},
        {"java/lang/Integer", "getInteger", "(" + TEXT + "Ljava/lang/Integer;)Ljava/lang/Integer;"},
        {"java/lang/Long", "getLong", "(" + TEXT + ")Ljava/lang/Long;"},
        {"java/lang/Long", "getLong", "(" + TEXT + "J)Ljava/lang/Long;"},
        {"java/lang/Long", "getLong", "(" + TEXT + "Ljava/lang/Long;)Ljava/lang/Long;"},
        {"java/lang/Boolean", "getBoolean", "(" + TEXT + ")Z"},
        {"java/lang/Thread", "setDefaultUncaughtExceptionHandler", "(" + HANDLER + ")V"},
        {"java/lang/Thread", "getDefaultUncaughtExceptionHandler", "()" + HANDLER},
        {"java/lang/Thread", "dumpStack", NOTHING_TO_VOID},
        {"java/lang/ClassLoader", "getSystemClassLoader", "()Ljava/lang/ClassLoader;"},
        {"java/lang/ClassLoader", "getSystemResource", "(" + TEXT + ")Ljava/net/URL;"},
        {"java/lang/ClassLoader", "getSystemResources", "(" + TEXT + ")Ljava/util/Enumeration;"},
        {
            "java/lang/ClassLoader",
            "getSystemResourceAsStream",
            "(" + TEXT + ")Ljava/io/InputStream;"
        },
        {"java/lang/IO", "print", "(Ljava/lang/Object;)V"},
        {"java/lang/IO", "println", "(Ljava/lang/Object;)V"},
        {"java/lang/IO", "println", NOTHING_TO_VOID},
        {"java/lang/IO", "readln", "()" + TEXT},
        {"java/lang/IO", "readln", "(" + TEXT + ")" + TEXT},
    };

    private static final String[][] METHODS = {
        {"java/lang/Runtime", "exit", "(I)V"},
        {"java/lang/Runtime", "halt", "(I)V"},
        {"java/lang/Runtime", "addShutdownHook", "(Ljava/lang/Thread;)V"},
        {"java/lang/Runtime", "removeShutdownHook", "(Ljava/lang/Thread;)Z"},
    };

    private final Map<String, Target> targets = new HashMap<>();
    private final Predicate<String> isThrowable;

    /** A replacement: a static method of {@link ProcessCalls}. */
    record Target(String name, MethodTypeDesc type) {
        static final ClassDesc OWNER = ClassDesc.of(RankLoader.CALLS);
    }

    /**
     * The table.
     *
     * @param isThrowable whether the class of an internal name is a throwable
     */
    Redirections(Predicate<String> isThrowable) {
        this.isThrowable = isThrowable;
        for (String[] field : FIELDS) {
            add(field[0] + "." + field[1] + field[2], field[3], "()" + field[2]);
        }
        for (String[] method : STATIC_METHODS) {
            add(method[0] + "." + method[1] + method[2], method[1], method[2]);
        }
        for (String[] method : METHODS) {
            String type = "(L" + method[0] + ";" + method[2].substring(1);
            add(method[0] + "." + method[1] + method[2], method[1], type);
        }
    }

    private void add(String member, String name, String type) {
        targets.put(member, new Target(name, MethodTypeDesc.ofDescriptor(type)));
    }

    /** All replacements, for the test of their existence. */
    Iterable<Target> all() {
        return targets.values();
    }

    /** The replacement of a member, or null. */
    Target of(MemberRefEntry member) {
        return of(
                member.owner().asInternalName(),
                member.name().stringValue(),
                member.type().stringValue());
    }

    /** As {@link #of(MemberRefEntry)}. */
    Target of(String owner, String name, String type) {
        if (name.equals(STACK_TRACE) && type.equals(NOTHING_TO_VOID)) {
            return isThrowable.test(owner)
                    ? new Target(
                            STACK_TRACE, MethodTypeDesc.ofDescriptor("(Ljava/lang/Throwable;)V"))
                    : null;
        }
        // The check of the package avoids garbage for the keys of most members.
        return owner.startsWith("java/lang/") || owner.startsWith("java/io/")
                ? targets.get(owner + "." + name + type)
                : null;
    }

    /** Whether an instruction with this opcode can become a static call. */
    static boolean fits(Opcode opcode) {
        return opcode == Opcode.INVOKESTATIC || opcode == Opcode.INVOKEVIRTUAL;
    }
}
