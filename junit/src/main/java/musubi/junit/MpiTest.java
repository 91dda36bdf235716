package musubi.junit;

import org.junit.jupiter.api.TestTemplate;
import org.junit.jupiter.api.extension.ExtendWith;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * A test method that runs on every rank of an MPI job. The ranks are threads of this JVM, each with
 * its own test class, static fields and {@code MPI.COMM_WORLD}; MPI is initialised before and
 * finalised after. The test fails with the failures of all ranks. MPI-4.1 section 11.2.
 *
 * <p>The whole life cycle of JUnit runs on each rank: constructor, {@code @BeforeAll},
 * {@code @BeforeEach}, the method, {@code @AfterEach}, {@code @AfterAll}. Methods may have
 * parameters of type {@code mpi.Intracomm}, which is {@code MPI.COMM_WORLD}, and {@link Rank} int.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD, ElementType.ANNOTATION_TYPE})
@TestTemplate
@ExtendWith(MpiTestExtension.class)
public @interface MpiTest {
    /** The number of ranks; for several numbers the test runs once for each. */
    int[] ranks() default {2};

    /** Seconds after which the test fails with the stacks of all ranks. */
    int timeout() default 60;

    /** Settings of Musubi without prefix, for example {@code transport=tcp}. */
    String[] settings() default {};

    /** Whether MPI is initialised for the test; false for programs that call Init themselves. */
    boolean initialise() default true;

    /**
     * Prefixes of names of classes that the ranks share with the JVM instead of having their own,
     * for example {@code org.mockito.}.
     */
    String[] shared() default {};
}
