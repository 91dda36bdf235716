package musubi.collectives.schedule;

/** Which datatype the items of a {@link Part} have. */
public sealed interface ItemType {
    /** One type for a whole buffer. */
    enum Uniform implements ItemType {
        /** The type of the call. */
        CALL,
        /** The type of the buffer's side of the call: sent or received. */
        SIDE
    }

    /**
     * The type of one block, in the w forms.
     *
     * @param block rank or neighbour of the block
     */
    record OfBlock(int block) implements ItemType {}
}
