package mpi;

import musubi.check.Leaks;
import musubi.error.ErrorClass;
import musubi.error.MpiFailure;
import musubi.op.Reductions;
import musubi.type.BaseType;

/** What a buffer is made of. MPI-4.1 section 3.2.2 and chapter 5. */
public class Datatype implements Freeable, Cloneable {
    /** Number of the Java type that it is made of, as MPJ Express counts them. */
    public int baseType;

    private final boolean predefined;
    private final Leaks.Made made;
    private final int byteSize;
    private final boolean inBytes;
    private final Attributes attributes = new Attributes();
    private musubi.type.Datatype core;
    private String name;

    /** A predefined type; {@code inBytes} when the lower-case dialect sees it as bytes. */
    Datatype(musubi.type.Datatype core, int byteSize, boolean inBytes) {
        this.core = core;
        this.predefined = true;
        this.made = null;
        this.byteSize = byteSize;
        this.inBytes = inBytes;
        this.name = core == null ? "MPI.DATATYPE_NULL" : core.name();
        this.baseType = core == null ? -1 : numberOf(core.base());
    }

    private Datatype(Datatype other, musubi.type.Datatype core) {
        this.core = core;
        this.predefined = false;
        this.made = Checking.made("datatype");
        this.byteSize = other.byteSize;
        this.inBytes = other.inBytes;
        this.name = other.name;
        this.baseType = other.baseType;
    }

    static Datatype basic(musubi.type.Datatype core) {
        return new Datatype(core, (int) core.extentBytes(), false);
    }

    private static int numberOf(BaseType base) {
        return switch (base) {
            case BYTE -> 0;
            case CHAR -> 1;
            case SHORT -> 2;
            case BOOLEAN -> 3;
            case INT -> 4;
            case LONG -> 5;
            case FLOAT -> 6;
            case DOUBLE -> 7;
            case OBJECT -> 8;
            case PACKED -> 9;
        };
    }

    /**
     * The core's type.
     *
     * @throws MpiFailure of class TYPE when it is null, {@code DATATYPE_NULL} or freed
     */
    static musubi.type.Datatype core(Datatype type) {
        if (type == null || type.core == null) {
            throw new MpiFailure(
                    ErrorClass.TYPE,
                    type == null
                            ? "the datatype is null; pass for example MPI.INT"
                            : "the datatype is MPI.DATATYPE_NULL or was freed: type=" + type.name);
        }
        return type.core;
    }

    /** Bytes of a basic element, counted over an item: those of a pair in bytes have gaps. */
    static int bytesPerElement(musubi.type.Datatype core) {
        boolean isPair = Reductions.MAXLOC.isDefinedFor(core) && core.base() == BaseType.BYTE;
        return isPair ? core.elements() / 2 : core.base().bytes();
    }

    musubi.type.Datatype coreOrNull() {
        return core;
    }

    /** The façade's object for a type of the core, for user-defined operations. */
    static Datatype of(musubi.type.Datatype core) {
        for (Datatype type : MPI.predefinedTypes()) {
            if (type.core == core) {
                return type;
            }
        }
        return basic(core);
    }

    /** Lower bound, in elements of the buffer. MPI-4.1 section 5.1.7. */
    public int getLb() throws MPIException {
        MPI.typeOf("Datatype.getLb", this);
        return 0;
    }

    /** As {@link #getLb}. MPI-4.1 section 5.1.7. */
    public int Lb() throws MPIException {
        return getLb();
    }

    /** Upper bound, in elements of the buffer. MPI-4.1 section 5.1.7. */
    public int Ub() throws MPIException {
        return Lb() + Extent();
    }

    /**
     * Distance between two items, in elements of the buffer; the pair types of Open MPI, {@code
     * INT2} among them, count in bytes. MPI-4.1 section 5.1.7.
     */
    public int getExtent() throws MPIException {
        musubi.type.Datatype type = MPI.typeOf("Datatype.getExtent", this);
        return inBytes ? (int) type.extentBytes() : type.elements();
    }

    /** Distance between two items, in elements of the buffer. MPI-4.1 section 5.1.7. */
    public int Extent() throws MPIException {
        return MPI.typeOf("Datatype.Extent", this).elements();
    }

    /** Lower bound of the data, in elements of the buffer. MPI-4.1 section 5.1.8. */
    public int getTrueLb() throws MPIException {
        return getLb();
    }

    /** Extent of the data, in elements of the buffer. MPI-4.1 section 5.1.8. */
    public int getTrueExtent() throws MPIException {
        return getExtent();
    }

    /** Bytes of data in an item, without gaps. MPI-4.1 section 5.1.5. */
    public int getSize() throws MPIException {
        MPI.typeOf("Datatype.getSize", this);
        return byteSize;
    }

    /** Elements of the base type in an item, without gaps. MPI-4.1 section 5.1.5. */
    public int Size() throws MPIException {
        return MPI.typeOf("Datatype.Size", this).elements();
    }

    /** Number of the Java type that it is made of. MPI-4.1 section 5.1. */
    public int getType() {
        return baseType;
    }

    /** Bytes of one element of the base type. MPI-4.1 section 5.1. */
    public int getByteSize() {
        return core == null ? 0 : core.base().bytes();
    }

    /** Makes it usable in communication; a basic type always is. MPI-4.1 section 5.1.9. */
    public void commit() throws MPIException {
        MPI.typeOf("Datatype.commit", this);
    }

    /** As {@link #commit}. MPI-4.1 section 5.1.9. */
    public void Commit() throws MPIException {
        MPI.typeOf("Datatype.Commit", this);
    }

    /**
     * Gives it back; a predefined type cannot be freed ({@code ERR_TYPE}). MPI-4.1 section 5.1.9.
     */
    @Override
    public void free() throws MPIException {
        MPI.typeOf("Datatype.free", this);
        if (predefined) {
            throw MPI.failure(
                    new MpiFailure(ErrorClass.TYPE, "a predefined datatype cannot be freed"),
                    "Datatype.free",
                    "type=" + name);
        }
        core = null;
        Checking.freed(made);
    }

    /** Whether it is {@code MPI.DATATYPE_NULL} or was freed. MPI-4.1 section 5.1.9. */
    public boolean isNull() {
        return core == null;
    }

    /** As {@link #dup}. MPI-4.1 section 5.1.10. */
    @Override
    public Datatype clone() {
        return dup();
    }

    /** A copy that is freed on its own. MPI-4.1 section 5.1.10. */
    public Datatype dup() throws MPIException {
        Datatype copy = new Datatype(this, MPI.typeOf("Datatype.dup", this));
        copy.attributes.copyFrom(attributes);
        return copy;
    }

    /** Not yet supported. MPI-4.1 section 5.1.2. */
    public static Datatype createContiguous(int count, Datatype oldType) throws MPIException {
        throw MPI.unsupported("Datatype.createContiguous");
    }

    /** Not yet supported. MPI-4.1 section 5.1.2. */
    public static Datatype createVector(int count, int blockLength, int stride, Datatype oldType)
            throws MPIException {
        throw MPI.unsupported("Datatype.createVector");
    }

    /** Not yet supported. MPI-4.1 section 5.1.2. */
    public static Datatype createHVector(int count, int blockLength, int stride, Datatype oldType)
            throws MPIException {
        throw MPI.unsupported("Datatype.createHVector");
    }

    /** Not yet supported. MPI-4.1 section 5.1.2. */
    public static Datatype createIndexed(int[] blockLengths, int[] displacements, Datatype oldType)
            throws MPIException {
        throw MPI.unsupported("Datatype.createIndexed");
    }

    /** Not yet supported. MPI-4.1 section 5.1.2. */
    public static Datatype createHIndexed(int[] blockLengths, int[] displacements, Datatype oldType)
            throws MPIException {
        throw MPI.unsupported("Datatype.createHIndexed");
    }

    /** Not yet supported. MPI-4.1 section 5.1.2. */
    public static Datatype createStruct(int[] blockLengths, int[] displacements, Datatype[] types)
            throws MPIException {
        throw MPI.unsupported("Datatype.createStruct");
    }

    /** Not yet supported. MPI-4.1 section 5.1.7. */
    public static Datatype createResized(Datatype oldType, int lb, int extent) throws MPIException {
        throw MPI.unsupported("Datatype.createResized");
    }

    /** Not yet supported. MPI-4.1 section 5.1.2. */
    public static Datatype Contiguous(int count, Datatype oldtype) throws MPIException {
        throw MPI.unsupported("Datatype.Contiguous");
    }

    /** Not yet supported. MPI-4.1 section 5.1.2. */
    public static Datatype Vector(int count, int blocklength, int stride, Datatype oldtype)
            throws MPIException {
        throw MPI.unsupported("Datatype.Vector");
    }

    /** Not yet supported. MPI-4.1 section 5.1.2. */
    public static Datatype Hvector(int count, int blocklength, int stride, Datatype oldtype)
            throws MPIException {
        throw MPI.unsupported("Datatype.Hvector");
    }

    /** Not yet supported. MPI-4.1 section 5.1.2. */
    public static Datatype Indexed(
            int[] array_of_blocklengths, int[] array_of_displacements, Datatype oldtype)
            throws MPIException {
        throw MPI.unsupported("Datatype.Indexed");
    }

    /** Not yet supported. MPI-4.1 section 5.1.2. */
    public static Datatype Hindexed(
            int[] array_of_blocklengths, int[] array_of_displacements, Datatype oldtype)
            throws MPIException {
        throw MPI.unsupported("Datatype.Hindexed");
    }

    /** Not yet supported. MPI-4.1 section 5.1.2. */
    public static Datatype Struct(
            int[] array_of_blocklengths, int[] array_of_displacements, Datatype[] array_of_types)
            throws MPIException {
        throw MPI.unsupported("Datatype.Struct");
    }

    /** Gives it a name for messages. MPI-4.1 section 7.8. */
    public void setName(String name) throws MPIException {
        MPI.typeOf("Datatype.setName", this);
        this.name = name;
    }

    /** Its name. MPI-4.1 section 7.8. */
    public String getName() throws MPIException {
        MPI.typeOf("Datatype.getName", this);
        return name;
    }

    /** A new key for attributes. MPI-4.1 section 7.7. */
    public static int createKeyval() throws MPIException {
        return Attributes.createKey("Datatype.createKeyval");
    }

    /** Gives a key back. MPI-4.1 section 7.7. */
    public static void freeKeyval(int keyval) throws MPIException {
        Attributes.freeKey("Datatype.freeKeyval", keyval);
    }

    /** Stores a serialised copy of the value under the key. MPI-4.1 section 7.7. */
    public void setAttr(int keyval, Object value) throws MPIException {
        attributes.set("Datatype.setAttr", keyval, value);
    }

    /** A copy of the value stored under the key, or null. MPI-4.1 section 7.7. */
    public Object getAttr(int keyval) throws MPIException {
        return attributes.get("Datatype.getAttr", keyval);
    }

    /** Removes the value stored under the key. MPI-4.1 section 7.7. */
    public void deleteAttr(int keyval) throws MPIException {
        attributes.delete("Datatype.deleteAttr", keyval);
    }

    @Override
    public String toString() {
        return name;
    }
}
