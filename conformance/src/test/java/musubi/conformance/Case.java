package musubi.conformance;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks a static method that checks one statement of the standard. All ranks run it. It may take
 * the communicator to use, a copy of COMM_WORLD whose errors are thrown, and a {@link Form}, for
 * each of which it then runs.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface Case {
    /** The section of MPI-4.1, such as {@code 3.2.4}. */
    String section();

    /**
     * The calls under test, such as {@code Comm.send}; the names of the other dialect are added
     * automatically.
     */
    String[] calls();

    /** The statement, a sentence. */
    String says();

    /** The least number of ranks that it needs. */
    int ranks() default 1;

    /** When it runs. */
    Phase phase() default Phase.RUNNING;
}
