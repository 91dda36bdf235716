package musubi.type.object.graph;

/** Reads and writes the fields of the objects of a class. Thread rule: any thread. */
abstract class FieldAccess {
    FieldAccess() {}

    /** Writes all fields of an object. */
    abstract void write(Object object, GraphWriter out, boolean complete);

    /**
     * Reads all fields.
     *
     * @param object that has them; null for a record
     * @return the object or the new record
     */
    abstract Object read(Object object, GraphReader in, boolean complete);
}
