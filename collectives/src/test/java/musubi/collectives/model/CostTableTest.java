package musubi.collectives.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import musubi.coll.CollectiveKind;
import musubi.error.ErrorClass;
import musubi.error.MpiFailure;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CostTableTest {
    private static final String TEXT =
            "# host=a\n# date=today\n"
                    + CostTable.HEADING
                    + "\nbcast,binomial,4,512,1.5000,1000.00\nbcast,binomial,4,65536,2.5000,3000.00"
                    + "\n\nbcast,binomial,16,65536,9.0000,100.00\n";

    private static HockneyLink of(CostTable table, int ranks, long bytes) {
        return table.of(CollectiveKind.BCAST, "binomial", ranks, bytes);
    }

    @Test
    void shouldGiveTheNextNumberOfRanksAndTheBandOfTheBytes() {
        CostTable table = CostTable.parse(TEXT, "test");
        assertEquals(1.5e-6, of(table, 4, 512).latencyS(), 1e-12);
        assertEquals(2.5e-6, of(table, 4, 513).latencyS(), 1e-12);
        assertEquals(3e9, of(table, 2, 1 << 30).bytesPerS(), 1);
        assertEquals(2.5e-6, of(table, 7, 4096).latencyS(), 1e-12);
        assertEquals(9e-6, of(table, 9, 8).latencyS(), 1e-12);
        assertNull(table.of(CollectiveKind.BCAST, "linear", 4, 8));
        assertNull(table.of(CollectiveKind.REDUCE, "binomial", 4, 8));
        assertEquals("host=a; date=today", table.provenance());
    }

    @Test
    void shouldReadTheLinesThatItWrites() {
        CostTable.Line line =
                new CostTable.Line(
                        CollectiveKind.ALLREDUCE, "ring", 8, 4096, new HockneyLink(1.25e-6, 2.5e9));
        CostTable table = CostTable.parse(line.text(), "test");
        assertEquals(line.link(), table.of(CollectiveKind.ALLREDUCE, "ring", 8, 8));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "# nothing",
                "bcast,binomial,4,512,1.5",
                "bcst,binomial,4,512,1.5,1000",
                "bcast,binomial,4,512,x,1000",
                "bcast,binomial,4,512,0,1000",
                "bcast,binomial,4,512,1.5,-1"
            })
    void shouldNameFileAndHeadingWhenALineIsInvalid(String text) {
        MpiFailure failure =
                assertThrows(MpiFailure.class, () -> CostTable.parse(text, "file.csv"));
        assertEquals(ErrorClass.ARG, failure.errorClass());
        String said = failure.getMessage();
        assertTrue(said.contains("file.csv") && said.contains(CostTable.HEADING), said);
    }
}
