package musubi.adi;

import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * The methods of the Grid ADI: those that a transport implements, and the upcalls that it makes.
 */
class AdiSizeTest {
    private static final int MAX_OBLIGATORY = 15;
    private static final int MAX_METHODS = 48;
    private static final Path PAGE = Path.of("../docs/add-a-transport.md");

    private static final List<Class<?>> OBLIGATORY =
            List.of(TransportProvider.class, Transport.class, Endpoint.class, Inbound.class);

    /** All interfaces and abstract classes of the package. */
    private static List<Class<?>> types() throws IOException {
        String folder = Transport.class.getPackageName().replace('.', '/');
        try (Stream<Path> classes = Files.list(Path.of("target/classes", folder))) {
            return classes.map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith(".class") && !name.startsWith("package-info"))
                    .<Class<?>>map(name -> load(name.substring(0, name.lastIndexOf('.'))))
                    .filter(type -> Modifier.isAbstract(type.getModifiers()))
                    .toList();
        }
    }

    private static Class<?> load(String name) {
        try {
            return Class.forName(Transport.class.getPackageName() + "." + name);
        } catch (ClassNotFoundException e) {
            throw new AssertionError(e);
        }
    }

    private static int count(Class<?> type, Predicate<Method> counts) {
        Predicate<Method> isImplementable =
                method ->
                        !method.isSynthetic()
                                && (method.getModifiers()
                                                & (Modifier.STATIC
                                                        | Modifier.FINAL
                                                        | Modifier.PRIVATE))
                                        == 0;
        return (int)
                Arrays.stream(type.getDeclaredMethods())
                        .filter(isImplementable.and(counts))
                        .count();
    }

    private static boolean isAbstract(Method method) {
        return Modifier.isAbstract(method.getModifiers());
    }

    @Test
    void shouldHaveFewObligatoryMethods() throws IOException {
        int implemented = count(TransportProvider.class, AdiSizeTest::isAbstract);
        implemented += count(Transport.class, AdiSizeTest::isAbstract);
        implemented += count(Endpoint.class, AdiSizeTest::isAbstract);
        int upcalls = count(Inbound.class, AdiSizeTest::isAbstract);
        assertTrue(implemented + upcalls <= MAX_OBLIGATORY, implemented + " + " + upcalls);
        String sentence = implemented + " methods to implement and " + upcalls + " upcalls";
        assertTrue(Files.readString(PAGE).contains(sentence), PAGE + " has to say: " + sentence);
    }

    @Test
    void shouldHaveFewMethodsInAllInterfacesTogether() throws IOException {
        int all = 0;
        for (Class<?> type : types()) {
            int methods = count(type, _ -> true);
            all += methods;
            boolean isCapability = !OBLIGATORY.contains(type) && type != Capable.class;
            if (isCapability) {
                String row = "| `" + type.getSimpleName() + "` | " + methods + " |";
                assertTrue(Files.readString(PAGE).contains(row), PAGE + " has to have: " + row);
            }
        }
        assertTrue(all <= MAX_METHODS, "methods=" + all);
        String sentence = all + " methods in all interfaces together";
        assertTrue(Files.readString(PAGE).contains(sentence), PAGE + " has to say: " + sentence);
    }
}
