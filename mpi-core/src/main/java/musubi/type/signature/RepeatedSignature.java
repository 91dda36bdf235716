package musubi.type.signature;

/** A repeated sequence. */
final class RepeatedSignature extends Signature {
    private final Signature part;
    private final long count;

    RepeatedSignature(Signature part, long count) {
        super(part.bytes() * count, part.elements() * count, part.fingerprint().times(count));
        this.part = part;
        this.count = count;
    }

    @Override
    public BaseType uniform() {
        return part.uniform();
    }

    @Override
    public int width() {
        return part.width();
    }

    @Override
    public long elementsIn(long bytes) {
        long whole = bytes / part.bytes();
        long rest = part.elementsIn(bytes - whole * part.bytes());
        return rest == PARTIAL_ELEMENT ? PARTIAL_ELEMENT : whole * part.elements() + rest;
    }

    @Override
    public long bytesOf(long elements) {
        long whole = elements / part.elements();
        return whole * part.bytes() + part.bytesOf(elements - whole * part.elements());
    }

    @Override
    public SignatureHash prefix(long bytes) {
        long whole = bytes / part.bytes();
        return part.fingerprint().times(whole).concat(part.prefix(bytes - whole * part.bytes()));
    }

    @Override
    void describe(StringBuilder text, int longest) {
        text.append(count).append(" x (");
        part.describe(text, longest);
        text.append(')');
    }

    @Override
    public int reverseBytes(byte[] packed, int at) {
        int next = at;
        for (long i = 0; i < count; i++) {
            next = part.reverseBytes(packed, next);
        }
        return next;
    }

    @Override
    public Signature times(long more) {
        return more == 0 ? EMPTY : new RepeatedSignature(part, count * more);
    }
}
