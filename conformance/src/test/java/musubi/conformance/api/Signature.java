package musubi.conformance.api;

import java.util.List;

/**
 * A type, method, constructor or field of a dialect's listing.
 *
 * @param dialect of the listing
 * @param owner the simple name of its type, {@code Struct.Data} for a nested one
 * @param kind what it is
 * @param name of the method or field; of a type, that of the type it extends or implements
 * @param result its type as written; empty for constructors and types
 * @param parameters their types as written
 * @param isStatic whether it belongs to the type
 * @param isPublic whether it is public, else protected
 * @param bounds the type variables with their bounds, as written
 */
record Signature(
        String dialect,
        String owner,
        Kind kind,
        String name,
        String result,
        List<String> parameters,
        boolean isStatic,
        boolean isPublic,
        List<String> bounds) {
    /** The kinds of entries of a listing. */
    enum Kind {
        TYPE,
        CONSTRUCTOR,
        METHOD,
        FIELD
    }

    /** Owner and name, as in the list of reasons: {@code Comm.send}. */
    String path() {
        return switch (kind) {
            case TYPE -> owner;
            case CONSTRUCTOR -> owner + ".new";
            case METHOD, FIELD -> owner + "." + name;
        };
    }

    /** The text in the table. */
    String text() {
        String list = "(" + String.join(", ", parameters) + ")";
        return switch (kind) {
            case TYPE -> "type " + owner + (name.isEmpty() ? "" : " is a " + name);
            case CONSTRUCTOR -> "new " + owner + list;
            case METHOD -> (isStatic ? "static " : "") + result + " " + name + list;
            case FIELD -> (isStatic ? "static " : "") + result + " " + name;
        };
    }
}
