package musubi.memory;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Says what the memory of a class, or of all classes of a package, is used for. What a class says
 * comes before what its package says. An object whose class says nothing counts as what refers to
 * it; so do arrays, collections and memory outside of the heap.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.TYPE, ElementType.PACKAGE})
public @interface Accounted {
    /** What it is used for. */
    Component value();
}
