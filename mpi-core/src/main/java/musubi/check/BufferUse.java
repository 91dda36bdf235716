package musubi.check;

import musubi.error.MpiFailure;

/** Buffers that belong to an operation. */
@FunctionalInterface
public interface BufferUse {
    /**
     * The program has found the operation complete.
     *
     * @return what to tell when the program has changed what was being sent, else null
     */
    MpiFailure endUse();
}
