package musubi.conformance.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Class files that were compiled against either original link here: a comparison of descriptors.
 */
class DescriptorsTest {
    private static final String OPEN_MPI = "open-mpi-descriptors.txt";
    private static final String MPJ_EXPRESS = "mpj-descriptors.txt";

    @ParameterizedTest
    @ValueSource(strings = {OPEN_MPI, MPJ_EXPRESS})
    void shouldHaveEveryDescriptorWhenAClassFileNamesIt(String list) throws IOException {
        Map<String, String> exceptions = exceptions(list);
        List<String> findings = Descriptors.findings(read(list));
        findings.removeIf(finding -> exceptions.keySet().stream().anyMatch(finding::matches));
        assertEquals("", String.join("\n", findings));
    }

    @ParameterizedTest
    @ValueSource(strings = {OPEN_MPI, MPJ_EXPRESS})
    void shouldGiveNoReasonWhenADescriptorIsThere(String list) throws IOException {
        List<String> findings = Descriptors.findings(read(list));
        List<String> stale = new ArrayList<>(exceptions(list).keySet());
        stale.removeIf(pattern -> findings.stream().anyMatch(line -> line.matches(pattern)));
        assertEquals(List.of(), stale);
    }

    @ParameterizedTest
    @CsvSource({OPEN_MPI + ",700", MPJ_EXPRESS + ",250"})
    void shouldReadTheWholeList(String list, int atLeast) throws IOException {
        int members = read(list).values().stream().mapToInt(each -> each.members().size()).sum();
        assertTrue(members >= atLeast, "members=" + members);
    }

    @Test
    void shouldReportExactlyWhatDiffers() {
        List<String> list =
                List.of(
                        "class mpi/Comm implements java/lang/Runnable",
                        "  getSize()I throws mpi/MPIException",
                        "  getSize()J",
                        "  static getRank()I",
                        "  static TYPE_SHARED I = 7",
                        "final class mpi/GraphComm",
                        "  <init>()V",
                        "  getSize()I",
                        "class mpi/Nowhere",
                        "interface mpi/MPI");
        assertEquals(
                List.of(
                        "mpi/Comm is not a java/lang/Runnable",
                        "mpi/Comm.getSize()J is missing",
                        "mpi/Comm.getRank()I is static in one library only",
                        "mpi/Comm.TYPE_SHARED I is 0 here, 7 there",
                        "mpi/GraphComm.<init>()V is missing",
                        "mpi/MPI is a class in one library and an interface in the other",
                        "mpi/Nowhere is missing"),
                Descriptors.findings(ClassSurface.parse(list)));
    }

    private static Map<String, ClassSurface> read(String list) throws IOException {
        return ClassSurface.parse(ApiTable.lines(list));
    }

    /** Patterns of findings with their reasons, for one list. */
    private static Map<String, String> exceptions(String list) throws IOException {
        Map<String, String> exceptions = new LinkedHashMap<>();
        boolean ours = false;
        for (String line : ApiTable.lines("descriptor-exceptions.txt")) {
            if (line.startsWith("[")) {
                ours = line.equals("[" + list + "]");
            } else if (ours && !line.isBlank() && !line.startsWith("#")) {
                int reason = line.indexOf("  ");
                exceptions.put(line.substring(0, reason), line.substring(reason).strip());
            }
        }
        return exceptions;
    }
}
