package musubi.pt2pt;

import musubi.error.CallNotes;
import musubi.error.ErrorClass;
import musubi.error.MpiFailure;
import musubi.group.ContextId;
import musubi.pt2pt.matching.UnexpectedMessage;
import musubi.type.MpiType;
import musubi.type.TypeCode;

/**
 * What is wrong between a message and the receive that it has met. Tags of collective operations
 * are numbers of messages within them, so they are not shown; there is one call on each rank then,
 * and no receive of the program.
 *
 * <p>Thread rule: any thread.
 */
final class Mismatch {
    private static final String OBJECT = TypeCode.nameOf(MpiType.OBJECT);

    private Mismatch() {}

    /** A message is too long. */
    static MpiFailure tooLong(int context, int source, int tag, long bytes, long room) {
        String internal = ContextId.internalUse(context, tag);
        if (internal != null) {
            return new MpiFailure(
                            ErrorClass.TRUNCATE,
                            "the calls or counts of the ranks differ in %s in %s"
                                    .formatted(internal, ContextId.nameOf(context)))
                    .with("rank", source, "sends", bytes + " bytes")
                    .with("this rank expects", room + " bytes")
                    .advice(
                            "make the same calls on all ranks, with counts and types of the same"
                                    + " size");
        }
        return new MpiFailure(ErrorClass.TRUNCATE, "the message is longer than the receive buffer")
                .with("sent", bytes + " bytes", "room", room + " bytes")
                .with("source", source, "tag", tag)
                .advice("receive with a larger count");
    }

    /** A message is of other basic types; only a point-to-point message. */
    static MpiFailure ofTypes(String sent, MpiType type, int source, int tag) {
        return new MpiFailure(ErrorClass.TYPE, "the message is of another type than the receive")
                .with("sent", sent, "received as", TypeCode.nameOf(type))
                .with("source", source, "tag", tag);
    }

    /**
     * Notes a message of other basic types than those of its receive, as far as codes show it. A
     * collective operation names its pieces as it likes.
     */
    static void note(CallNotes notes, RecvRequest receive, int sent, int source, int tag) {
        MpiType type = receive.wantedType;
        long bytes = receive.bytes();
        boolean isKnown = sent != TypeCode.ANY && type.messageCode() != TypeCode.ANY && bytes > 0;
        boolean isOfProgram = ContextId.internalUse(receive.contextId(), tag) == null;
        if (isKnown
                && isOfProgram
                && !receive.hasFailed()
                && notes.looks()
                && !TypeCode.fits(sent, bytes, type, receive.wantedItems)) {
            notes.add(
                    "receives a message of %s as %s"
                            .formatted(TypeCode.nameOf(sent), TypeCode.nameOf(type)),
                    ": source=%d tag=%d; name the same basic types on both sides"
                            .formatted(source, tag));
        }
    }

    /** Notes a message in ready mode that has come before its receive was posted. */
    static void noteReady(CallNotes notes, UnexpectedMessage message) {
        if (notes.looks()) {
            notes.add(
                    "receives a message of a ready send that came before the receive was posted",
                    ": source=%d tag=%d; post it before the send starts, or send in standard mode"
                            .formatted(message.source(), message.tag()));
        }
    }

    /** Only one of message and receive is of objects. */
    static MpiFailure ofObjects(
            int context, boolean sentObjects, int typeCode, MpiType type, int source, int tag) {
        String sent = sentObjects ? OBJECT : TypeCode.nameOf(typeCode);
        MpiFailure failure =
                new MpiFailure(
                                ErrorClass.TYPE,
                                sentObjects
                                        ? "a message of serialised objects is received as data"
                                        : "a message of data is received as objects")
                        .with("sent", sent, "received as", TypeCode.nameOf(type));
        if (ContextId.isCollective(context)) {
            failure.with("from rank", source, "collective operation in", ContextId.nameOf(context));
        } else {
            failure.with("source", source, "tag", tag);
        }
        return failure.advice("name the same type on both sides");
    }

    /** There is no memory for the serial form of a message of objects. */
    static MpiFailure noMemory(long bytes, int source, Throwable cause) {
        return new MpiFailure(
                        ErrorClass.NO_MEM, "no memory for a message of serialised objects", cause)
                .with("length", bytes + " bytes", "source", source)
                .advice("increase the heap with -Xmx, or send fewer objects in a message");
    }
}
