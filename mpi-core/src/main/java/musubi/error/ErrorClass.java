package musubi.error;

/** The error classes of MPI-4.1, section 9.4; the values are those of Open MPI. */
public enum ErrorClass {
    SUCCESS(0, "no error"),
    BUFFER(1, "invalid buffer"),
    COUNT(2, "invalid count argument"),
    TYPE(3, "invalid datatype argument"),
    TAG(4, "invalid tag argument"),
    COMM(5, "invalid communicator"),
    RANK(6, "invalid rank"),
    REQUEST(7, "invalid request"),
    ROOT(8, "invalid root"),
    GROUP(9, "invalid group"),
    OP(10, "invalid reduce operation"),
    TOPOLOGY(11, "invalid communicator topology"),
    DIMS(12, "invalid topology dimension"),
    ARG(13, "invalid argument of some other kind"),
    UNKNOWN(14, "unknown error"),
    TRUNCATE(15, "message truncated"),
    OTHER(16, "known error not in list"),
    INTERN(17, "internal error"),
    IN_STATUS(18, "error code in status"),
    PENDING(19, "pending request"),
    ACCESS(20, "permission denied"),
    AMODE(21, "invalid access mode"),
    ASSERT(22, "invalid assertion"),
    BAD_FILE(23, "invalid file name"),
    BASE(24, "invalid base"),
    CONVERSION(25, "conversion failed"),
    DISP(26, "invalid displacement"),
    DUP_DATAREP(27, "data representation exists"),
    FILE_EXISTS(28, "file exists"),
    FILE_IN_USE(29, "file in use"),
    FILE(30, "invalid file handle"),
    INFO_KEY(31, "invalid info key"),
    INFO_NOKEY(32, "no such info key"),
    INFO_VALUE(33, "invalid info value"),
    INFO(34, "invalid info object"),
    IO(35, "input or output error"),
    KEYVAL(36, "invalid key value"),
    LOCKTYPE(37, "invalid lock type"),
    NAME(38, "no such service name"),
    NO_MEM(39, "out of memory"),
    NOT_SAME(40, "collective argument not the same on all ranks"),
    NO_SPACE(41, "no space left"),
    NO_SUCH_FILE(42, "no such file"),
    PORT(43, "invalid port name"),
    QUOTA(44, "quota exceeded"),
    READ_ONLY(45, "read-only file"),
    RMA_CONFLICT(46, "conflicting window accesses"),
    RMA_SYNC(47, "wrong synchronisation of window accesses"),
    SERVICE(48, "invalid service name"),
    SIZE(49, "invalid size"),
    SPAWN(50, "could not spawn"),
    UNSUPPORTED_DATAREP(51, "unsupported data representation"),
    UNSUPPORTED_OPERATION(52, "unsupported operation"),
    WIN(53, "invalid window"),
    PROC_ABORTED(74, "a peer rank has ended");

    private final int code;
    private final String text;

    ErrorClass(int code, String text) {
        this.code = code;
        this.text = text;
    }

    /** The class of a lost peer, which may live if this process had no descriptor to reach it. */
    public static ErrorClass ofLoss(String reason) {
        return Descriptors.isShortage(reason) ? OTHER : PROC_ABORTED;
    }

    /** The number that a program compares with {@code MPI.ERR_*}. */
    public int code() {
        return code;
    }

    /** The name of the standard, for example {@code MPI_ERR_RANK}. */
    public String mpiName() {
        return this == SUCCESS ? "MPI_SUCCESS" : "MPI_ERR_" + name();
    }

    /** The error string of the class. */
    public String text() {
        return text;
    }
}
