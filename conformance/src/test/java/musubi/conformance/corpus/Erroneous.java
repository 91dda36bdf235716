package musubi.conformance.corpus;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks a static method that is an erroneous MPI program, which all ranks run. With the parameters
 * {@code (Intracomm world, int rank)} it runs between Init and Finalize; without parameters it
 * calls them itself.
 *
 * <p>The error is found when the output of the job has all texts of {@link #found} or, with the
 * checks, of {@link #checked}; a text may have alternatives, separated by {@code |}. If both are
 * empty, no report is expected.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface Erroneous {
    /** The error, a sentence. */
    String says();

    /** Number of ranks. */
    int ranks() default 2;

    /** Texts of the report without {@code --check}. */
    String[] found() default {};

    /** Texts of the report with {@code --check}; none: the same as without. */
    String[] checked() default {};

    /** Why no report is expected; only without any texts. */
    String missed() default "";

    /** Whether it may be found or not over TCP, against what is listed. */
    boolean variesOverTcp() default false;

    /** Whether only a job of mpiexec can show the error: the ranks do not end normally. */
    boolean needsMpiexec() default false;
}
