package musubi.launch.plan;

import musubi.launch.failure.LaunchFailure;
import musubi.launch.options.Option;
import musubi.launch.options.ParsedOptions;
import musubi.launch.output.StreamOptions;
import musubi.launch.output.StreamOptions.Form;

import java.nio.file.Path;
import java.util.Locale;

/** Options for the standard streams of the ranks, in the words of Hydra and of Open MPI. */
final class StreamOptionsReader {
    private Form form = Form.PLAIN;
    private boolean timestamps;
    private String pattern;
    private boolean merged;
    private String outFile;
    private String errFile;
    private String directory;
    private String file;
    private boolean hasJobLevel = true;
    private boolean isPattern;
    private boolean copied = true;

    private StreamOptionsReader() {}

    /**
     * The options of a command line.
     *
     * @throws LaunchFailure if a value is wrong, or options exclude each other
     */
    static StreamOptions read(ParsedOptions found) {
        StreamOptionsReader reader = new StreamOptionsReader();
        reader.readForms(found);
        found.all(Option.OUTPUT).forEach(reader::readWords);
        reader.readPlaces(found);
        return new StreamOptions(
                reader.form,
                reader.timestamps,
                reader.pattern,
                reader.merged,
                reader.outFile,
                reader.errFile,
                reader.copied,
                inputRank(found),
                found.has(Option.EXIT_CODES));
    }

    private void readForms(ParsedOptions found) {
        timestamps = found.has(Option.TIMESTAMPS);
        merged = found.has(Option.MERGE);
        if (found.has(Option.TAG)) {
            form(Form.RANK);
        }
        if (found.has(Option.TAG_WITH_JOB)) {
            form(Form.JOB_AND_RANK);
        }
        if (found.has(Option.XML)) {
            form(Form.XML);
        }
        if (found.has(Option.PREFIX_PATTERN)) {
            form(Form.PATTERN);
            pattern = checked("-prepend-pattern", found.last(Option.PREFIX_PATTERN, null));
        }
    }

    private void form(Form other) {
        if (form != Form.PLAIN && form != other) {
            throw LaunchFailure.usage("two forms of output lines")
                    .with("first", form)
                    .with("second", other)
                    .advice("give one of -l, -tag-output, -prepend-pattern, -xml, --output");
        }
        form = other;
    }

    private void readWords(String words) {
        for (String word : words.split(",")) {
            int equals = word.indexOf('=');
            String name = (equals < 0 ? word : word.substring(0, equals)).toLowerCase(Locale.ROOT);
            String value = equals < 0 ? "" : word.substring(equals + 1);
            switch (name) {
                case "dir", "directory" -> directory = named(value, directory);
                case "file", "filename" -> file = named(value, file);
                default -> readWord(name, words);
            }
        }
    }

    private void readWord(String word, String words) {
        switch (word) {
            case "tag" -> form(Form.JOB_AND_RANK);
            case "tag-fullname" -> form(Form.JOB_NAME);
            case "tag-detailed" -> form(Form.HOST_AND_PROCESS);
            case "timestamp" -> timestamps = true;
            case "xml" -> form(Form.XML);
            case "json" -> form(Form.JSON);
            case "merge", "merge-stderr-to-stdout" -> merged = true;
            default -> readQualifier(word, words);
        }
    }

    /** The name of a directory or file, without its qualifiers. */
    private String named(String value, String before) {
        int colon = value.indexOf(':');
        String name = colon < 0 ? value : value.substring(0, colon);
        if (name.isEmpty() || before != null) {
            throw LaunchFailure.usage(name.isEmpty() ? "no name of a file" : "two names of files")
                    .with("first", before)
                    .with("name", value);
        }
        if (colon >= 0) {
            for (String each : value.substring(colon + 1).split("[,:]")) {
                readQualifier(each.toLowerCase(Locale.ROOT), value);
            }
        }
        return name;
    }

    private void readQualifier(String word, String whole) {
        switch (word) {
            case "nocopy" -> copied = false;
            case "nojobid" -> hasJobLevel = false;
            case "pattern" -> isPattern = true;
            case "copy", "raw", "jobid" -> {}
            default ->
                    throw LaunchFailure.usage("unknown word of an output option")
                            .with("option", whole)
                            .with("word", word)
                            .advice(
                                    "choose from tag, tag-fullname, tag-detailed, timestamp, xml,"
                                            + " json, merge, dir=DIR, file=FILE, nocopy, nojobid,"
                                            + " pattern");
        }
    }

    /** Open MPI's tree of files, or a file for each rank and stream. */
    private void readPlaces(ParsedOptions found) {
        for (String each : found.all(Option.OUTPUT_DIRECTORY)) {
            directory = named(each, directory);
        }
        if (directory != null) {
            String ranks = absolute(escaped(directory)) + (hasJobLevel ? "/1" : "") + "/rank.%R/";
            files(ranks + "stdout", ranks + "stderr");
        }
        if (file != null) {
            String base = absolute(isPattern ? checked("--output", file) : escaped(file) + ".%R");
            files(base + ".out", base + ".err");
        }
        readPatterns(found);
        if (outFile == null && errFile == null) {
            copied = true;
        }
    }

    private void files(String out, String err) {
        if (outFile != null || errFile != null) {
            throw LaunchFailure.usage("two places for the output of the ranks")
                    .with("first", outFile == null ? errFile : outFile)
                    .with("second", out == null ? err : out)
                    .advice(
                            "give one of -outfile-pattern, -output-filename, --output dir= or"
                                    + " file=");
        }
        outFile = out;
        errFile = err;
    }

    /** Hydra's files, in place of mpiexec's streams. */
    private void readPatterns(ParsedOptions found) {
        String out = found.last(Option.OUT_FILE, null);
        String err = found.last(Option.ERR_FILE, null);
        if (out == null && err == null) {
            return;
        }
        files(
                out == null ? null : absolute(checked("-outfile-pattern", out)),
                err == null ? null : absolute(checked("-errfile-pattern", err)));
        copied = false;
    }

    private static String absolute(String pattern) {
        return Path.of(pattern).toAbsolutePath().normalize().toString();
    }

    private static String escaped(String name) {
        return name.replace("%", "%%");
    }

    private static String checked(String option, String pattern) {
        for (int i = 0; i < pattern.length(); i++) {
            if (pattern.charAt(i) == '%') {
                i++;
                if (i == pattern.length()
                        || StreamOptions.PLACEHOLDERS.indexOf(pattern.charAt(i)) < 0) {
                    throw LaunchFailure.usage("unknown placeholder")
                            .with(option, pattern)
                            .advice("choose from %r (rank), %R, %g, %p, %h (host), %t, %n, %%");
                }
            }
        }
        return pattern;
    }

    /**
     * Checks the reader of standard input.
     *
     * @throws LaunchFailure if the job has no such rank, or runs on several hosts
     */
    static void check(LaunchPlan plan) {
        int reader = plan.settings().streams().inputRank();
        if (reader >= plan.size()) {
            throw LaunchFailure.usage("no such rank")
                    .with("--stdin", reader)
                    .with("ranks", plan.size());
        }
        if (reader == StreamOptions.ALL_RANKS && !plan.isLocal()) {
            throw LaunchFailure.usage("on several hosts a single rank reads standard input")
                    .with("--stdin", "all")
                    .advice("read it on one rank and broadcast it, or let all ranks open a file");
        }
    }

    private static int inputRank(ParsedOptions found) {
        String word = found.last(Option.INPUT, "0").toLowerCase(Locale.ROOT);
        int rank =
                switch (word) {
                    case "all" -> StreamOptions.ALL_RANKS;
                    case "none" -> StreamOptions.NO_RANK;
                    default -> word.matches("\\d{1,9}") ? Integer.parseInt(word) : -3;
                };
        if (rank < StreamOptions.ALL_RANKS) {
            throw LaunchFailure.usage("not the reader of standard input")
                    .with("--stdin", word)
                    .advice("write the number of a rank, all or none");
        }
        if (rank != 0 && rank != StreamOptions.NO_RANK && found.has(Option.PVAS)) {
            throw LaunchFailure.usage("ranks in one JVM share its standard input")
                    .with("--stdin", word)
                    .advice("omit --pvas, or write 0 or none");
        }
        return rank;
    }
}
