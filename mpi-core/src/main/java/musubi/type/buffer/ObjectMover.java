package musubi.type.buffer;

import musubi.type.Mover;

/** Moves references; positions and lengths are elements of an {@code Object[]}. */
final class ObjectMover extends Mover {
    private final Object[] user;
    private final Object[] packed;
    private final boolean packs;
    private int position;

    ObjectMover(Object[] user, Object[] packed, boolean packs) {
        this.user = user;
        this.packed = packed;
        this.packs = packs;
    }

    @Override
    public void run(long at, long elements) {
        if (packs) {
            System.arraycopy(user, (int) at, packed, position, (int) elements);
        } else {
            System.arraycopy(packed, position, user, (int) at, (int) elements);
        }
        position += (int) elements;
    }

    @Override
    public void strided(long at, long stride, long elements, long count) {
        for (long i = 0; i < count; i++) {
            run(at + i * stride, elements);
        }
    }
}
