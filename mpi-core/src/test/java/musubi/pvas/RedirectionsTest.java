package musubi.pvas;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import mpi.MPI;

import org.junit.jupiter.api.Test;

import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.CodeModel;
import java.lang.classfile.MethodModel;
import java.lang.classfile.instruction.FieldInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

class RedirectionsTest {
    private final Redirections redirections = new Redirections(name -> name.equals("a/Failure"));

    @Test
    void shouldHaveAMethodForEachEntryWhenTheTableIsRead() {
        Set<String> expected = new TreeSet<>();
        redirections.all().forEach(one -> expected.add(one.name() + one.type().descriptorString()));
        expected.add("letExitPass(Ljava/lang/Throwable;)V");
        expected.add("printStackTrace(Ljava/lang/Throwable;)V");
        Set<String> found =
                Arrays.stream(ProcessCalls.class.getDeclaredMethods())
                        .filter(method -> Modifier.isPublic(method.getModifiers()))
                        .map(
                                method ->
                                        method.getName()
                                                + java.lang.invoke.MethodType.methodType(
                                                                method.getReturnType(),
                                                                method.getParameterTypes())
                                                        .descriptorString())
                        .collect(Collectors.toCollection(TreeSet::new));
        assertEquals(expected, found);
    }

    @Test
    void shouldNameMembersOfTheJdkWhenTheTableIsRead() throws ReflectiveOperationException {
        assertNotNull(redirections.of("java/lang/System", "exit", "(I)V"));
        assertNotNull(System.class.getMethod("exit", int.class));
        assertNull(redirections.of("java/lang/System", "nanoTime", "()J"));
    }

    @Test
    void shouldKeepMethodsNamedPrintStackTraceWhenTheOwnerIsNoThrowable() {
        assertNotNull(redirections.of("a/Failure", "printStackTrace", "()V"));
        assertNull(redirections.of("a/Stack", "printStackTrace", "()V"));
        assertTrue(
                redirections.of("a/Failure", "printStackTrace", "()V").name().startsWith("print"));
    }

    /** Its classes are not rewritten, so they may use the process only where they have none. */
    @Test
    void shouldFindMembersOfTheProcessInFourMethodsOfTheApi() throws Exception {
        Path folder =
                Path.of(MPI.class.getProtectionDomain().getCodeSource().getLocation().toURI());
        Redirections all = new Redirections(_ -> true);
        Set<String> found = new TreeSet<>();
        try (Stream<Path> files = Files.list(folder.resolve("mpi"))) {
            for (Path file : files.filter(one -> one.toString().endsWith(".class")).toList()) {
                found.addAll(methodsOfTheProcess(ClassFile.of().parse(file), all));
            }
        }
        assertEquals(
                Set.of("mpi/MPI.out", "mpi/MPI.err", "mpi/MPI.property", "mpi/MPI.bootstrap"),
                found);
    }

    private static List<String> methodsOfTheProcess(ClassModel type, Redirections all) {
        return type.methods().stream()
                .filter(method -> usesTheProcess(method, all))
                .map(
                        method ->
                                type.thisClass().asInternalName()
                                        + "."
                                        + method.methodName().stringValue())
                .toList();
    }

    private static boolean usesTheProcess(MethodModel method, Redirections all) {
        return method.code().stream()
                .flatMap(CodeModel::elementStream)
                .anyMatch(
                        element ->
                                element instanceof InvokeInstruction call
                                                && all.of(call.method()) != null
                                        || element instanceof FieldInstruction field
                                                && all.of(field.field()) != null);
    }
}
