package mpi;

import musubi.Rank;
import musubi.bootstrap.Bootstrap;
import musubi.bootstrap.RankHost;
import musubi.bootstrap.pmi.BootstrapSelector;
import musubi.coll.CollectiveCall;
import musubi.config.Setting;
import musubi.config.Settings;
import musubi.error.CallSite;
import musubi.error.Descriptors;
import musubi.error.ErrorClass;
import musubi.error.ErrorCodes;
import musubi.error.MpiFailure;
import musubi.group.MessageAddress;
import musubi.ledger.MemoryLedger;
import musubi.memory.MemoryReport;
import musubi.op.Reductions;
import musubi.progress.ThreadLevel;
import musubi.pt2pt.BufferedSends;
import musubi.pt2pt.request.GeneralizedRequest;

import java.io.PrintStream;
import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.CharBuffer;
import java.nio.DoubleBuffer;
import java.nio.FloatBuffer;
import java.nio.IntBuffer;
import java.nio.LongBuffer;
import java.nio.ShortBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;

/**
 * Start and end of MPI, its constants, and buffers in native memory. Holds the one rank of this
 * process. MPI-4.1 chapters 2, 9 and 11.
 */
public class MPI {
    /** Thread level. MPI-4.1 section 11.6.2. */
    public static final int THREAD_SINGLE = 0;

    /** Thread level. MPI-4.1 section 11.6.2. */
    public static final int THREAD_FUNNELED = 1;

    /** Thread level. MPI-4.1 section 11.6.2. */
    public static final int THREAD_SERIALIZED = 2;

    /** Thread level. MPI-4.1 section 11.6.2. */
    public static final int THREAD_MULTIPLE = 3;

    /** Kind of topology. MPI-4.1 section 8.5.5. */
    public static final int CART = 1;

    /** Kind of topology. MPI-4.1 section 8.5.5. */
    public static final int GRAPH = 2;

    /** Kind of topology. MPI-4.1 section 8.5.5. */
    public static final int DIST_GRAPH = 3;

    /** Wildcard for a source rank. MPI-4.1 section 3.2.4. */
    public static final int ANY_SOURCE = MessageAddress.ANY_SOURCE;

    /** Wildcard for a tag. MPI-4.1 section 3.2.4. */
    public static final int ANY_TAG = MessageAddress.ANY_TAG;

    /** Null process: communication with it has no effect. MPI-4.1 section 3.11. */
    public static final int PROC_NULL = MessageAddress.PROC_NULL;

    /** Undefined value. MPI-4.1 section 2.5.4. */
    public static final int UNDEFINED = -32766;

    // The four results have MPJ Express's values, which its users' class files contain. Class files
    // for Open MPI's bindings read the fields.

    /** Result of comparing groups or communicators. MPI-4.1 section 7.4.1. */
    public static final int IDENT = 0;

    /** Result of comparing groups or communicators. MPI-4.1 section 7.4.1. */
    public static final int CONGRUENT = 3;

    /** Result of comparing groups or communicators. MPI-4.1 section 7.4.1. */
    public static final int SIMILAR = 1;

    /** Result of comparing groups or communicators. MPI-4.1 section 7.4.1. */
    public static final int UNEQUAL = 2;

    /** Key of a predefined attribute. MPI-4.1 section 9.1.2. */
    public static final int TAG_UB = 0;

    /** Key of a predefined attribute. MPI-4.1 section 9.1.2. */
    public static final int HOST = 1;

    /** Key of a predefined attribute. MPI-4.1 section 9.1.2. */
    public static final int IO = 2;

    /** Key of a predefined attribute. MPI-4.1 section 9.1.2. */
    public static final int WTIME_IS_GLOBAL = 3;

    /** Key of a predefined attribute. MPI-4.1 section 9.1.2. */
    public static final int APPNUM = 4;

    /** Key of a predefined attribute. MPI-4.1 section 9.1.2. */
    public static final int LASTUSEDCODE = 5;

    /** Key of a predefined attribute. MPI-4.1 section 9.1.2. */
    public static final int UNIVERSE_SIZE = 6;

    /** Key of a predefined attribute of a window. MPI-4.1 section 12.2.6. */
    public static final int WIN_BASE = 7;

    /** Key of a predefined attribute of a window. MPI-4.1 section 12.2.6. */
    public static final int WIN_SIZE = 8;

    /** Key of a predefined attribute of a window. MPI-4.1 section 12.2.6. */
    public static final int WIN_DISP_UNIT = 9;

    /** Version of the standard. MPI-4.1 section 9.1.1. */
    public static final int VERSION = 4;

    /** Version of the standard. MPI-4.1 section 9.1.1. */
    public static final int SUBVERSION = 1;

    /** Root argument of the root itself in an intercommunicator. MPI-4.1 section 6.2.3. */
    public static final int ROOT = CollectiveCall.ROOT;

    /** Invalid attribute key. MPI-4.1 section 7.7. */
    public static final int KEYVAL_INVALID = -1;

    /** Overhead of a buffered message in the attached buffer, in bytes. MPI-4.1 section 3.6. */
    public static final int BSEND_OVERHEAD = BufferedSends.OVERHEAD_BYTES;

    /** Zero: no overhead. MPI-4.1 section 3.6. */
    public static final int SEND_OVERHEAD = 0;

    /** Zero: no overhead. MPI-4.1 section 3.6. */
    public static final int RECV_OVERHEAD = 0;

    /** Maximum length of a text. MPI-4.1 section 2.6. */
    public static final int MAX_OBJECT_NAME = 64;

    /** Maximum length of a text. MPI-4.1 section 2.6. */
    public static final int MAX_PORT_NAME = 1024;

    /** Maximum length of a text. MPI-4.1 section 2.6. */
    public static final int MAX_DATAREP_STRING = 128;

    /** Maximum length of a text. MPI-4.1 section 2.6. */
    public static final int MAX_INFO_KEY = Info.MAX_KEY;

    /** Maximum length of a text. MPI-4.1 section 2.6. */
    public static final int MAX_INFO_VAL = Info.MAX_VALUE;

    /** Order of a distributed array. MPI-4.1 section 5.1.3. */
    public static final int ORDER_C = 0;

    /** Order of a distributed array. MPI-4.1 section 5.1.3. */
    public static final int ORDER_FORTRAN = 1;

    /** Distribution of an array. MPI-4.1 section 5.1.4. */
    public static final int DISTRIBUTE_BLOCK = 0;

    /** Distribution of an array. MPI-4.1 section 5.1.4. */
    public static final int DISTRIBUTE_CYCLIC = 1;

    /** Distribution of an array. MPI-4.1 section 5.1.4. */
    public static final int DISTRIBUTE_NONE = 2;

    /** Distribution of an array. MPI-4.1 section 5.1.4. */
    public static final int DISTRIBUTE_DFLT_DARG = -1;

    /** Way to open a file. MPI-4.1 section 14.2.1. */
    public static final int MODE_CREATE = 1;

    /** Way to open a file. MPI-4.1 section 14.2.1. */
    public static final int MODE_RDONLY = 2;

    /** Way to open a file. MPI-4.1 section 14.2.1. */
    public static final int MODE_WRONLY = 4;

    /** Way to open a file. MPI-4.1 section 14.2.1. */
    public static final int MODE_RDWR = 8;

    /** Way to open a file. MPI-4.1 section 14.2.1. */
    public static final int MODE_DELETE_ON_CLOSE = 16;

    /** Way to open a file. MPI-4.1 section 14.2.1. */
    public static final int MODE_UNIQUE_OPEN = 32;

    /** Way to open a file. MPI-4.1 section 14.2.1. */
    public static final int MODE_EXCL = 64;

    /** Way to open a file. MPI-4.1 section 14.2.1. */
    public static final int MODE_APPEND = 128;

    /** Way to open a file. MPI-4.1 section 14.2.1. */
    public static final int MODE_SEQUENTIAL = 256;

    /** Position in a file. MPI-4.1 section 14.4.3. */
    public static final int DISPLACEMENT_CURRENT = -54278278;

    /** Position in a file. MPI-4.1 section 14.4.3. */
    public static final int SEEK_SET = 600;

    /** Position in a file. MPI-4.1 section 14.4.3. */
    public static final int SEEK_CUR = 602;

    /** Position in a file. MPI-4.1 section 14.4.3. */
    public static final int SEEK_END = 604;

    /** Assertion about a window. MPI-4.1 section 12.5.5. */
    public static final int MODE_NOCHECK = 1;

    /** Assertion about a window. MPI-4.1 section 12.5.5. */
    public static final int MODE_NOPRECEDE = 2;

    /** Assertion about a window. MPI-4.1 section 12.5.5. */
    public static final int MODE_NOPUT = 4;

    /** Assertion about a window. MPI-4.1 section 12.5.5. */
    public static final int MODE_NOSTORE = 8;

    /** Assertion about a window. MPI-4.1 section 12.5.5. */
    public static final int MODE_NOSUCCEED = 16;

    /** Kind of lock. MPI-4.1 section 12.5.3. */
    public static final int LOCK_EXCLUSIVE = 1;

    /** Kind of lock. MPI-4.1 section 12.5.3. */
    public static final int LOCK_SHARED = 2;

    /** No error. MPI-4.1 section 9.4. */
    public static final int SUCCESS = 0;

    /** Error class: invalid buffer. MPI-4.1 section 9.4. */
    public static final int ERR_BUFFER = 1;

    /** Error class: invalid count argument. MPI-4.1 section 9.4. */
    public static final int ERR_COUNT = 2;

    /** Error class: invalid datatype argument. MPI-4.1 section 9.4. */
    public static final int ERR_TYPE = 3;

    /** Error class: invalid tag argument. MPI-4.1 section 9.4. */
    public static final int ERR_TAG = 4;

    /** Error class: invalid communicator. MPI-4.1 section 9.4. */
    public static final int ERR_COMM = 5;

    /** Error class: invalid rank. MPI-4.1 section 9.4. */
    public static final int ERR_RANK = 6;

    /** Error class: invalid request. MPI-4.1 section 9.4. */
    public static final int ERR_REQUEST = 7;

    /** Error class: invalid root. MPI-4.1 section 9.4. */
    public static final int ERR_ROOT = 8;

    /** Error class: invalid group. MPI-4.1 section 9.4. */
    public static final int ERR_GROUP = 9;

    /** Error class: invalid reduce operation. MPI-4.1 section 9.4. */
    public static final int ERR_OP = 10;

    /** Error class: invalid communicator topology. MPI-4.1 section 9.4. */
    public static final int ERR_TOPOLOGY = 11;

    /** Error class: invalid topology dimension. MPI-4.1 section 9.4. */
    public static final int ERR_DIMS = 12;

    /** Error class: invalid argument of some other kind. MPI-4.1 section 9.4. */
    public static final int ERR_ARG = 13;

    /** Error class: unknown error. MPI-4.1 section 9.4. */
    public static final int ERR_UNKNOWN = 14;

    /** Error class: message truncated. MPI-4.1 section 9.4. */
    public static final int ERR_TRUNCATE = 15;

    /** Error class: known error not in list. MPI-4.1 section 9.4. */
    public static final int ERR_OTHER = 16;

    /** Error class: internal error. MPI-4.1 section 9.4. */
    public static final int ERR_INTERN = 17;

    /** Error class: error code in status. MPI-4.1 section 9.4. */
    public static final int ERR_IN_STATUS = 18;

    /** Error class: pending request. MPI-4.1 section 9.4. */
    public static final int ERR_PENDING = 19;

    /** Error class: permission denied. MPI-4.1 section 9.4. */
    public static final int ERR_ACCESS = 20;

    /** Error class: invalid access mode. MPI-4.1 section 9.4. */
    public static final int ERR_AMODE = 21;

    /** Error class: invalid assertion. MPI-4.1 section 9.4. */
    public static final int ERR_ASSERT = 22;

    /** Error class: invalid file name. MPI-4.1 section 9.4. */
    public static final int ERR_BAD_FILE = 23;

    /** Error class: invalid base. MPI-4.1 section 9.4. */
    public static final int ERR_BASE = 24;

    /** Error class: conversion failed. MPI-4.1 section 9.4. */
    public static final int ERR_CONVERSION = 25;

    /** Error class: invalid displacement. MPI-4.1 section 9.4. */
    public static final int ERR_DISP = 26;

    /** Error class: data representation exists. MPI-4.1 section 9.4. */
    public static final int ERR_DUP_DATAREP = 27;

    /** Error class: file exists. MPI-4.1 section 9.4. */
    public static final int ERR_FILE_EXISTS = 28;

    /** Error class: file in use. MPI-4.1 section 9.4. */
    public static final int ERR_FILE_IN_USE = 29;

    /** Error class: invalid file handle. MPI-4.1 section 9.4. */
    public static final int ERR_FILE = 30;

    /** Error class: invalid info key. MPI-4.1 section 9.4. */
    public static final int ERR_INFO_KEY = 31;

    /** Error class: no such info key. MPI-4.1 section 9.4. */
    public static final int ERR_INFO_NOKEY = 32;

    /** Error class: invalid info value. MPI-4.1 section 9.4. */
    public static final int ERR_INFO_VALUE = 33;

    /** Error class: invalid info object. MPI-4.1 section 9.4. */
    public static final int ERR_INFO = 34;

    /** Error class: input or output error. MPI-4.1 section 9.4. */
    public static final int ERR_IO = 35;

    /** Error class: invalid key value. MPI-4.1 section 9.4. */
    public static final int ERR_KEYVAL = 36;

    /** Error class: invalid lock type. MPI-4.1 section 9.4. */
    public static final int ERR_LOCKTYPE = 37;

    /** Error class: no such service name. MPI-4.1 section 9.4. */
    public static final int ERR_NAME = 38;

    /** Error class: out of memory. MPI-4.1 section 9.4. */
    public static final int ERR_NO_MEM = 39;

    /** Error class: collective argument not the same on all ranks. MPI-4.1 section 9.4. */
    public static final int ERR_NOT_SAME = 40;

    /** Error class: no space left. MPI-4.1 section 9.4. */
    public static final int ERR_NO_SPACE = 41;

    /** Error class: no such file. MPI-4.1 section 9.4. */
    public static final int ERR_NO_SUCH_FILE = 42;

    /** Error class: invalid port name. MPI-4.1 section 9.4. */
    public static final int ERR_PORT = 43;

    /** Error class: quota exceeded. MPI-4.1 section 9.4. */
    public static final int ERR_QUOTA = 44;

    /** Error class: read-only file. MPI-4.1 section 9.4. */
    public static final int ERR_READ_ONLY = 45;

    /** Error class: conflicting window accesses. MPI-4.1 section 9.4. */
    public static final int ERR_RMA_CONFLICT = 46;

    /** Error class: wrong synchronisation of window accesses. MPI-4.1 section 9.4. */
    public static final int ERR_RMA_SYNC = 47;

    /** Error class: invalid service name. MPI-4.1 section 9.4. */
    public static final int ERR_SERVICE = 48;

    /** Error class: invalid size. MPI-4.1 section 9.4. */
    public static final int ERR_SIZE = 49;

    /** Error class: could not spawn. MPI-4.1 section 9.4. */
    public static final int ERR_SPAWN = 50;

    /** Error class: unsupported data representation. MPI-4.1 section 9.4. */
    public static final int ERR_UNSUPPORTED_DATAREP = 51;

    /** Error class: unsupported operation. MPI-4.1 section 9.4. */
    public static final int ERR_UNSUPPORTED_OPERATION = 52;

    /** Error class: invalid window. MPI-4.1 section 9.4. */
    public static final int ERR_WIN = 53;

    /** Error class: a peer rank has ended. MPI-4.1 section 9.4. */
    public static final int ERR_PROC_ABORTED = 74;

    /** Largest error code. MPI-4.1 section 9.4. */
    public static final int ERR_LASTCODE = 92;

    /** Out of a resource of the system. MPI-4.1 section 9.4. */
    public static final int ERR_SYSRESOURCE = -2;

    /** Bytes, {@code byte}. MPI-4.1 section 3.2.2. */
    public static final Datatype BYTE = Datatype.basic(musubi.type.MpiType.BYTE);

    /** {@code char}, 2 bytes. MPI-4.1 section 3.2.2. */
    public static final Datatype CHAR = Datatype.basic(musubi.type.MpiType.CHAR);

    /** {@code short}. MPI-4.1 section 3.2.2. */
    public static final Datatype SHORT = Datatype.basic(musubi.type.MpiType.SHORT);

    /** {@code boolean}, 1 byte. MPI-4.1 section 3.2.2. */
    public static final Datatype BOOLEAN = Datatype.basic(musubi.type.MpiType.BOOLEAN);

    /** {@code int}. MPI-4.1 section 3.2.2. */
    public static final Datatype INT = Datatype.basic(musubi.type.MpiType.INT);

    /** {@code long}. MPI-4.1 section 3.2.2. */
    public static final Datatype LONG = Datatype.basic(musubi.type.MpiType.LONG);

    /** {@code float}. MPI-4.1 section 3.2.2. */
    public static final Datatype FLOAT = Datatype.basic(musubi.type.MpiType.FLOAT);

    /** {@code double}. MPI-4.1 section 3.2.2. */
    public static final Datatype DOUBLE = Datatype.basic(musubi.type.MpiType.DOUBLE);

    /** Packed data. MPI-4.1 section 3.2.2. */
    public static final Datatype PACKED = Datatype.basic(musubi.type.MpiType.PACKED);

    /** Serialised Java objects, in an {@code Object[]}. MPI-4.1 section 3.2.2. */
    public static final Datatype OBJECT = Datatype.basic(musubi.type.MpiType.OBJECT);

    /** Pairs of {@code short}: value, index. MPI-4.1 section 3.2.2. */
    public static final Datatype SHORT2 = Datatype.basic(musubi.type.MpiType.SHORT2);

    /** Pairs of {@code long}: value, index. MPI-4.1 section 3.2.2. */
    public static final Datatype LONG2 = Datatype.basic(musubi.type.MpiType.LONG2);

    /** Pairs of {@code float}: value, index. MPI-4.1 section 3.2.2. */
    public static final Datatype FLOAT2 = Datatype.basic(musubi.type.MpiType.FLOAT2);

    /** Pairs of {@code double}: value, index. MPI-4.1 section 3.2.2. */
    public static final Datatype DOUBLE2 = Datatype.basic(musubi.type.MpiType.DOUBLE2);

    /** Pairs of {@code float}: real and imaginary part. MPI-4.1 section 3.2.2. */
    public static final Datatype FLOAT_COMPLEX = Datatype.basic(musubi.type.MpiType.FLOAT_COMPLEX);

    /** Pairs of {@code double}: real and imaginary part. MPI-4.1 section 3.2.2. */
    public static final Datatype DOUBLE_COMPLEX =
            Datatype.basic(musubi.type.MpiType.DOUBLE_COMPLEX);

    /**
     * Pairs of {@code int}: value, index; also in bytes, for {@link #int2}. MPI-4.1 section 6.9.4.
     */
    public static final Datatype INT2 = new Datatype(musubi.type.MpiType.INT2, 1);

    /** In bytes: a {@code short} and an index, for {@link #shortInt}. MPI-4.1 section 6.9.4. */
    public static final Datatype SHORT_INT = new Datatype(musubi.type.MpiType.SHORT_INT, 1);

    /** In bytes: a {@code long} and an index, for {@link #longInt}. MPI-4.1 section 6.9.4. */
    public static final Datatype LONG_INT = new Datatype(musubi.type.MpiType.LONG_INT, 1);

    /** In bytes: a {@code float} and an index, for {@link #floatInt}. MPI-4.1 section 6.9.4. */
    public static final Datatype FLOAT_INT = new Datatype(musubi.type.MpiType.FLOAT_INT, 1);

    /** In bytes: a {@code double} and an index, for {@link #doubleInt}. MPI-4.1 section 6.9.4. */
    public static final Datatype DOUBLE_INT = new Datatype(musubi.type.MpiType.DOUBLE_INT, 1);

    /** No type. MPI-4.1 section 2.5.1. */
    public static final Datatype DATATYPE_NULL = new Datatype(null, 1);

    /** No type. MPI-4.1 section 2.5.1. */
    public static final Datatype NULL = DATATYPE_NULL;

    /** Explicit lower bound in {@link Datatype#Struct}. MPI-4.1 section 16.1. */
    public static final Datatype LB = new Datatype(null, 1);

    /** Explicit upper bound in {@link Datatype#Struct}. MPI-4.1 section 16.1. */
    public static final Datatype UB = new Datatype(null, 1);

    private static final List<Datatype> PREDEFINED_TYPES =
            List.of(
                    BYTE,
                    CHAR,
                    SHORT,
                    BOOLEAN,
                    INT,
                    LONG,
                    FLOAT,
                    DOUBLE,
                    PACKED,
                    OBJECT,
                    SHORT2,
                    LONG2,
                    FLOAT2,
                    DOUBLE2,
                    FLOAT_COMPLEX,
                    DOUBLE_COMPLEX,
                    INT2,
                    SHORT_INT,
                    LONG_INT,
                    FLOAT_INT,
                    DOUBLE_INT);

    /** Reads and writes pairs in bytes. MPI-4.1 section 6.9.4. */
    public static final Int2 int2 = new Int2();

    /** Reads and writes pairs in bytes. MPI-4.1 section 6.9.4. */
    public static final ShortInt shortInt = new ShortInt();

    /** Reads and writes pairs in bytes. MPI-4.1 section 6.9.4. */
    public static final LongInt longInt = new LongInt();

    /** Reads and writes pairs in bytes. MPI-4.1 section 6.9.4. */
    public static final FloatInt floatInt = new FloatInt();

    /** Reads and writes pairs in bytes. MPI-4.1 section 6.9.4. */
    public static final DoubleInt doubleInt = new DoubleInt();

    /** Largest. MPI-4.1 section 6.9.2. */
    public static final Op MAX = new Op(Reductions.MAX, 1);

    /** Smallest. MPI-4.1 section 6.9.2. */
    public static final Op MIN = new Op(Reductions.MIN, 2);

    /** Sum. MPI-4.1 section 6.9.2. */
    public static final Op SUM = new Op(Reductions.SUM, 3);

    /** Product. MPI-4.1 section 6.9.2. */
    public static final Op PROD = new Op(Reductions.PROD, 4);

    /** Logical and. MPI-4.1 section 6.9.2. */
    public static final Op LAND = new Op(Reductions.LAND, 5);

    /** And of bits. MPI-4.1 section 6.9.2. */
    public static final Op BAND = new Op(Reductions.BAND, 6);

    /** Logical or. MPI-4.1 section 6.9.2. */
    public static final Op LOR = new Op(Reductions.LOR, 7);

    /** Or of bits. MPI-4.1 section 6.9.2. */
    public static final Op BOR = new Op(Reductions.BOR, 8);

    /** Logical exclusive or. MPI-4.1 section 6.9.2. */
    public static final Op LXOR = new Op(Reductions.LXOR, 9);

    /** Exclusive or of bits. MPI-4.1 section 6.9.2. */
    public static final Op BXOR = new Op(Reductions.BXOR, 10);

    /** Largest value and its index. MPI-4.1 section 6.9.2. */
    public static final Op MAXLOC = new Op(Reductions.MAXLOC, 11);

    /** Smallest value and its index. MPI-4.1 section 6.9.2. */
    public static final Op MINLOC = new Op(Reductions.MINLOC, 12);

    /** The first operand. MPI-4.1 section 6.9.2. */
    public static final Op REPLACE = new Op(Reductions.REPLACE, 13);

    /** The second operand. MPI-4.1 section 6.9.2. */
    public static final Op NO_OP = new Op(Reductions.NO_OP, 14);

    /** Ends the job when a call fails; the default. MPI-4.1 section 9.3. */
    public static final Errhandler ERRORS_ARE_FATAL = new Errhandler("MPI.ERRORS_ARE_FATAL");

    /** Ends the job when a call fails. MPI-4.1 section 9.3. */
    public static final Errhandler ERRORS_ABORT = new Errhandler("MPI.ERRORS_ABORT");

    /** Throws {@link MPIException} when a call fails. MPI-4.1 section 9.3. */
    public static final Errhandler ERRORS_RETURN = new Errhandler("MPI.ERRORS_RETURN");

    /** All processes of the job; usable between Init and Finalize. MPI-4.1 section 7.4. */
    public static final Intracomm COMM_WORLD = new Intracomm("COMM_WORLD");

    /** This process alone; usable between Init and Finalize. MPI-4.1 section 7.4. */
    public static final Intracomm COMM_SELF = new Intracomm("COMM_SELF");

    /** No communicator. MPI-4.1 section 2.5.1. */
    public static final Comm COMM_NULL = new Intracomm("COMM_NULL");

    /** No request. MPI-4.1 section 2.5.1. */
    public static final Request REQUEST_NULL = new Request(null, "REQUEST_NULL", null, null);

    /** The group without members. MPI-4.1 section 7.2.1. */
    public static final Group GROUP_EMPTY = new Group(musubi.group.RankGroup.EMPTY, Group.EMPTY);

    /** No group. MPI-4.1 section 2.5.1. */
    public static final Group GROUP_NULL = new Group(null, 2);

    /** An empty status. MPI-4.1 section 3.7.3. */
    public static final Status EMPTY_STATUS = new Status();

    /** No hints. MPI-4.1 chapter 10. */
    public static final Info INFO_NULL = Info.nullInfo();

    /**
     * Start of the program, between Init and Finalize: {@code command}, {@code argv}, {@code
     * maxprocs}, {@code soft}, {@code host}, {@code arch}, {@code wdir} and {@code thread_level};
     * and, as in Open MPI, {@code ompi_num_apps}, {@code ompi_first_rank} and {@code ompi_np} (of
     * each program on the command line) and {@code ompi_positioned_file_dir}. Without mpiexec the
     * values from its command line are absent. MPI-4.1 section 11.2.1.
     */
    public static final Info INFO_ENV = Info.environment();

    /** Ignored; for programs of MPJ Express, which has this value. MPI-4.1 section 9.1. */
    public static final boolean DEBUG = true;

    /** Processors of this machine. MPI-4.1 section 9.1. */
    public static final int NUM_OF_PROCESSORS = Runtime.getRuntime().availableProcessors();

    /** Ignored; for programs of MPJ Express. MPI-4.1 section 9.1. */
    public static boolean isOldSelected;

    private static final int MPJ_LEADING_ARGUMENTS = 3;
    private static final double NS_PER_S = 1e9;
    private static final List<musubi.pt2pt.request.CommRequest> ABANDONED = new ArrayList<>();
    private static final List<GeneralizedRequest> GENERALIZED = new ArrayList<>();

    /** The error classes and codes, also outside of Init and Finalize. */
    static final ErrorCodes ERROR_CODES = new ErrorCodes(ERR_LASTCODE);

    /** The rank that this process is, between Init and Finalize. */
    static Rank rank;

    /** The host of a rank that shares its process; else null. */
    private static final RankHost HOST_OF_RANK = RankHost.of(MPI.class);

    /** Why MPI has ended without Finalize, in a JVM that an abort does not end; else null. */
    private static MpiFailure abortion;

    private static boolean wasInitialised;
    private static int threadLevel;
    private static Thread mainThread;

    /** Holds nothing: all members are static. MPI-4.1 chapter 2. */
    public MPI() {}

    /**
     * The standard output of the rank. The members of {@link System} are those of the JVM in this
     * package: unlike programs, its classes are not rewritten for ranks that share a JVM.
     */
    static PrintStream out() {
        return HOST_OF_RANK == null ? System.out : HOST_OF_RANK.out();
    }

    /** The standard error of the rank. */
    static PrintStream err() {
        return HOST_OF_RANK == null ? System.err : HOST_OF_RANK.err();
    }

    /** A system property of the rank. */
    static String property(String name, String otherwise) {
        return HOST_OF_RANK == null
                ? System.getProperty(name, otherwise)
                : HOST_OF_RANK.properties().getProperty(name, otherwise);
    }

    /** Enters the rank's gate; the caller exits it. */
    static Rank enter() {
        Rank current = rank;
        if (current == null) {
            throw notRunning();
        }
        try {
            current.gate().enter();
        } catch (MpiFailure e) {
            throw failure(e, CallSite.find().call(), "...");
        }
        return current;
    }

    /** As {@link #enter} for a call without communication. */
    static Rank enterLocally() {
        checkRunning();
        Rank current = rank;
        try {
            current.gate().enterLocally();
        } catch (MpiFailure e) {
            throw failure(e, CallSite.find().call(), "...");
        }
        return current;
    }

    static void checkRunning() {
        if (rank == null) {
            throw notRunning();
        }
    }

    private static MPIException notRunning() {
        if (abortion != null) {
            return new MPIException("MPI was aborted and has to be initialised again.", abortion);
        }
        return new MPIException(wasInitialised ? "MPI is finalized." : "MPI is not initialized.");
    }

    static List<Datatype> predefinedTypes() {
        return PREDEFINED_TYPES;
    }

    static musubi.type.MpiType typeOf(String call, Datatype type) {
        try {
            return Datatype.known(type);
        } catch (MpiFailure e) {
            throw failure(e, call, "");
        }
    }

    /** As {@link #failure(Comm, MpiFailure, String, String)}, where no communicator is known. */
    static MPIException failure(MpiFailure failure, String call, String arguments) {
        return failure(null, failure, call, arguments);
    }

    /**
     * Passes the failure of a call to the error handler, which may end the job; returns the
     * exception to throw. Capitalised calls always throw.
     */
    static MPIException failure(Comm comm, MpiFailure failure, String call, String arguments) {
        return ErrorHandling.raise(comm, failure, call, arguments, rank);
    }

    static MPIException unsupported(String call) {
        return new MPIException(
                new MpiFailure(
                        ErrorClass.UNSUPPORTED_OPERATION,
                        "MPI.ERR_UNSUPPORTED_OPERATION: Musubi does not have this yet: " + call));
    }

    /** Keeps a freed request until it is complete. */
    static void abandon(musubi.pt2pt.request.CommRequest request) {
        ABANDONED.add(request);
        sweep();
    }

    /** Registers a generalized request, which Finalize then does not wait for. */
    static void keep(GeneralizedRequest request) {
        GENERALIZED.removeIf(GeneralizedRequest::isDone);
        GENERALIZED.add(request);
    }

    private static void sweep() {
        for (int i = ABANDONED.size() - 1; i >= 0; i--) {
            musubi.pt2pt.request.CommRequest request = ABANDONED.get(i);
            if (request.isComplete()) {
                ABANDONED.remove(i);
                rank.pt2pt().release(request);
            }
        }
    }

    /**
     * Initialises MPI: joins the job; returns when all ranks have joined. Allowed again after
     * Finalize. MPI-4.1 section 11.2.1.
     *
     * @param args those of the program; may be null
     * @return the arguments without those of the launcher
     */
    public static String[] Init(String[] args) throws MPIException {
        open(THREAD_SINGLE);
        return withoutLaunchersArguments(args);
    }

    /**
     * As {@link #Init}, for a program of several threads. MPI-4.1 section 11.6.2.
     *
     * @param required a thread level
     * @return the level provided: the one required
     */
    public static int InitThread(String[] args, int required) throws MPIException {
        open(required);
        return threadLevel;
    }

    /**
     * As {@link #Init}, for a program of several threads. MPI-4.1 section 11.6.2.
     *
     * @param required a thread level
     * @param provided not used
     */
    public static String[] initThread(int required, int provided, String[] argv)
            throws MPIException {
        open(required);
        return withoutLaunchersArguments(argv);
    }

    /** Programs for MPJ Express may call from all their threads: it has no other level. */
    private static boolean isForMpjExpress(Settings settings) {
        return "1".equals(settings.get(Setting.MPJ_ARGUMENTS));
    }

    private static void open(int required) {
        int level;
        if (rank != null) {
            throw new MPIException("MPI is already initialized.");
        }
        try {
            if (required < THREAD_SINGLE || required > THREAD_MULTIPLE) {
                throw new MpiFailure(ErrorClass.ARG, "no such thread level")
                        .with("required", required);
            }
            // For messages, once there are no descriptors left to read it with.
            Descriptors.limit();
            Bootstrap bootstrap = bootstrap();
            Settings settings = settings();
            level = isForMpjExpress(settings) ? THREAD_MULTIPLE : required;
            rank = Rank.open(bootstrap, settings, ThreadLevel.values()[level]);
        } catch (RuntimeException | Error e) {
            throw initFailure(MpiFailure.of(e));
        }
        wasInitialised = true;
        abortion = null;
        threadLevel = level;
        mainThread = Thread.currentThread();
        INFO_ENV.describe(rank, level);
        COMM_WORLD.become(rank.world());
        COMM_SELF.become(rank.self());
    }

    private static MPIException initFailure(MpiFailure failure) {
        return new MPIException(ErrorReport.message(failure, "MPI.Init", null), failure);
    }

    private static Bootstrap bootstrap() {
        return HOST_OF_RANK == null
                ? BootstrapSelector.fromEnvironment(System.getenv())
                : HOST_OF_RANK.bootstrap();
    }

    private static Settings settings() {
        return HOST_OF_RANK == null ? Settings.ofProcess() : HOST_OF_RANK.settings();
    }

    /** A second Init gets the arguments that the first has returned. */
    private static String[] withoutLaunchersArguments(String[] args) {
        boolean added =
                isForMpjExpress(rank.settings())
                        && args != null
                        && args.length >= MPJ_LEADING_ARGUMENTS
                        && args[0].equals(Integer.toString(rank.bootstrap().worldRank()))
                        && args[1].equals(Integer.toString(rank.bootstrap().worldSize()));
        return added ? Arrays.copyOfRange(args, MPJ_LEADING_ARGUMENTS, args.length) : args;
    }

    /**
     * Finalizes MPI: leaves the job; collective over all ranks. First deletes the attributes of
     * {@code COMM_SELF}, in reverse order. MPI-4.1 sections 11.2.2 and 11.2.4.
     */
    public static void Finalize() throws MPIException {
        checkOtherThreads();
        RuntimeException thrown = deletePredefinedAttributes();
        Rank leaving = enter();
        try {
            for (musubi.pt2pt.request.CommRequest request : ABANDONED) {
                if (request instanceof musubi.pt2pt.SendRequest) {
                    leaving.pt2pt().progress().await(request);
                }
            }
            sweep();
            GENERALIZED.forEach(GeneralizedRequest::abandon);
            ProgramChecks.checkAgreement(
                    leaving, COMM_WORLD, leaving.world(), "FINALIZE", "Finalize", "");
            leaving.leave();
        } catch (MpiFailure e) {
            throw new MPIException(ErrorReport.message(e, "MPI.Finalize()", leaving), e);
        } finally {
            forgetRank();
            leaving.gate().exit();
        }
        if (thrown != null) {
            throw thrown;
        }
    }

    /** The main thread calls Finalize, after the calls of all others. MPI-4.1 section 11.6.2. */
    private static void checkOtherThreads() {
        try {
            ProgramChecks.checkThreadOfFinalize(rank, mainThread);
        } catch (MpiFailure e) {
            throw failure(e, "MPI.Finalize", "");
        }
        Rank leaving = enter();
        try {
            ProgramChecks.checkOtherThreads(leaving, mainThread, HOST_OF_RANK != null);
        } catch (MpiFailure e) {
            throw failure(e, "MPI.Finalize", "");
        } finally {
            leaving.gate().exit();
        }
    }

    private static void forgetRank() {
        ABANDONED.clear();
        GENERALIZED.clear();
        rank = null;
        INFO_ENV.describe(null, THREAD_SINGLE);
        COMM_WORLD.become(null);
        COMM_SELF.become(null);
    }

    /**
     * Ends the job. In a JVM that does not end with it, MPI ends, and the failure of the abort is
     * returned. Threads that are in other calls may still use the rank, so it is not closed.
     */
    static MpiFailure abort(int exitCode, String message) {
        try {
            rank.abort(exitCode, message);
            return new MpiFailure(ErrorClass.PROC_ABORTED, message);
        } catch (MpiFailure e) {
            abortion = e;
            forgetRank();
            return e;
        }
    }

    /** Deletes attributes, those of COMM_SELF first; returns the exception of a callback. */
    private static RuntimeException deletePredefinedAttributes() {
        checkRunning();
        RuntimeException thrown = null;
        for (Comm comm : new Comm[] {COMM_SELF, COMM_WORLD}) {
            try {
                comm.deleteAttributes();
            } catch (RuntimeException e) {
                thrown = e;
            }
        }
        return thrown;
    }

    /** Whether Init was called, even if Finalize was called later. MPI-4.1 section 11.4.1. */
    public static boolean isInitialized() throws MPIException {
        return wasInitialised;
    }

    /** Whether MPI is initialised and not finalized. MPI-4.1 section 11.4.1. */
    public static boolean Initialized() throws MPIException {
        return rank != null;
    }

    /** Whether Finalize was called, and not Init after it. MPI-4.1 section 11.4.1. */
    public static boolean isFinalized() throws MPIException {
        return wasInitialised && rank == null;
    }

    /** As {@link #isFinalized}. MPI-4.1 section 11.4.1. */
    public static boolean Finalized() throws MPIException {
        return isFinalized();
    }

    /** The thread level provided. MPI-4.1 section 11.6.2. */
    public static int queryThread() throws MPIException {
        checkRunning();
        return threadLevel;
    }

    /** Whether this thread called Init. MPI-4.1 section 11.6.2. */
    public static boolean isThreadMain() throws MPIException {
        checkRunning();
        return Thread.currentThread() == mainThread;
    }

    /** As {@link #isThreadMain}. MPI-4.1 section 11.6.2. */
    public static boolean isMainThread() throws MPIException {
        return isThreadMain();
    }

    /** Seconds since some time in the past, with a resolution of ns. MPI-4.1 section 9.6. */
    public static double wtime() throws MPIException {
        return System.nanoTime() / NS_PER_S;
    }

    /** As {@link #wtime}. MPI-4.1 section 9.6. */
    public static double Wtime() throws MPIException {
        return wtime();
    }

    /** Resolution of {@link #wtime} in seconds. MPI-4.1 section 9.6. */
    public static double wtick() throws MPIException {
        return 1 / NS_PER_S;
    }

    /** As {@link #wtick}. MPI-4.1 section 9.6. */
    public static double Wtick() throws MPIException {
        return wtick();
    }

    /** The version of the standard, 4.1. MPI-4.1 section 9.1.1. */
    public static Version getVersion() {
        return new Version(VERSION, SUBVERSION);
    }

    /** Name and version of the library. MPI-4.1 section 9.1.1. */
    public static String getLibVersion() {
        String version = MPI.class.getPackage().getImplementationVersion();
        return "Musubi " + (version == null ? "" : version + " ") + "on Java " + Runtime.version();
    }

    /** The name of this machine. MPI-4.1 section 9.1.2. */
    public static String getProcessorName() throws MPIException {
        checkRunning();
        return HostName.get();
    }

    /** As {@link #getProcessorName}. MPI-4.1 section 9.1.2. */
    public static String Get_processor_name() throws MPIException {
        return getProcessorName();
    }

    /**
     * Hardware resources that this process is restricted to: a key for each kind of resource, with
     * the value {@code true} or {@code false}. Kinds are {@code mpi_shared_memory} and {@code
     * musubi://node}, which are equal, and {@code musubi://jvm}. The program frees the info.
     * MPI-4.1 section 9.1.2.
     */
    public static Info getHwResourceInfo() throws MPIException {
        checkRunning();
        Info info = new Info();
        info.set("mpi_shared_memory", "true");
        info.set("musubi://node", "true");
        info.set("musubi://jvm", "true");
        return info;
    }

    /** For profilers; does nothing. MPI-4.1 section 15.2.4. */
    public static void pControl(int level, Object obj) {}

    /** Sets the error handler of {@link #COMM_WORLD}. MPI-4.1 section 9.3.1. */
    public static void Errorhandler_set(Errhandler errhandler) throws MPIException {
        COMM_WORLD.Errhandler_set(errhandler);
    }

    /**
     * A new error class, larger than all error codes so far, with an empty error string. May be
     * called at any time. MPI-4.1 section 9.5.
     */
    public static int addErrorClass() throws MPIException {
        return ERROR_CODES.addClass();
    }

    /**
     * A new error code of an error class; fails with {@code ERR_ARG} when there is no such class.
     * May be called at any time. MPI-4.1 section 9.5.
     */
    public static int addErrorCode(int errorClass) throws MPIException {
        try {
            return ERROR_CODES.addCode(errorClass);
        } catch (MpiFailure e) {
            throw failure(e, "MPI.addErrorCode", "errorClass=" + errorClass);
        }
    }

    /**
     * Sets the error string of an added error class or code; fails with {@code ERR_ARG} for others.
     * May be called at any time. MPI-4.1 section 9.5.
     */
    public static void addErrorString(int errorCode, String text) throws MPIException {
        try {
            ERROR_CODES.setText(errorCode, text);
        } catch (MpiFailure e) {
            throw failure(e, "MPI.addErrorString", "errorCode=" + errorCode + ", text=" + text);
        }
    }

    /**
     * Removes an added error class; fails with {@code ERR_ARG} for others and while it has error
     * codes or an error string. MPI-4.1 section 9.5.
     */
    public static void removeErrorClass(int errorClass) throws MPIException {
        try {
            ERROR_CODES.removeClass(errorClass);
        } catch (MpiFailure e) {
            throw failure(e, "MPI.removeErrorClass", "errorClass=" + errorClass);
        }
    }

    /**
     * Removes an added error code; fails with {@code ERR_ARG} for others and while it has an error
     * string. MPI-4.1 section 9.5.
     */
    public static void removeErrorCode(int errorCode) throws MPIException {
        try {
            ERROR_CODES.removeCode(errorCode);
        } catch (MpiFailure e) {
            throw failure(e, "MPI.removeErrorCode", "errorCode=" + errorCode);
        }
    }

    /**
     * Removes the error string of an added error class or code; fails with {@code ERR_ARG} when it
     * has none. MPI-4.1 section 9.5.
     */
    public static void removeErrorString(int errorCode) throws MPIException {
        try {
            ERROR_CODES.removeText(errorCode);
        } catch (MpiFailure e) {
            throw failure(e, "MPI.removeErrorString", "errorCode=" + errorCode);
        }
    }

    /**
     * The error string of an error code or class; fails with {@code ERR_ARG} for an unknown one.
     * May be called at any time. MPI-4.1 section 9.4.
     */
    public static String getErrorString(int errorCode) throws MPIException {
        try {
            return ERROR_CODES.textOf(errorCode);
        } catch (MpiFailure e) {
            throw failure(e, "MPI.getErrorString", "errorCode=" + errorCode);
        }
    }

    /**
     * The class of an error code; fails with {@code ERR_ARG} for an unknown one. May be called at
     * any time. MPI-4.1 section 9.4.
     */
    public static int getErrorClass(int errorCode) throws MPIException {
        try {
            return ERROR_CODES.classOf(errorCode);
        } catch (MpiFailure e) {
            throw failure(e, "MPI.getErrorClass", "errorCode=" + errorCode);
        }
    }

    /** The error handler of {@link #COMM_WORLD}. MPI-4.1 section 9.3.1. */
    public static Errhandler Errorhandler_get() throws MPIException {
        return COMM_WORLD.Errorhandler_get();
    }

    /**
     * Attaches a buffer, whose size limits the buffered sends in flight; fails with {@code
     * ERR_BUFFER} when a buffer is attached. MPI-4.1 section 3.6.
     */
    public static void attachBuffer(byte[] buffer) throws MPIException {
        attach("MPI.attachBuffer", buffer, buffer == null ? 0 : buffer.length);
    }

    /**
     * As {@link #attachBuffer}, but in place of a buffer that is attached; as long as {@link
     * Comm#Pack_size} is enough, without {@link #BSEND_OVERHEAD}. MPI-4.1 section 3.6.
     */
    public static void Buffer_attach(byte[] buffer) throws MPIException {
        attach("MPI.Buffer_attach", buffer, buffer == null ? 0 : buffer.length);
    }

    /** As the form with an array. MPI-4.1 section 3.6. */
    public static void Buffer_attach(ByteBuffer userBuffer) throws MPIException {
        attach("MPI.Buffer_attach", userBuffer, userBuffer == null ? 0 : userBuffer.capacity());
    }

    private static void attach(String call, Object buffer, long bytes) {
        call(
                call,
                "bytes=" + bytes,
                current -> {
                    if (buffer == null) {
                        throw new MpiFailure(ErrorClass.BUFFER, "the buffer is null");
                    }
                    BufferedSends sends = current.pt2pt().sends().buffered();
                    if (ErrorHandling.isLowerCase(call)) {
                        sends.attach(buffer, bytes);
                    } else {
                        sends.replace(buffer, bytes);
                    }
                    if (current.checks() != null) {
                        current.checks().attached(buffer, bytes);
                    }
                    return null;
                });
    }

    /** Runs a call that belongs to no communicator. */
    private static <R> R call(String call, String arguments, Function<Rank, R> body) {
        return MpiCall.run(
                arguments,
                call,
                (current, _) -> body.apply(current),
                (text, e, name) -> failure(e, name, text));
    }

    /**
     * Memory of the library in this rank by component, in bytes (docs/memory.md). Local; takes some
     * ms. An addition to the figures of MPI-4.1 section 15.3.
     */
    public static MemoryReport memoryReport() throws MPIException {
        return MpiCall.runLocally(
                "",
                "MPI.memoryReport",
                (current, _) -> MemoryLedger.of(current.memory()),
                (text, e, name) -> failure(e, name, text));
    }

    /**
     * Waits until the buffered messages have left, detaches the buffer and returns it. MPI-4.1
     * section 3.6.
     */
    public static byte[] detachBuffer() throws MPIException {
        return detach("MPI.detachBuffer");
    }

    /**
     * As {@link #detachBuffer}; null when a {@code ByteBuffer} or none was attached. MPI-4.1
     * section 3.6.
     */
    public static byte[] Buffer_detach() throws MPIException {
        return detach("MPI.Buffer_detach");
    }

    /**
     * Waits until the buffered messages have left; the buffer stays attached. MPI-4.1 section 3.6.
     */
    public static void flushBuffer() throws MPIException {
        call(
                "MPI.flushBuffer",
                "",
                current -> {
                    current.pt2pt().sends().buffered().flush();
                    return null;
                });
    }

    private static byte[] detach(String call) {
        return call(
                call,
                "",
                current -> {
                    BufferedSends sends = current.pt2pt().sends().buffered();
                    boolean required = ErrorHandling.isLowerCase(call);
                    Object detached = required ? sends.detach() : sends.detachIfAttached();
                    if (current.checks() != null) {
                        current.checks().detached();
                    }
                    return detached instanceof byte[] bytes ? bytes : null;
                });
    }

    /**
     * A direct buffer in native byte order, zeroed, valid as long as it is reachable, also after
     * Finalize, unless it is freed with {@link #freeBuffer}. Between Init and Finalize large
     * buffers lie, where possible, in memory that other ranks of the node can access. Fails with
     * {@code ERR_NO_MEM} when the buffers of all ranks of the JVM exceed the setting {@code
     * musubi.buffer.limit}. MPI-4.1 section 9.2.
     */
    public static ByteBuffer newByteBuffer(int capacity) {
        return NativeBuffers.allocate(capacity, 1);
    }

    /**
     * Frees the memory of a buffer of {@link #newByteBuffer} or the like, without waiting for the
     * garbage collector (docs/memory.md). Slices and views of the buffer are freed with it: an
     * access to any of them throws IllegalStateException, and an MPI call fails with {@code
     * ERR_BUFFER}. Fails with {@code ERR_BUFFER} when an operation under way uses the buffer, it
     * was freed before, or it is not from these methods. Musubi's own; any time, any thread.
     * MPI-4.1 section 9.2 ({@code MPI_Free_mem}).
     */
    public static void freeBuffer(Buffer buffer) throws MPIException {
        NativeBuffers.free(buffer);
    }

    /** As {@link #newByteBuffer}; the capacity in elements. MPI-4.1 section 9.2. */
    public static CharBuffer newCharBuffer(int capacity) {
        return NativeBuffers.allocate(capacity, Character.BYTES).asCharBuffer();
    }

    /** As {@link #newByteBuffer}; the capacity in elements. MPI-4.1 section 9.2. */
    public static ShortBuffer newShortBuffer(int capacity) {
        return NativeBuffers.allocate(capacity, Short.BYTES).asShortBuffer();
    }

    /** As {@link #newByteBuffer}; the capacity in elements. MPI-4.1 section 9.2. */
    public static IntBuffer newIntBuffer(int capacity) {
        return NativeBuffers.allocate(capacity, Integer.BYTES).asIntBuffer();
    }

    /** As {@link #newByteBuffer}; the capacity in elements. MPI-4.1 section 9.2. */
    public static LongBuffer newLongBuffer(int capacity) {
        return NativeBuffers.allocate(capacity, Long.BYTES).asLongBuffer();
    }

    /** As {@link #newByteBuffer}; the capacity in elements. MPI-4.1 section 9.2. */
    public static FloatBuffer newFloatBuffer(int capacity) {
        return NativeBuffers.allocate(capacity, Float.BYTES).asFloatBuffer();
    }

    /** As {@link #newByteBuffer}; the capacity in elements. MPI-4.1 section 9.2. */
    public static DoubleBuffer newDoubleBuffer(int capacity) {
        return NativeBuffers.allocate(capacity, Double.BYTES).asDoubleBuffer();
    }

    /**
     * A slice from an element to the end of the buffer, in native byte order. The buffer's limit is
     * reset, and its position set to the element. Items of a type with a negative lower bound may
     * start in the buffer before the slice, as in Open MPI. MPI-4.1 section 3.2.2.
     */
    public static ByteBuffer slice(ByteBuffer buf, int offset) {
        boolean isParent = Slices.isParent(buf.clear().position(offset));
        ByteBuffer whole = isParent ? Slices.parent(buf) : buf.duplicate();
        return whole.position(offset).slice().order(ByteOrder.nativeOrder());
    }

    /**
     * A slice from an element to the end of the buffer. The buffer's limit is reset, and its
     * position set to the element. MPI-4.1 section 3.2.2.
     */
    public static CharBuffer slice(CharBuffer buf, int offset) {
        CharBuffer whole =
                Slices.isParent(buf.clear().position(offset))
                        ? Slices.parent(buf).order(buf.order()).asCharBuffer()
                        : buf.duplicate();
        return whole.position(offset).slice();
    }

    /**
     * A slice from an element to the end of the buffer. The buffer's limit is reset, and its
     * position set to the element. MPI-4.1 section 3.2.2.
     */
    public static ShortBuffer slice(ShortBuffer buf, int offset) {
        ShortBuffer whole =
                Slices.isParent(buf.clear().position(offset))
                        ? Slices.parent(buf).order(buf.order()).asShortBuffer()
                        : buf.duplicate();
        return whole.position(offset).slice();
    }

    /**
     * A slice from an element to the end of the buffer. The buffer's limit is reset, and its
     * position set to the element. MPI-4.1 section 3.2.2.
     */
    public static IntBuffer slice(IntBuffer buf, int offset) {
        IntBuffer whole =
                Slices.isParent(buf.clear().position(offset))
                        ? Slices.parent(buf).order(buf.order()).asIntBuffer()
                        : buf.duplicate();
        return whole.position(offset).slice();
    }

    /**
     * A slice from an element to the end of the buffer. The buffer's limit is reset, and its
     * position set to the element. MPI-4.1 section 3.2.2.
     */
    public static LongBuffer slice(LongBuffer buf, int offset) {
        LongBuffer whole =
                Slices.isParent(buf.clear().position(offset))
                        ? Slices.parent(buf).order(buf.order()).asLongBuffer()
                        : buf.duplicate();
        return whole.position(offset).slice();
    }

    /**
     * A slice from an element to the end of the buffer. The buffer's limit is reset, and its
     * position set to the element. MPI-4.1 section 3.2.2.
     */
    public static FloatBuffer slice(FloatBuffer buf, int offset) {
        FloatBuffer whole =
                Slices.isParent(buf.clear().position(offset))
                        ? Slices.parent(buf).order(buf.order()).asFloatBuffer()
                        : buf.duplicate();
        return whole.position(offset).slice();
    }

    /**
     * A slice from an element to the end of the buffer. The buffer's limit is reset, and its
     * position set to the element. MPI-4.1 section 3.2.2.
     */
    public static DoubleBuffer slice(DoubleBuffer buf, int offset) {
        DoubleBuffer whole =
                Slices.isParent(buf.clear().position(offset))
                        ? Slices.parent(buf).order(buf.order()).asDoubleBuffer()
                        : buf.duplicate();
        return whole.position(offset).slice();
    }

    /** A buffer over the array from an element on, in native byte order. MPI-4.1 section 3.2.2. */
    public static ByteBuffer slice(byte[] buf, int offset) {
        return slice(ByteBuffer.wrap(buf), offset);
    }

    /** A buffer over the array from an element on. MPI-4.1 section 3.2.2. */
    public static CharBuffer slice(char[] buf, int offset) {
        return slice(CharBuffer.wrap(buf), offset);
    }

    /** A buffer over the array from an element on. MPI-4.1 section 3.2.2. */
    public static ShortBuffer slice(short[] buf, int offset) {
        return slice(ShortBuffer.wrap(buf), offset);
    }

    /** A buffer over the array from an element on. MPI-4.1 section 3.2.2. */
    public static IntBuffer slice(int[] buf, int offset) {
        return slice(IntBuffer.wrap(buf), offset);
    }

    /** A buffer over the array from an element on. MPI-4.1 section 3.2.2. */
    public static LongBuffer slice(long[] buf, int offset) {
        return slice(LongBuffer.wrap(buf), offset);
    }

    /** A buffer over the array from an element on. MPI-4.1 section 3.2.2. */
    public static FloatBuffer slice(float[] buf, int offset) {
        return slice(FloatBuffer.wrap(buf), offset);
    }

    /** A buffer over the array from an element on. MPI-4.1 section 3.2.2. */
    public static DoubleBuffer slice(double[] buf, int offset) {
        return slice(DoubleBuffer.wrap(buf), offset);
    }
}
