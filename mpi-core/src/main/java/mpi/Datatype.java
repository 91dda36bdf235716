package mpi;

import musubi.check.LeakTracker;
import musubi.error.ErrorClass;
import musubi.error.MpiFailure;
import musubi.type.buffer.BufferBinder;
import musubi.type.signature.BaseType;

/**
 * A datatype: a basic type or a type derived from other types. Both dialects count bounds and
 * extents in elements of the buffer. Displacements of {@code createHVector}, {@code createHIndexed}
 * and {@code createStruct} are bytes; those of the capitalised constructors are elements.
 *
 * <p>A type made by a lower-case constructor must be committed before it is used in communication,
 * else the call fails with {@code ERR_TYPE}; mpiJava's need not. MPI-4.1 section 3.2.2 and chapter
 * 5.
 */
public class Datatype implements Freeable, Cloneable {
    /** Number of the base type, as in MPJ Express. */
    public int baseType;

    private final boolean predefined;
    private final musubi.type.MpiType made;

    /** The constructor call. */
    private final TypeContents contents;

    /** Unit of extents and displacements in the lower-case dialect, in bytes. */
    private final int unitBytes;

    private final LeakTracker.TrackedObject leak;
    private final Attributes attributes = new Attributes(Keyval.Kind.DATATYPE);

    /** Null before commit and after free. */
    private musubi.type.MpiType core;

    /** Null after free. */
    private musubi.type.MpiType known;

    private String name;

    /** A predefined type. */
    Datatype(musubi.type.MpiType core, int unitBytes) {
        this.core = core;
        this.known = core;
        this.made = core;
        this.predefined = true;
        this.unitBytes = unitBytes;
        this.leak = null;
        this.name = core == null ? "MPI.DATATYPE_NULL" : core.name();
        this.contents = TypeContents.of(TypeContents.Combiner.NAMED);
        this.baseType = core == null ? -1 : numberOf(core.base());
    }

    /** A derived type. */
    private Datatype(
            musubi.type.MpiType known, int unitBytes, boolean committed, TypeContents contents) {
        this.core = committed ? known : null;
        this.known = known;
        this.made = known;
        this.predefined = false;
        this.leak = ProgramChecks.created("datatype");
        this.unitBytes = unitBytes;
        this.name = "";
        this.contents = contents;
        this.baseType = numberOf(known.base());
    }

    static Datatype basic(musubi.type.MpiType core) {
        return new Datatype(core, core.base().bytes());
    }

    /** A derived type; {@code unitBytes} is the unit of the lower-case dialect. */
    static Datatype derived(
            musubi.type.MpiType core, int unitBytes, boolean committed, TypeContents contents) {
        return new Datatype(core, unitBytes, committed, contents);
    }

    /** A new handle of this type, also after free. */
    Datatype reopened() {
        return new Datatype(made, unitBytes, core != null, contents);
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
     * The core's type, for communication.
     *
     * @throws MpiFailure of class TYPE when it is null, {@code DATATYPE_NULL}, freed or not
     *     committed
     */
    static musubi.type.MpiType core(Datatype type) {
        if (type == null || type.core == null) {
            throw unusable(type);
        }
        return type.core;
    }

    /**
     * The core's type for a buffer of a call. Lower-case calls take memory of any primitive type,
     * as Open MPI's bindings do; capitalised ones elements of the type, as MPJ Express does, or
     * bytes.
     */
    static musubi.type.MpiType core(Datatype type, Object buf, long count, String call) {
        musubi.type.MpiType core = core(type);
        if (call.charAt(0) <= 'Z' && count != 0) {
            BufferBinder.checkElements(buf, core);
        }
        return core;
    }

    private static MpiFailure unusable(Datatype type) {
        known(type);
        return new MpiFailure(ErrorClass.TYPE, "the datatype is not committed")
                .with("type", type)
                .advice("commit it first");
    }

    /**
     * The core's type, committed or not.
     *
     * @throws MpiFailure of class TYPE when it is null, {@code DATATYPE_NULL} or freed
     */
    static musubi.type.MpiType known(Datatype type) {
        if (type == null || type.known == null) {
            throw unknown(type);
        }
        return type.known;
    }

    private static MpiFailure unknown(Datatype type) {
        if (type == null) {
            return new MpiFailure(
                    ErrorClass.TYPE, "the datatype is null; pass for example MPI.INT");
        }
        if (type.made == null) {
            return new MpiFailure(ErrorClass.TYPE, "the datatype is MPI.DATATYPE_NULL");
        }
        return new MpiFailure(ErrorClass.TYPE, "the datatype was freed")
                .with("type", type.name.isEmpty() ? type.made : type.name);
    }

    /** The core's type, also after free; null for {@code DATATYPE_NULL}. */
    musubi.type.MpiType coreOrNull() {
        return made;
    }

    boolean isPredefined() {
        return predefined;
    }

    /** Unit of extents and displacements in the lower-case dialect, in bytes. */
    int unitBytes() {
        return unitBytes;
    }

    /** The façade's object for a predefined type of the core, for user-defined operations. */
    static Datatype of(musubi.type.MpiType core) {
        for (Datatype type : MPI.predefinedTypes()) {
            if (type.core == core) {
                return type;
            }
        }
        return new Datatype(
                core, core.base().bytes(), true, TypeContents.of(TypeContents.Combiner.NAMED));
    }

    /** {@code MPI.UNDEFINED} for a value that is no int. */
    private static int inUnits(long bytes, int unit) {
        long units = bytes / unit;
        return units == (int) units ? (int) units : MPI.UNDEFINED;
    }

    private int inElements(String call, long bytes) {
        return inUnits(bytes, MPI.typeOf(call, this).base().bytes());
    }

    /** Lower bound, in elements of the buffer. MPI-4.1 section 5.1.7. */
    public int getLb() throws MPIException {
        return inUnits(MPI.typeOf("Datatype.getLb", this).lbBytes(), unitBytes);
    }

    /** As {@link #getLb}. MPI-4.1 section 5.1.7. */
    public int Lb() throws MPIException {
        return inElements("Datatype.Lb", MPI.typeOf("Datatype.Lb", this).lbBytes());
    }

    /** Upper bound, in elements of the buffer. MPI-4.1 section 5.1.7. */
    public int Ub() throws MPIException {
        return Lb() + Extent();
    }

    /**
     * Distance between two items, in elements of the buffer; the pair types of Open MPI, {@code
     * INT2} among them, and structs count in bytes. MPI-4.1 section 5.1.7.
     */
    public int getExtent() throws MPIException {
        return inUnits(MPI.typeOf("Datatype.getExtent", this).extentBytes(), unitBytes);
    }

    /** Distance between two items, in elements of the buffer. MPI-4.1 section 5.1.7. */
    public int Extent() throws MPIException {
        return inElements("Datatype.Extent", MPI.typeOf("Datatype.Extent", this).extentBytes());
    }

    /** Lower bound of the data, counted as in {@link #getLb}. MPI-4.1 section 5.1.8. */
    public int getTrueLb() throws MPIException {
        return inUnits(MPI.typeOf("Datatype.getTrueLb", this).trueLbBytes(), unitBytes);
    }

    /** Extent of the data, counted as in {@link #getExtent}. MPI-4.1 section 5.1.8. */
    public int getTrueExtent() throws MPIException {
        return inUnits(MPI.typeOf("Datatype.getTrueExtent", this).trueExtentBytes(), unitBytes);
    }

    /** Data in an item without gaps, counted as in {@link #getExtent}. MPI-4.1 section 5.1.5. */
    public int getSize() throws MPIException {
        return inUnits(MPI.typeOf("Datatype.getSize", this).sizeBytes(), unitBytes);
    }

    /** As {@link #getLb}, without the limit of an int. MPI-4.1 sections 5.1.7 and 19.2. */
    public long getLbLong() throws MPIException {
        return MPI.typeOf("Datatype.getLbLong", this).lbBytes() / unitBytes;
    }

    /** As {@link #getExtent}, without the limit of an int. MPI-4.1 sections 5.1.7 and 19.2. */
    public long getExtentLong() throws MPIException {
        return MPI.typeOf("Datatype.getExtentLong", this).extentBytes() / unitBytes;
    }

    /** As {@link #getTrueLb}, without the limit of an int. MPI-4.1 sections 5.1.8 and 19.2. */
    public long getTrueLbLong() throws MPIException {
        return MPI.typeOf("Datatype.getTrueLbLong", this).trueLbBytes() / unitBytes;
    }

    /** As {@link #getTrueExtent}, without the limit of an int. MPI-4.1 sections 5.1.8 and 19.2. */
    public long getTrueExtentLong() throws MPIException {
        return MPI.typeOf("Datatype.getTrueExtentLong", this).trueExtentBytes() / unitBytes;
    }

    /** As {@link #getSize}, without the limit of an int. MPI-4.1 sections 5.1.5 and 19.2. */
    public long getSizeLong() throws MPIException {
        return MPI.typeOf("Datatype.getSizeLong", this).sizeBytes() / unitBytes;
    }

    /** Elements of the base type in an item, without gaps. MPI-4.1 section 5.1.5. */
    public int Size() throws MPIException {
        return MPI.typeOf("Datatype.Size", this).elements();
    }

    /** Number of the base type. MPI-4.1 section 5.1. */
    public int getType() {
        return baseType;
    }

    /** Bytes of one element of the base type. MPI-4.1 section 5.1. */
    public int getByteSize() {
        return known == null ? 0 : known.base().bytes();
    }

    /**
     * Commits the type for communication; without effect on a basic type. MPI-4.1 section 5.1.9.
     */
    public void commit() throws MPIException {
        core = MPI.typeOf("Datatype.commit", this);
    }

    /** As {@link #commit}. MPI-4.1 section 5.1.9. */
    public void Commit() throws MPIException {
        core = MPI.typeOf("Datatype.Commit", this);
    }

    /**
     * Frees the type; operations in flight and types derived from it are not affected. A predefined
     * type cannot be freed ({@code ERR_TYPE}). MPI-4.1 section 5.1.9.
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
        attributes.deleteAll(this);
        core = null;
        known = null;
        ProgramChecks.freed(leak);
    }

    /** Whether it is {@code MPI.DATATYPE_NULL} or was freed. MPI-4.1 section 5.1.9. */
    public boolean isNull() {
        return known == null;
    }

    /** As {@link #dup}. MPI-4.1 section 5.1.10. */
    @Override
    public Datatype clone() {
        return dup();
    }

    /** A duplicate, committed if this type is. MPI-4.1 section 5.1.10. */
    public Datatype dup() throws MPIException {
        TypeContents its = TypeContents.of(TypeContents.Combiner.DUP, this);
        Datatype copy =
                new Datatype(MPI.typeOf("Datatype.dup", this), unitBytes, core != null, its);
        copy.attributes.copyFrom(attributes, this);
        return copy;
    }

    /** The constructor call and its arguments. MPI-4.1 section 5.1.13. */
    public TypeContents getContents() throws MPIException {
        MPI.typeOf("Datatype.getContents", this);
        return contents;
    }

    /** Consecutive items. MPI-4.1 section 5.1.2. */
    public static Datatype createContiguous(int count, Datatype oldType) throws MPIException {
        return DatatypeFactory.lowerCase("createContiguous", oldType, count).contiguous();
    }

    /**
     * Blocks at equal distances. MPI-4.1 section 5.1.2.
     *
     * @param stride items of the old type from start to start of two blocks
     */
    public static Datatype createVector(int count, int blockLength, int stride, Datatype oldType)
            throws MPIException {
        return DatatypeFactory.lowerCase("createVector", oldType, count, blockLength, stride)
                .vector(blockLength, stride);
    }

    /**
     * Blocks at equal distances. MPI-4.1 section 5.1.2.
     *
     * @param stride bytes from start to start of two blocks
     */
    public static Datatype createHVector(int count, int blockLength, int stride, Datatype oldType)
            throws MPIException {
        return DatatypeFactory.lowerCase("createHVector", oldType, count, blockLength, stride)
                .hVector(blockLength, stride);
    }

    /**
     * Blocks at any displacements. MPI-4.1 section 5.1.2.
     *
     * @param displacements of the blocks, in items of the old type
     */
    public static Datatype createIndexed(int[] blockLengths, int[] displacements, Datatype oldType)
            throws MPIException {
        return DatatypeFactory.lowerCase("createIndexed", oldType, 0, blockLengths, displacements)
                .indexed(DatatypeFactory.longs(blockLengths), DatatypeFactory.longs(displacements));
    }

    /**
     * Blocks at any displacements. MPI-4.1 section 5.1.2.
     *
     * @param displacements of the blocks, in bytes
     */
    public static Datatype createHIndexed(int[] blockLengths, int[] displacements, Datatype oldType)
            throws MPIException {
        return DatatypeFactory.lowerCase("createHIndexed", oldType, 0, blockLengths, displacements)
                .hIndexed(
                        DatatypeFactory.longs(blockLengths), DatatypeFactory.longs(displacements));
    }

    /**
     * Blocks of equal length at any displacements. MPI-4.1 section 5.1.2.
     *
     * @param displacements of the blocks, in items of the old type
     */
    public static Datatype createIndexedBlock(
            int blockLength, int[] displacements, Datatype oldType) throws MPIException {
        return DatatypeFactory.lowerCase(
                        "createIndexedBlock", oldType, 0, blockLength, displacements)
                .indexedBlock(blockLength, DatatypeFactory.longs(displacements));
    }

    /**
     * Blocks of equal length at any displacements. MPI-4.1 section 5.1.2.
     *
     * @param displacements of the blocks, in bytes
     */
    public static Datatype createHIndexedBlock(
            int blockLength, int[] displacements, Datatype oldType) throws MPIException {
        return DatatypeFactory.lowerCase(
                        "createHIndexedBlock", oldType, 0, blockLength, displacements)
                .hIndexedBlock(blockLength, DatatypeFactory.longs(displacements));
    }

    /**
     * Blocks of different types, for buffers of bytes. MPI-4.1 section 5.1.2.
     *
     * @param displacements of the blocks, in bytes
     */
    public static Datatype createStruct(int[] blockLengths, int[] displacements, Datatype[] types)
            throws MPIException {
        MPI.checkRunning();
        return DatatypeFactory.struct(
                "createStruct",
                DatatypeFactory.longs(blockLengths),
                DatatypeFactory.longs(displacements),
                types);
    }

    /**
     * A subarray. MPI-4.1 section 5.1.3.
     *
     * @param sizes of the whole array, in items
     * @param subSizes of the part
     * @param starts of the part, from 0
     * @param order {@code MPI.ORDER_C} or {@code MPI.ORDER_FORTRAN}
     */
    public static Datatype createSubarray(
            int[] sizes, int[] subSizes, int[] starts, int order, Datatype oldType)
            throws MPIException {
        return DatatypeFactory.lowerCase(
                        "createSubarray", oldType, 0, sizes, subSizes, starts, order)
                .subarray(
                        DatatypeFactory.longs(sizes),
                        DatatypeFactory.longs(subSizes),
                        DatatypeFactory.longs(starts),
                        order);
    }

    /**
     * The part of one process of an array that is distributed over a grid of processes. MPI-4.1
     * section 5.1.4.
     *
     * @param size of the grid, in processes
     * @param rank in the grid, in row-major order
     * @param gSizes of the whole array, in items
     * @param distribs {@code MPI.DISTRIBUTE_BLOCK}, {@code CYCLIC} or {@code NONE} for each
     *     dimension
     * @param dargs size of the blocks, or {@code MPI.DISTRIBUTE_DFLT_DARG}
     * @param pSizes of the grid
     * @param order {@code MPI.ORDER_C} or {@code MPI.ORDER_FORTRAN}
     */
    public static Datatype createDarray(
            int size,
            int rank,
            int[] gSizes,
            int[] distribs,
            int[] dargs,
            int[] pSizes,
            int order,
            Datatype oldType)
            throws MPIException {
        return DatatypeFactory.lowerCase("createDarray", oldType, size, rank, gSizes, distribs)
                .darray(rank, DatatypeFactory.longs(gSizes), distribs, dargs, pSizes, order);
    }

    /**
     * The same data with other bounds. MPI-4.1 section 5.1.7.
     *
     * @param lb lower bound, in bytes
     * @param extent in bytes
     */
    public static Datatype createResized(Datatype oldType, int lb, int extent) throws MPIException {
        return DatatypeFactory.lowerCase("createResized", oldType, 0, lb, extent)
                .resized(lb, extent);
    }

    /** As the form with ints, with a {@code long} count. MPI-4.1 sections 5.1.2 and 19.2. */
    public static Datatype createContiguous(long count, Datatype oldType) throws MPIException {
        return DatatypeFactory.lowerCase("createContiguous", oldType, count).contiguous();
    }

    /** As the form with ints, with {@code long} counts. MPI-4.1 sections 5.1.2 and 19.2. */
    public static Datatype createVector(long count, long blockLength, long stride, Datatype oldType)
            throws MPIException {
        return DatatypeFactory.lowerCase("createVector", oldType, count, blockLength, stride)
                .vector(blockLength, stride);
    }

    /** As the form with ints, with {@code long} counts. MPI-4.1 sections 5.1.2 and 19.2. */
    public static Datatype createHVector(
            long count, long blockLength, long stride, Datatype oldType) throws MPIException {
        return DatatypeFactory.lowerCase("createHVector", oldType, count, blockLength, stride)
                .hVector(blockLength, stride);
    }

    /**
     * As the form with ints, with {@code long} counts and displacements; nothing is to be passed
     * for {@code none}, which keeps {@code null} for the form with ints. MPI-4.1 sections 5.1.2 and
     * 19.2.
     */
    public static Datatype createIndexed(
            long[] blockLengths, long[] displacements, Datatype oldType, Void... none)
            throws MPIException {
        return DatatypeFactory.lowerCase("createIndexed", oldType, 0, blockLengths, displacements)
                .indexed(blockLengths, displacements);
    }

    /** As the form with ints, for large counts ({@code none}: nothing). MPI-4.1 section 19.2. */
    public static Datatype createHIndexed(
            long[] blockLengths, long[] displacements, Datatype oldType, Void... none)
            throws MPIException {
        return DatatypeFactory.lowerCase("createHIndexed", oldType, 0, blockLengths, displacements)
                .hIndexed(blockLengths, displacements);
    }

    /** As the form with ints, for large counts ({@code none}: nothing). MPI-4.1 section 19.2. */
    public static Datatype createIndexedBlock(
            long blockLength, long[] displacements, Datatype oldType, Void... none)
            throws MPIException {
        return DatatypeFactory.lowerCase(
                        "createIndexedBlock", oldType, 0, blockLength, displacements)
                .indexedBlock(blockLength, displacements);
    }

    /** As the form with ints, for large counts ({@code none}: nothing). MPI-4.1 section 19.2. */
    public static Datatype createHIndexedBlock(
            long blockLength, long[] displacements, Datatype oldType, Void... none)
            throws MPIException {
        return DatatypeFactory.lowerCase(
                        "createHIndexedBlock", oldType, 0, blockLength, displacements)
                .hIndexedBlock(blockLength, displacements);
    }

    /** As the form with ints, for large counts ({@code none}: nothing). MPI-4.1 section 19.2. */
    public static Datatype createStruct(
            long[] blockLengths, long[] displacements, Datatype[] types, Void... none)
            throws MPIException {
        MPI.checkRunning();
        return DatatypeFactory.struct("createStruct", blockLengths, displacements, types);
    }

    /** As the form with ints, for large arrays ({@code none}: nothing). MPI-4.1 section 19.2. */
    public static Datatype createSubarray(
            long[] sizes, long[] subSizes, long[] starts, int order, Datatype oldType, Void... none)
            throws MPIException {
        return DatatypeFactory.lowerCase(
                        "createSubarray", oldType, 0, sizes, subSizes, starts, order)
                .subarray(sizes, subSizes, starts, order);
    }

    /** As the form with ints, for large arrays ({@code none}: nothing). MPI-4.1 section 19.2. */
    public static Datatype createDarray(
            int size,
            int rank,
            long[] gSizes,
            int[] distribs,
            int[] dargs,
            int[] pSizes,
            int order,
            Datatype oldType,
            Void... none)
            throws MPIException {
        return DatatypeFactory.lowerCase("createDarray", oldType, size, rank, gSizes, distribs)
                .darray(rank, gSizes, distribs, dargs, pSizes, order);
    }

    /** As the form with ints, with {@code long} bounds. MPI-4.1 sections 5.1.7 and 19.2. */
    public static Datatype createResized(Datatype oldType, long lb, long extent)
            throws MPIException {
        return DatatypeFactory.lowerCase("createResized", oldType, 0, lb, extent)
                .resized(lb, extent);
    }

    /** Consecutive items. MPI-4.1 section 5.1.2. */
    public static Datatype Contiguous(int count, Datatype oldtype) throws MPIException {
        return DatatypeFactory.capitalised("Contiguous", oldtype, count).contiguous();
    }

    /**
     * Blocks at equal distances. MPI-4.1 section 5.1.2.
     *
     * @param stride items of the old type from start to start of two blocks
     */
    public static Datatype Vector(int count, int blocklength, int stride, Datatype oldtype)
            throws MPIException {
        return DatatypeFactory.capitalised("Vector", oldtype, count, blocklength, stride)
                .vector(blocklength, stride);
    }

    /**
     * Blocks at equal distances. MPI-4.1 section 5.1.2.
     *
     * @param stride elements of the buffer from start to start of two blocks
     */
    public static Datatype Hvector(int count, int blocklength, int stride, Datatype oldtype)
            throws MPIException {
        return DatatypeFactory.capitalised("Hvector", oldtype, count, blocklength, stride)
                .hVector(blocklength, stride);
    }

    /**
     * Blocks at any displacements. MPI-4.1 section 5.1.2.
     *
     * @param array_of_displacements of the blocks, in items of the old type
     */
    public static Datatype Indexed(
            int[] array_of_blocklengths, int[] array_of_displacements, Datatype oldtype)
            throws MPIException {
        int[] lengths = array_of_blocklengths;
        return DatatypeFactory.capitalised("Indexed", oldtype, 0, lengths, array_of_displacements)
                .indexed(
                        DatatypeFactory.longs(lengths),
                        DatatypeFactory.longs(array_of_displacements));
    }

    /**
     * Blocks at any displacements. MPI-4.1 section 5.1.2.
     *
     * @param array_of_displacements of the blocks, in elements of the buffer
     */
    public static Datatype Hindexed(
            int[] array_of_blocklengths, int[] array_of_displacements, Datatype oldtype)
            throws MPIException {
        int[] lengths = array_of_blocklengths;
        return DatatypeFactory.capitalised("Hindexed", oldtype, 0, lengths, array_of_displacements)
                .hIndexed(
                        DatatypeFactory.longs(lengths),
                        DatatypeFactory.longs(array_of_displacements));
    }

    /**
     * Blocks of types with one base type; {@code MPI.LB} and {@code MPI.UB} are explicit bounds.
     * MPI-4.1 section 5.1.2.
     *
     * @param array_of_displacements of the blocks, in elements of the buffer
     */
    public static Datatype Struct(
            int[] array_of_blocklengths, int[] array_of_displacements, Datatype[] array_of_types)
            throws MPIException {
        MPI.checkRunning();
        return DatatypeFactory.struct(
                "Struct",
                DatatypeFactory.longs(array_of_blocklengths),
                DatatypeFactory.longs(array_of_displacements),
                array_of_types);
    }

    /** Sets the name for messages. MPI-4.1 section 7.8. */
    public void setName(String name) throws MPIException {
        MPI.typeOf("Datatype.setName", this);
        this.name = name;
    }

    /** The name. MPI-4.1 section 7.8. */
    public String getName() throws MPIException {
        MPI.typeOf("Datatype.getName", this);
        return predefined && name.startsWith("MPI.") ? "MPI_" + name.substring(4) : name;
    }

    /**
     * A new attribute key, whose values are kept as serialised copies; duplicates get copies.
     * MPI-4.1 section 7.7.4.
     */
    public static int createKeyval() throws MPIException {
        return Keyval.create(Keyval.Kind.DATATYPE);
    }

    /**
     * A new attribute key, whose values are kept by reference. MPI-4.1 section 7.7.4.
     *
     * @param copy called for each duplicate, returns its value; null for no value
     * @param delete called when a value is deleted; may be null
     */
    public static int createKeyval(AttributeCopy<Datatype> copy, AttributeDelete<Datatype> delete)
            throws MPIException {
        return Keyval.create(
                Keyval.Kind.DATATYPE,
                copy == null ? null : (type, key, value) -> copy.copy((Datatype) type, key, value),
                delete == null
                        ? null
                        : (type, key, value) -> delete.delete((Datatype) type, key, value));
    }

    /** Frees a key; values that are set remain accessible. MPI-4.1 section 7.7.4. */
    public static void freeKeyval(int keyval) throws MPIException {
        Keyval.free(Keyval.Kind.DATATYPE, "Datatype.freeKeyval", keyval);
    }

    /** Sets the value of an attribute; an existing one is deleted first. MPI-4.1 section 7.7.4. */
    public void setAttr(int keyval, Object value) throws MPIException {
        MPI.typeOf("Datatype.setAttr", this);
        attributes.set(this, "Datatype.setAttr", keyval, value);
    }

    /** The value of an attribute; null if not set. MPI-4.1 section 7.7.4. */
    public Object getAttr(int keyval) throws MPIException {
        MPI.typeOf("Datatype.getAttr", this);
        return attributes.get(this, "Datatype.getAttr", keyval);
    }

    /** Deletes an attribute. MPI-4.1 section 7.7.4. */
    public void deleteAttr(int keyval) throws MPIException {
        MPI.typeOf("Datatype.deleteAttr", this);
        attributes.delete(this, "Datatype.deleteAttr", keyval);
    }

    @Override
    public String toString() {
        if (name != null && !name.isEmpty()) {
            return name;
        }
        return known == null ? "MPI.DATATYPE_NULL" : known.name();
    }
}
