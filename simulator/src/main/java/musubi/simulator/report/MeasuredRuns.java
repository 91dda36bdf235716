package musubi.simulator.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Tables of {@code benchmarks/compare}, included in the report. */
record MeasuredRuns(List<Path> files) {
    /** The command's option with the files; empty without any. */
    String option() {
        return files.isEmpty()
                ? ""
                : " --real " + files.stream().map(Path::toString).collect(Collectors.joining(","));
    }

    /** All of them, their headings two levels lower. */
    List<String> lines() throws IOException {
        List<String> lines = new ArrayList<>();
        for (Path file : files) {
            for (String line : Files.readAllLines(file)) {
                lines.add(line.startsWith("#") ? "##" + line : line);
            }
            if (!lines.getLast().isEmpty()) {
                lines.add("");
            }
        }
        return lines;
    }
}
