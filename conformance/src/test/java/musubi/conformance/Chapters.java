package musubi.conformance;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/** All statements, by the chapters of the standard. A new class of cases is listed here. */
public final class Chapters {
    private static final List<Chapter> ALL =
            List.of(
                    new Chapter(
                            3,
                            "Point-to-point communication",
                            musubi.conformance.pt2pt.Blocking.class,
                            musubi.conformance.pt2pt.Types.class,
                            musubi.conformance.pt2pt.Objects.class,
                            musubi.conformance.pt2pt.Arguments.class,
                            musubi.conformance.pt2pt.Probes.class,
                            musubi.conformance.pt2pt.Requests.class,
                            musubi.conformance.pt2pt.SeveralRequests.class,
                            musubi.conformance.pt2pt.Persistent.class,
                            musubi.conformance.pt2pt.SendAndReceive.class,
                            musubi.conformance.pt2pt.Cancelling.class,
                            musubi.conformance.pt2pt.Buffered.class,
                            musubi.conformance.pt2pt.Statuses.class),
                    new Chapter(
                            5,
                            "Datatypes",
                            musubi.conformance.types.Constructors.class,
                            musubi.conformance.types.CapitalisedTypes.class,
                            musubi.conformance.types.Bounds.class,
                            musubi.conformance.types.ArrayTypes.class,
                            musubi.conformance.types.TypeObjects.class,
                            musubi.conformance.types.TypesInCollectives.class,
                            musubi.conformance.types.Structs.class,
                            musubi.conformance.types.Packed.class),
                    new Chapter(
                            6,
                            "Collective communication",
                            musubi.conformance.coll.Moving.class,
                            musubi.conformance.coll.InPlace.class,
                            musubi.conformance.coll.NonBlocking.class,
                            musubi.conformance.coll.Prepared.class,
                            musubi.conformance.coll.Reducing.class,
                            musubi.conformance.coll.Operations.class,
                            musubi.conformance.coll.UserOperations.class,
                            musubi.conformance.coll.CollectiveArguments.class,
                            musubi.conformance.coll.Tolerated.class),
                    new Chapter(
                            7,
                            "Groups and communicators",
                            musubi.conformance.comm.Groups.class,
                            musubi.conformance.comm.Communicators.class,
                            musubi.conformance.comm.GroupCorners.class,
                            musubi.conformance.comm.Making.class,
                            musubi.conformance.comm.Attributes.class,
                            musubi.conformance.comm.Intercomms.class,
                            musubi.conformance.comm.BetweenGroups.class),
                    new Chapter(
                            8,
                            "Topologies",
                            musubi.conformance.topo.Grids.class,
                            musubi.conformance.topo.Graphs.class,
                            musubi.conformance.topo.Neighbourhoods.class,
                            musubi.conformance.topo.PreparedNeighbourhoods.class),
                    new Chapter(
                            9,
                            "Environment",
                            musubi.conformance.env.Inquiry.class,
                            musubi.conformance.env.Memory.class,
                            musubi.conformance.env.Errors.class,
                            musubi.conformance.env.Handlers.class),
                    new Chapter(10, "Info objects", musubi.conformance.env.Infos.class),
                    new Chapter(
                            11,
                            "Initialisation and threads",
                            musubi.conformance.env.StartAndEnd.class,
                            musubi.conformance.env.Threads.class),
                    new Chapter(
                            12,
                            "One-sided communication",
                            musubi.conformance.rma.Windows.class,
                            musubi.conformance.rma.Accesses.class,
                            musubi.conformance.rma.Epochs.class),
                    new Chapter(
                            13,
                            "External interfaces",
                            musubi.conformance.env.GeneralizedRequests.class));

    /** A chapter of the standard with its cases. */
    public static final class Chapter {
        private final int number;
        private final String title;
        private final List<Class<?>> classes;

        Chapter(int number, String title, Class<?>... classes) {
            this.number = number;
            this.title = title;
            this.classes = List.of(classes);
        }

        /** Its number. */
        public int number() {
            return number;
        }

        /** Its title. */
        public String title() {
            return title;
        }

        /** Its statements, in the order of the classes and of their names. */
        public List<Statement> statements() {
            List<Statement> statements = new ArrayList<>();
            classes.forEach(type -> addStatements(type, statements));
            return statements;
        }
    }

    private Chapters() {}

    /** The chapters that have cases. */
    public static List<Chapter> all() {
        return ALL;
    }

    /** All statements. */
    public static List<Statement> statements() {
        List<Statement> statements = new ArrayList<>();
        ALL.forEach(chapter -> statements.addAll(chapter.statements()));
        return statements;
    }

    private static void addStatements(Class<?> type, List<Statement> statements) {
        Method[] methods = type.getDeclaredMethods();
        Arrays.sort(methods, Comparator.comparing(Method::getName));
        for (Method method : methods) {
            if (method.isAnnotationPresent(Case.class)) {
                statements.add(ofMethod(method));
            } else if (method.isAnnotationPresent(Table.class)) {
                for (Object row : (List<?>) call(method)) {
                    statements.add((Statement) row);
                }
            }
        }
    }

    private static Object call(Method table) {
        try {
            table.setAccessible(true);
            return table.invoke(null);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("not a table of statements: " + table, e);
        }
    }

    private static Statement ofMethod(Method method) {
        if (!Modifier.isStatic(method.getModifiers())) {
            throw new IllegalStateException("a case is a static method: " + method);
        }
        method.setAccessible(true);
        Case about = method.getAnnotation(Case.class);
        boolean inForms = List.of(method.getParameterTypes()).contains(Form.class);
        return new Statement(
                method.getDeclaringClass().getSimpleName() + "." + method.getName(),
                about.section(),
                List.of(about.calls()),
                about.says(),
                about.ranks(),
                about.phase(),
                inForms ? List.of(Form.values()) : List.of(),
                (comm, form) -> invoke(method, comm, form));
    }

    private static void invoke(Method method, Object comm, Form form) throws Throwable {
        Class<?>[] types = method.getParameterTypes();
        Object[] arguments = new Object[types.length];
        for (int i = 0; i < types.length; i++) {
            arguments[i] = types[i] == Form.class ? form : comm;
        }
        try {
            method.invoke(null, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }
}
