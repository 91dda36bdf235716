package musubi.type.signature;

import java.util.ArrayList;
import java.util.List;

/** Different sequences, one after the other. */
public final class JoinedSignature extends Signature {
    private final Signature[] parts;

    private JoinedSignature(Signature[] parts, long bytes, long elements, SignatureHash whole) {
        super(bytes, elements, whole);
        this.parts = parts;
    }

    /** These sequences as one. */
    public static Signature of(List<Signature> sequences) {
        List<Signature> parts = new ArrayList<>();
        for (Signature sequence : sequences) {
            if (sequence.bytes() > 0) {
                add(parts, sequence);
            }
        }
        if (parts.size() <= 1) {
            return parts.isEmpty() ? EMPTY : parts.getFirst();
        }
        long bytes = parts.stream().mapToLong(Signature::bytes).sum();
        long elements = parts.stream().mapToLong(Signature::elements).sum();
        SignatureHash whole =
                parts.stream()
                        .map(Signature::fingerprint)
                        .reduce(SignatureHash.EMPTY, SignatureHash::concat);
        return new JoinedSignature(parts.toArray(new Signature[0]), bytes, elements, whole);
    }

    private static void add(List<Signature> parts, Signature next) {
        if (!parts.isEmpty()
                && parts.getLast() instanceof UniformSignature last
                && next instanceof UniformSignature uniform) {
            UniformSignature both = last.with(uniform);
            if (both != null) {
                parts.set(parts.size() - 1, both);
                return;
            }
        }
        parts.add(next);
    }

    @Override
    public BaseType uniform() {
        BaseType kind = parts[0].uniform();
        for (Signature part : parts) {
            if (part.uniform() != kind) {
                return null;
            }
        }
        return kind;
    }

    @Override
    public int width() {
        int width = parts[0].width();
        for (Signature part : parts) {
            if (part.width() != width) {
                return 0;
            }
        }
        return uniform() == null ? 0 : width;
    }

    @Override
    public long elementsIn(long bytes) {
        long found = 0;
        long rest = bytes;
        for (Signature part : parts) {
            if (rest < part.bytes()) {
                long last = part.elementsIn(rest);
                return last == PARTIAL_ELEMENT ? PARTIAL_ELEMENT : found + last;
            }
            found += part.elements();
            rest -= part.bytes();
        }
        return found;
    }

    @Override
    public long bytesOf(long elements) {
        long bytes = 0;
        long rest = elements;
        for (Signature part : parts) {
            if (rest < part.elements()) {
                return bytes + part.bytesOf(rest);
            }
            bytes += part.bytes();
            rest -= part.elements();
        }
        return bytes;
    }

    @Override
    public SignatureHash prefix(long bytes) {
        SignatureHash found = SignatureHash.EMPTY;
        long rest = bytes;
        for (Signature part : parts) {
            if (rest < part.bytes()) {
                return found.concat(part.prefix(rest));
            }
            found = found.concat(part.fingerprint());
            rest -= part.bytes();
        }
        return found;
    }

    @Override
    void describe(StringBuilder text, int longest) {
        String comma = "";
        for (Signature part : parts) {
            text.append(comma);
            if (text.length() > longest) {
                text.append("...");
                return;
            }
            part.describe(text, longest);
            comma = ", ";
        }
    }

    @Override
    public int reverseBytes(byte[] packed, int at) {
        int next = at;
        for (Signature part : parts) {
            next = part.reverseBytes(packed, next);
        }
        return next;
    }
}
