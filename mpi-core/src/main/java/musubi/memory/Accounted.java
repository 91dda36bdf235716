package musubi.memory;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * The component of the memory of a class, or of all classes of a package; that of the class takes
 * precedence. An object without one has the component of the object that references it; so have
 * arrays, collections and memory outside of the heap.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.TYPE, ElementType.PACKAGE})
public @interface Accounted {
    /** The component. */
    Component value();
}
