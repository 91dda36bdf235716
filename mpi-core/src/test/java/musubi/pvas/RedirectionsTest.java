package musubi.pvas;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

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
}
