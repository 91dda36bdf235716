package musubi.type.signature;

/** Elements of one basic type, each of one or two numbers. */
public final class UniformSignature extends Signature {
    private final BaseType kind;

    /** Numbers in an element: 2 for complex numbers. */
    private final int width;

    public UniformSignature(BaseType kind, int width, long elements) {
        super(
                elements * width * kind.bytes(),
                elements,
                SignatureHash.of(kind, width).times(elements));
        this.kind = kind;
        this.width = width;
    }

    @Override
    public BaseType uniform() {
        return kind;
    }

    @Override
    public int width() {
        return width;
    }

    @Override
    public long elementsIn(long bytes) {
        long each = each();
        return bytes % each == 0 ? bytes / each : PARTIAL_ELEMENT;
    }

    @Override
    public long bytesOf(long elements) {
        return elements * each();
    }

    @Override
    public SignatureHash prefix(long bytes) {
        return SignatureHash.of(kind, width).times(bytes / each());
    }

    @Override
    void describe(StringBuilder text, int longest) {
        text.append(elements() == 1 ? "" : elements() + " x ").append(nameOf(kind, width));
    }

    private long each() {
        return (long) width * kind.bytes();
    }

    @Override
    public int reverseBytes(byte[] packed, int at) {
        int size = kind.bytes();
        int end = at + (int) bytes();
        for (int start = at; size > 1 && start < end; start += size) {
            for (int i = start, j = start + size - 1; i < j; i++, j--) {
                byte swapped = packed[i];
                packed[i] = packed[j];
                packed[j] = swapped;
            }
        }
        return end;
    }

    @Override
    public Signature times(long count) {
        return count == 0 ? EMPTY : new UniformSignature(kind, width, elements() * count);
    }

    /** This sequence followed by the other as one; null if their elements differ. */
    UniformSignature with(UniformSignature other) {
        return kind == other.kind && width == other.width
                ? new UniformSignature(kind, width, elements() + other.elements())
                : null;
    }
}
