package musubi.shm;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import musubi.adi.LocalContext;
import musubi.adi.MemoryPool;
import musubi.adi.PeerInfo;
import musubi.adi.RecordingInbound;
import musubi.adi.RemoteMemory;
import musubi.adi.Transport;
import musubi.adi.TransportContext;
import musubi.region.AddressSpace;
import musubi.region.Region;
import musubi.region.RegionTable;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The kind of key that a peer gets: ranks 0 and 1 share a JVM, 2 and 3 another one. */
class PeerMemoryTest {
    private static final int RANKS = 4;

    private final String job = "peer-memory-" + ProcessHandle.current().pid() + "-" + hashCode();
    private final AddressSpace[] spaces = {new AddressSpace(), new AddressSpace()};
    private final List<Transport> opened = new ArrayList<>();

    private Transport[] open(int withoutReferences) {
        Transport[] transports = new Transport[RANKS];
        for (int rank = 0; rank < RANKS; rank++) {
            Map<String, String> settings =
                    rank == withoutReferences ? Map.of("shm.by.reference", "false") : Map.of();
            TransportContext context =
                    LocalContext.of(
                            rank,
                            RANKS,
                            job,
                            new RecordingInbound(),
                            settings::get,
                            spaces[rank / 2]);
            transports[rank] = new ShmTransportProvider().open(context);
            opened.add(transports[rank]);
        }
        for (Transport transport : transports) {
            transport.onJobComplete();
        }
        return transports;
    }

    @AfterEach
    void close() {
        opened.forEach(Transport::close);
    }

    private static RemoteMemory connect(Transport[] transports, int from, int to) {
        return transports[from]
                .connect(new PeerInfo(to, transports[to].businessCard()))
                .capability(RemoteMemory.class);
    }

    private static MemoryPool pool(Transport transport) {
        return transport.capability(MemoryPool.class);
    }

    private static Region array(int... numbers) {
        return new Region().wrapArray(numbers, 0, (long) numbers.length * Integer.BYTES);
    }

    @Test
    void shouldGiveReferencesToPeersInThisJvmOnly() {
        Transport[] ranks = open(-1);
        Region array = array(1, 2, 3);
        assertTrue(RegionTable.isKey(connect(ranks, 0, 1).remoteKey(array)));
        assertTrue(RegionTable.isKey(connect(ranks, 3, 2).remoteKey(array)));
        assertEquals(-1, connect(ranks, 0, 2).remoteKey(array));
        assertEquals(-1, connect(ranks, 3, 1).remoteKey(array));
    }

    @Test
    void shouldGiveOffsetsOfPartitionMemoryToAllPeers() {
        Transport[] ranks = open(-1);
        Region region = new Region().wrap(pool(ranks[0]).allocate(64), 8, 12);
        long offset = connect(ranks, 0, 1).remoteKey(region);
        assertFalse(offset < 0 || RegionTable.isKey(offset));
        for (int peer = 1; peer < RANKS; peer++) {
            assertEquals(offset, connect(ranks, 0, peer).remoteKey(region));
            connect(ranks, peer, 0).tryPut(offset, 4, array(peer), 0, 4);
            int[] seen = new int[3];
            new Region().wrapArray(seen, 0, 12).copyFrom(region.segment(), 8, 0, 12);
            assertArrayEquals(new int[] {0, peer, 0}, seen);
        }
    }

    @Test
    void shouldReachRegionsWhenThePeerInThisJvmExposesThem() {
        Transport[] ranks = open(-1);
        int[] theirs = {4, 5, 6};
        long key = connect(ranks, 3, 2).remoteKey(array(theirs));
        int[] own = new int[2];
        Region into = new Region().wrapArray(own, 0, 8);
        connect(ranks, 2, 3).tryGet(key, 4, into, 0, 8);
        assertArrayEquals(new int[] {5, 6}, own);
        RemoteMemory otherJvm = connect(ranks, 1, 3);
        assertThrows(IllegalArgumentException.class, () -> otherJvm.tryGet(key, 4, into, 0, 8));
    }

    @Test
    void shouldShareTablesWhenRanksLiveInSeveralJvms() {
        int[] numbers = {4, 1, 3};
        for (Transport rank : open(-1)) {
            assertArrayEquals(numbers, pool(rank).share(numbers).toArray(ValueLayout.JAVA_INT));
        }
        close();
        opened.clear();
        spaces[1] = spaces[0];
        assertNull(pool(open(-1)[2]).share(numbers));
    }

    @Test
    void shouldUseNoReferencesWhenARankHasThemSwitchedOff() {
        Transport[] ranks = open(1);
        Region array = array(1);
        assertEquals(-1, connect(ranks, 0, 1).remoteKey(array));
        assertEquals(-1, connect(ranks, 1, 0).remoteKey(array));
        assertTrue(RegionTable.isKey(connect(ranks, 2, 3).remoteKey(array)));
    }
}
