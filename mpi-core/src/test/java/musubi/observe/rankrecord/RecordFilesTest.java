package musubi.observe.rankrecord;

import static org.junit.jupiter.api.Assertions.assertEquals;

import musubi.memory.OtherUser;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The directories of jobs in a place where others may have some, too. */
class RecordFilesTest {
    private Path common;

    @BeforeEach
    void makeACommonDirectory() throws IOException {
        common = OtherUser.share(Files.createTempDirectory("record-files-test"));
    }

    @AfterEach
    void remove() throws IOException {
        try (Stream<Path> all = Files.walk(common)) {
            for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(each);
            }
        }
    }

    private Path directory(String job, String random) {
        return common.resolve(RecordFiles.directoryName(job, random));
    }

    @Test
    void shouldFindTheDirectoriesOfAllNodesOfAJob() throws IOException {
        Path first = Files.createDirectory(directory("7-ab", "0123456789abcdef"));
        Path second = Files.createDirectory(directory("7-ab-n00001", "fedcba9876543210"));
        Files.createDirectory(common.resolve("musubi-7-ab-0123456789abcdef"));
        Map<String, List<Path>> jobs = RecordFiles.jobsIn(common);
        assertEquals(List.of("7-ab"), List.copyOf(jobs.keySet()));
        assertEquals(
                Stream.of(first, second).sorted().toList(),
                jobs.get("7-ab").stream().sorted().toList());
    }

    @Test
    void shouldFindOnlyTheJobsOfItsUser() throws Exception {
        OtherUser.assumePresent();
        Path foreign = directory("8-cd", "0123456789abcdef");
        Path link = directory("9-ef", "0123456789abcdef");
        String script = "mkdir -m 777 \"$1\" && ln -s \"$1\" \"$2\"";
        assertEquals(0, OtherUser.run(script, foreign, link).exitCode());
        assertEquals(Map.of(), RecordFiles.jobsIn(common));
    }
}
