package musubi.junit;

import musubi.embedded.EmbeddedRank;

import org.junit.jupiter.api.extension.Extension;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.InvocationInterceptor;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.jupiter.api.extension.ReflectiveInvocationContext;
import org.junit.jupiter.api.extension.TestTemplateInvocationContext;
import org.junit.jupiter.api.extension.TestTemplateInvocationContextProvider;
import org.junit.platform.commons.support.AnnotationSupport;

import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/**
 * Runs the methods with {@link MpiTest}. In the test JVM an invocation starts the ranks in place of
 * the method; on each rank JUnit runs the same invocation again, and there the method itself.
 *
 * <p>Where it is registered on a class, {@code @BeforeAll} and {@code @AfterAll} run on ranks only.
 * MPI-4.1 section 11.2.
 */
public final class MpiTestExtension
        implements TestTemplateInvocationContextProvider, InvocationInterceptor, ParameterResolver {
    private static final int NO_RANK = -1;
    private static final String COMMUNICATOR = "mpi.Intracomm";

    /** Created by JUnit. */
    public MpiTestExtension() {
        // It has no state.
    }

    @Override
    public boolean supportsTestTemplate(ExtensionContext context) {
        return AnnotationSupport.isAnnotated(context.getTestMethod(), MpiTest.class);
    }

    @Override
    public Stream<TestTemplateInvocationContext> provideTestTemplateInvocationContexts(
            ExtensionContext context) {
        MpiTest test = testOf(context);
        if (test.ranks().length == 0 || Arrays.stream(test.ranks()).anyMatch(n -> n < 1)) {
            throw new ExtensionConfigurationException(
                    "@MpiTest needs at least one rank: ranks=" + Arrays.toString(test.ranks()));
        }
        return Arrays.stream(test.ranks()).mapToObj(ranks -> new Invocation(test, ranks));
    }

    private static MpiTest testOf(ExtensionContext context) {
        return AnnotationSupport.findAnnotation(context.getTestMethod(), MpiTest.class)
                .orElseThrow();
    }

    private static boolean isOnRank(ExtensionContext context) {
        return EmbeddedRank.owns(context.getRequiredTestClass());
    }

    /** An invocation for a number of ranks. */
    private record Invocation(MpiTest test, int ranks) implements TestTemplateInvocationContext {
        @Override
        public String getDisplayName(int index) {
            return ranks == 1 ? "1 rank" : ranks + " ranks";
        }

        @Override
        public List<Extension> getAdditionalExtensions() {
            return List.of(new Start(test, ranks));
        }
    }

    /** Starts the ranks in place of the method. */
    private record Start(MpiTest test, int ranks) implements InvocationInterceptor {
        @Override
        public void interceptTestTemplateMethod(
                Invocation<Void> invocation,
                ReflectiveInvocationContext<Method> method,
                ExtensionContext context)
                throws Throwable {
            if (isOnRank(context)) {
                invocation.proceed();
            } else {
                invocation.skip();
                new RankedTest(test, ranks, context).run();
            }
        }
    }

    @Override
    public void interceptBeforeAllMethod(
            InvocationInterceptor.Invocation<Void> invocation,
            ReflectiveInvocationContext<Method> method,
            ExtensionContext context)
            throws Throwable {
        onRank(invocation, context);
    }

    @Override
    public void interceptBeforeEachMethod(
            InvocationInterceptor.Invocation<Void> invocation,
            ReflectiveInvocationContext<Method> method,
            ExtensionContext context)
            throws Throwable {
        aroundMethod(invocation, context);
    }

    @Override
    public void interceptAfterEachMethod(
            InvocationInterceptor.Invocation<Void> invocation,
            ReflectiveInvocationContext<Method> method,
            ExtensionContext context)
            throws Throwable {
        aroundMethod(invocation, context);
    }

    @Override
    public void interceptAfterAllMethod(
            InvocationInterceptor.Invocation<Void> invocation,
            ReflectiveInvocationContext<Method> method,
            ExtensionContext context)
            throws Throwable {
        onRank(invocation, context);
    }

    /** Other tests of the class have their own calls in the test JVM. */
    private void aroundMethod(
            InvocationInterceptor.Invocation<Void> invocation, ExtensionContext context)
            throws Throwable {
        if (supportsTestTemplate(context)) {
            onRank(invocation, context);
        } else {
            invocation.proceed();
        }
    }

    private static void onRank(
            InvocationInterceptor.Invocation<Void> invocation, ExtensionContext context)
            throws Throwable {
        if (isOnRank(context)) {
            invocation.proceed();
        } else {
            invocation.skip();
        }
    }

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        Class<?> type = parameter.getParameter().getType();
        return type.getName().equals(COMMUNICATOR)
                || parameter.isAnnotated(Rank.class) && type == int.class;
    }

    /** In the test JVM the method does not run; any value will do. */
    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        boolean number = parameter.isAnnotated(Rank.class);
        if (!isOnRank(context)) {
            return number ? NO_RANK : null;
        }
        try {
            Class<?> mpi = context.getRequiredTestClass().getClassLoader().loadClass("mpi.MPI");
            Object world = mpi.getField("COMM_WORLD").get(null);
            return number ? world.getClass().getMethod("getRank").invoke(world) : world;
        } catch (ReflectiveOperationException e) {
            throw new ExtensionConfigurationException("MPI is not initialised on the rank", e);
        }
    }
}
