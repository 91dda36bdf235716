package musubi.conformance.corpus;

import java.lang.reflect.Method;
import java.util.List;

/**
 * A program of the corpus.
 *
 * @param name class and method, such as {@code Deadlocks.headToHead}
 * @param kind the kind of misuse
 * @param says what it does, a sentence
 * @param ranks their number
 * @param isErroneous whether the program violates the standard
 * @param found texts of the report without checks; none if no report is expected
 * @param checked the same with checks
 * @param missed why no report is expected
 * @param variesOverTcp whether it may end otherwise over TCP
 * @param needsMpiexec whether it only runs under mpiexec
 */
record CorpusProgram(
        String name,
        String kind,
        String says,
        int ranks,
        boolean isErroneous,
        List<String> found,
        List<String> checked,
        String missed,
        boolean variesOverTcp,
        boolean needsMpiexec) {

    static CorpusProgram of(Method method) {
        Class<?> type = method.getDeclaringClass();
        String name = type.getSimpleName() + "." + method.getName();
        String kind = type.getAnnotation(Kind.class).value();
        Correct correct = method.getAnnotation(Correct.class);
        if (correct != null) {
            return new CorpusProgram(
                    name,
                    kind,
                    correct.says(),
                    correct.ranks(),
                    false,
                    List.of(),
                    List.of(),
                    "",
                    false,
                    false);
        }
        Erroneous wrong = method.getAnnotation(Erroneous.class);
        List<String> found = List.of(wrong.found());
        List<String> checked = wrong.checked().length == 0 ? found : List.of(wrong.checked());
        return new CorpusProgram(
                name,
                kind,
                wrong.says(),
                wrong.ranks(),
                true,
                found,
                checked,
                wrong.missed(),
                wrong.variesOverTcp(),
                wrong.needsMpiexec());
    }

    /** The texts of the expected report; none if no report is expected. */
    List<String> expected(boolean checks) {
        return checks ? checked : found;
    }

    @Override
    public String toString() {
        return name;
    }
}
