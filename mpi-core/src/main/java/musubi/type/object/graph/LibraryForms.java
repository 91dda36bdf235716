package musubi.type.object.graph;

import musubi.type.object.wire.WireReader;
import musubi.type.object.wire.WireWriter;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Date;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.LinkedList;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;

/** The classes of the JDK that have a form: what can be made again from what its methods return. */
final class LibraryForms {
    private static final float LOAD_FACTOR = 0.75f;
    private static final int SMALLEST_TABLE = 16;
    private static final int LARGEST_TABLE = 1 << 30;

    private LibraryForms() {}

    /** The form of a class; null if it has none. */
    static ClassForm of(Class<?> type) {
        String name = type.getName();
        if (name.startsWith("java.util.Immutable") || name.startsWith("java.util.Collections$")) {
            return immutable(type, name);
        }
        ClassForm collection = name.startsWith("java.util.") ? collection(type, name) : null;
        return collection != null ? collection : value(name);
    }

    private static ClassForm collection(Class<?> type, String name) {
        ClassForm.KeyUse content = ClassForm.KeyUse.CONTENT;
        return switch (name) {
            case "java.util.ArrayList" -> new CollectionForm(type, content, false, ArrayList::new);
            case "java.util.LinkedList" ->
                    new CollectionForm(type, content, false, _ -> new LinkedList<>());
            case "java.util.ArrayDeque" ->
                    new CollectionForm(type, ClassForm.KeyUse.IDENTITY, false, ArrayDeque::new);
            case "java.util.HashSet" ->
                    new CollectionForm(
                            type, content, true, size -> new HashSet<>(setCapacity(size)));
            case "java.util.LinkedHashSet" ->
                    new CollectionForm(
                            type, content, true, size -> new LinkedHashSet<>(setCapacity(size)));
            case "java.util.TreeMap", "java.util.TreeSet" -> new SortedForm(type);
            case "java.util.HashMap" ->
                    new MapForm(type, (size, _) -> new HashMap<>(mapCapacity(size)));
            case "java.util.LinkedHashMap" ->
                    new MapForm(
                            type,
                            (size, byAccess) ->
                                    new LinkedHashMap<>(mapCapacity(size), LOAD_FACTOR, byAccess));
            case "java.util.concurrent.ConcurrentHashMap" ->
                    new MapForm(type, (size, _) -> new ConcurrentHashMap<>(size));
            case "java.util.EnumMap" -> new EnumMapForm(type);
            default -> null;
        };
    }

    /** As {@link HashMap} computes it when it is deserialised, so that the order is the same. */
    private static int mapCapacity(int size) {
        double capacity = Math.ceil(size / (double) LOAD_FACTOR);
        return (int) Math.clamp(capacity, SMALLEST_TABLE, LARGEST_TABLE);
    }

    /** As {@link HashSet} computes it when it is deserialised. */
    private static int setCapacity(int size) {
        return (int) Math.min(size * (1 / LOAD_FACTOR), LARGEST_TABLE);
    }

    private static ClassForm immutable(Class<?> type, String name) {
        return switch (name.substring(name.indexOf('$') + 1)) {
            case "List12", "ListN" -> ImmutableForm.list(type);
            case "Set12", "SetN" -> ImmutableForm.table(type, Set::of);
            case "Map1", "MapN" -> ImmutableForm.table(type, ImmutableForm::mapOf);
            case "SingletonList" ->
                    ImmutableForm.single(type, all -> Collections.singletonList(all[0]));
            case "EmptyList" -> new ConstantForm(Collections.emptyList());
            case "EmptySet" -> new ConstantForm(Collections.emptySet());
            case "EmptyMap" -> new ConstantForm(Collections.emptyMap());
            default -> null;
        };
    }

    private static ClassForm value(String name) {
        return switch (name) {
            case "java.util.UUID" -> uuid();
            case "java.util.Date" ->
                    ValueForm.of(
                            Date.class,
                            (it, out) -> out.putLong(it.getTime()),
                            in -> new Date(in.getLong()));
            case "java.math.BigInteger" ->
                    ValueForm.of(
                            BigInteger.class, LibraryForms::putInteger, LibraryForms::getInteger);
            case "java.math.BigDecimal" -> decimal();
            case "java.time.LocalDate" ->
                    ValueForm.of(LocalDate.class, LibraryForms::putDate, LibraryForms::getDate);
            case "java.time.LocalTime" ->
                    ValueForm.of(
                            LocalTime.class,
                            (it, out) -> out.putLong(it.toNanoOfDay()),
                            in -> LocalTime.ofNanoOfDay(in.getLong()));
            case "java.time.LocalDateTime" -> dateTime();
            case "java.time.Instant" -> instant();
            case "java.time.Duration" -> duration();
            default -> null;
        };
    }

    private static ClassForm uuid() {
        return ValueForm.of(
                UUID.class,
                (it, out) -> {
                    out.putLong(it.getMostSignificantBits());
                    out.putLong(it.getLeastSignificantBits());
                },
                in -> new UUID(in.getLong(), in.getLong()));
    }

    private static void putInteger(BigInteger value, WireWriter out) {
        byte[] bytes = value.toByteArray();
        out.putVarint(bytes.length);
        out.putBytes(bytes);
    }

    private static BigInteger getInteger(WireReader in) {
        return new BigInteger(in.getBytes(in.getVarint()));
    }

    private static ClassForm decimal() {
        return ValueForm.of(
                BigDecimal.class,
                (it, out) -> {
                    putInteger(it.unscaledValue(), out);
                    out.putInt(it.scale());
                },
                in -> new BigDecimal(getInteger(in), in.getInt()));
    }

    private static void putDate(LocalDate date, WireWriter out) {
        out.putLong(date.toEpochDay());
    }

    private static LocalDate getDate(WireReader in) {
        return LocalDate.ofEpochDay(in.getLong());
    }

    private static ClassForm dateTime() {
        return ValueForm.of(
                LocalDateTime.class,
                (it, out) -> {
                    putDate(it.toLocalDate(), out);
                    out.putLong(it.toLocalTime().toNanoOfDay());
                },
                in -> LocalDateTime.of(getDate(in), LocalTime.ofNanoOfDay(in.getLong())));
    }

    private static ClassForm instant() {
        return ValueForm.of(
                Instant.class,
                (it, out) -> {
                    out.putLong(it.getEpochSecond());
                    out.putInt(it.getNano());
                },
                in -> Instant.ofEpochSecond(in.getLong(), in.getInt()));
    }

    private static ClassForm duration() {
        return ValueForm.of(
                Duration.class,
                (it, out) -> {
                    out.putLong(it.getSeconds());
                    out.putInt(it.getNano());
                },
                in -> Duration.ofSeconds(in.getLong(), in.getInt()));
    }
}
