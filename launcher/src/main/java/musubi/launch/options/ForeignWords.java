package musubi.launch.options;

import musubi.launch.failure.LaunchFailure;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Replaces options, parameters and files of other launchers on a command line by options of
 * mpiexec. A number may be glued to the option of ranks: {@code -n4}.
 */
final class ForeignWords {
    private static final Pattern GLUED = Pattern.compile("(--?(?:np?|c|N|ppn))(\\d+)");

    private final List<String> left;
    private final List<String> read = new ArrayList<>();
    private final List<String> warnings = new ArrayList<>();

    private ForeignWords(List<String> words) {
        left = new ArrayList<>(words);
    }

    /**
     * A command line without foreign words.
     *
     * @param words options of mpiexec, a program, and its arguments
     * @param warnings about options without effect
     */
    record Translated(List<String> words, List<String> warnings) {}

    /**
     * Translates the options before the program.
     *
     * @throws LaunchFailure for an option that is refused or unknown, or without its value
     */
    static Translated translate(List<String> words) {
        ForeignWords all = new ForeignWords(words);
        while (!all.left.isEmpty() && CommandLinePart.isOption(all.left.getFirst())) {
            all.readOption();
        }
        all.read.addAll(all.left);
        return new Translated(all.read, all.warnings);
    }

    /** The job's options among the variables of mpiexec; it warns of the others. */
    static Translated ofVariables(Map<String, String> variables) {
        ForeignWords all = new ForeignWords(List.of());
        MpiParameter.among(variables).forEach(all::replaceVariable);
        return new Translated(all.left, all.warnings);
    }

    private void replaceVariable(MpiParameter parameter) {
        Translation translation = parameter.translation();
        if (translation.verdict() == Translation.Verdict.REPLACED) {
            Option option = Option.named(translation.words("").getFirst());
            if (Option.FOR_ONE_PROGRAM.contains(option)) {
                String words = String.join(" ", translation.words(parameter.value()));
                warnings.add(parameter.origin() + " has no effect: write " + words);
                return;
            }
        }
        replace(parameter);
    }

    private void readOption() {
        String word = left.getFirst();
        Matcher glued = GLUED.matcher(word);
        if (glued.matches()) {
            left.set(0, glued.group(1));
            left.add(1, glued.group(2));
            return;
        }
        String name = word.contains("=") ? word.substring(0, word.indexOf('=')) : word;
        Option option = CommandLinePart.isForJvm(word) ? null : Option.named(name);
        if (option == Option.MCA && left.size() > 2) {
            MpiParameter parameter =
                    new MpiParameter(
                            String.join(" ", left.subList(0, 3)), left.get(1), left.get(2));
            remove(3);
            replace(parameter);
        } else if (option == Option.PARAMETER_FILE) {
            readFiles(word);
        } else if (option == null && !CommandLinePart.isForJvm(word)) {
            replaceOption(word, name);
        } else {
            keep();
        }
    }

    private void keep() {
        String word = left.removeFirst();
        List<String> values = CommandLinePart.valuesAfter(word, left);
        read.add(word);
        read.addAll(values);
        remove(values.size());
    }

    private void remove(int count) {
        left.subList(0, count).clear();
    }

    private void readFiles(String word) {
        left.removeFirst();
        List<String> values = CommandLinePart.valuesAfter(word, left);
        String files = values.isEmpty() ? word.substring(word.indexOf('=') + 1) : values.getFirst();
        remove(values.size());
        List<String> words = new ArrayList<>();
        for (String file : files.split(",")) {
            words.addAll(MpiParameter.wordsOf(Path.of(file)));
        }
        left.addAll(0, words);
    }

    private void replace(MpiParameter parameter) {
        Translation translation = parameter.translation();
        List<String> words = translation.words(parameter.value());
        switch (translation.verdict()) {
            case REPLACED -> {
                if (Option.named(words.getFirst()) == null) {
                    warnings.add(parameter.warning(translation));
                } else {
                    left.addAll(0, words);
                }
            }
            case IGNORED, REFUSED -> warnings.add(parameter.warning(translation));
            case IMPLIED -> {}
        }
    }

    private void replaceOption(String word, String name) {
        Translation translation = Translation.ofOption(name);
        if (translation == null) {
            keep();
            return;
        }
        left.removeFirst();
        boolean inWord = word.length() > name.length();
        int count = inWord ? 0 : Math.min(translation.valueCount(), left.size());
        List<String> values =
                inWord
                        ? List.of(word.substring(name.length() + 1))
                        : List.copyOf(left.subList(0, count));
        remove(count);
        switch (translation.verdict()) {
            case REPLACED -> left.addAll(0, translation.words(String.join(" ", values)));
            case IGNORED -> warnings.add(word + " has no effect: " + translation.text());
            case REFUSED ->
                    throw LaunchFailure.usage("option '" + name + "' is not supported")
                            .advice(translation.text());
            case IMPLIED -> {}
        }
    }
}
