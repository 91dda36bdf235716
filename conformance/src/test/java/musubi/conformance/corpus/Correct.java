package musubi.conformance.corpus;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks a static method that is a correct MPI program, near to an error of its kind. Parameters are
 * those of {@link Erroneous}. Any report is a false alarm, except for a note.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface Correct {
    /** What it does, a sentence. */
    String says();

    /** Number of ranks. */
    int ranks() default 2;
}
