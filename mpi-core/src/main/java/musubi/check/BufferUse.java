package musubi.check;

import musubi.error.MpiFailure;

/** Buffers that belong to an operation. */
@FunctionalInterface
public interface BufferUse {
    /**
     * The program has found the operation complete.
     *
     * @return the failure if the program has changed a buffer that was being sent, else null
     */
    MpiFailure endUse();
}
