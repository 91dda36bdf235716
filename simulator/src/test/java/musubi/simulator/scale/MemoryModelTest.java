package musubi.simulator.scale;

import static org.junit.jupiter.api.Assertions.assertEquals;

import musubi.memory.Component;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

class MemoryModelTest {
    private static final long NODES = 1 << 20;

    private static final Map<String, Component> COMPONENTS =
            Map.of(
                    "buffers", Component.BUFFERS,
                    "low_ctx", Component.LOW_LEVEL_CONTEXTS,
                    "high_ctx", Component.HIGH_LEVEL_CONTEXTS,
                    "dyn_switch", Component.SWITCHING,
                    "comm_sets", Component.PARTICIPANT_SETS,
                    "shm", Component.SHARED_MEMORY,
                    "process_mgr", Component.PROCESS_MANAGER,
                    "other", Component.OTHER);

    private static List<String[]> rows(String name) throws IOException {
        try (InputStream in = MemoryModelTest.class.getResourceAsStream(name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .skip(1)
                    .map(line -> line.split(","))
                    .toList();
        }
    }

    @Test
    void shouldReproduceEachCellOfTable1() throws IOException {
        int cells = 0;
        for (String[] row : rows("memory-table1-check.csv")) {
            MemoryModel model = new MemoryModel(NODES, 4, 10, 1024, row[1].equals("1"));
            Component component = COMPONENTS.get(row[2]);
            long bytes;
            if (row[0].equals("baseline")) {
                bytes = component == null ? model.baseline() : model.baseline(component);
            } else {
                bytes = component == null ? model.reduced() : model.reduced(component);
            }
            String cell = String.join(" ", row[0], row[1], row[2]);
            assertEquals(Long.parseLong(row[3]), bytes, cell);
            assertEquals(row[4], DecimalBytes.print(bytes), cell);
            cells++;
        }
        assertEquals(34, cells);
    }

    @Test
    void shouldFollowContextsCommunicatorsAndRanksPerNodeWhenTheyVary() throws IOException {
        for (String[] row : rows("memory-sensitivity.csv")) {
            MemoryModel model =
                    new MemoryModel(
                            Long.parseLong(row[2]),
                            Long.parseLong(row[3]),
                            Long.parseLong(row[4]),
                            Long.parseLong(row[5]),
                            true);
            assertEquals(Long.parseLong(row[6]), model.reduced(), row[0] + "=" + row[1]);
            assertEquals(Long.parseLong(row[7]), model.baseline(), row[0] + "=" + row[1]);
        }
    }

    @Test
    void shouldHalveThePeriodsOfHistoryWithEachDoublingOfRanks() {
        assertEquals(1024, new MemoryModel(1 << 13, 1, 10, 1024, true).historyPeriods());
        assertEquals(512, new MemoryModel((1 << 13) + 1, 1, 10, 1024, true).historyPeriods());
        assertEquals(512, new MemoryModel(1 << 14, 1, 10, 1024, true).historyPeriods());
        assertEquals(2, new MemoryModel(NODES, 4, 10, 1024, true).historyPeriods());
    }

    @Test
    void shouldPrintThreeDigitsInDecimalUnits() {
        assertEquals("0 B", DecimalBytes.print(0));
        assertEquals("999 B", DecimalBytes.print(999));
        assertEquals("1.00 KB", DecimalBytes.print(1000));
        assertEquals("1.00 MB", DecimalBytes.print(999_900));
        assertEquals("64.0 KB", DecimalBytes.print(64_000));
    }
}
