package musubi.conformance.corpus;

import misuse.Launch;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/** All programs of the corpus. */
final class Corpus {
    private Corpus() {}

    /** The programs, by kind; within a kind the erroneous ones first. */
    static List<CorpusProgram> programs() {
        List<CorpusProgram> programs = new ArrayList<>();
        for (Class<?> kind : Launch.kinds()) {
            Arrays.stream(kind.getDeclaredMethods())
                    .filter(Corpus::isProgram)
                    .map(CorpusProgram::of)
                    .sorted(
                            Comparator.comparing(CorpusProgram::isErroneous)
                                    .reversed()
                                    .thenComparing(CorpusProgram::name))
                    .forEach(programs::add);
        }
        return programs;
    }

    private static boolean isProgram(Method method) {
        return method.isAnnotationPresent(Erroneous.class)
                || method.isAnnotationPresent(Correct.class);
    }
}
