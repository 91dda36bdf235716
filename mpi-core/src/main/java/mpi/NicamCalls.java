package mpi;

import musubi.error.MpiFailure;
import musubi.nicam.CopyCommand;
import musubi.nicam.CopyCommand.Notice;
import musubi.nicam.NicamNode;

import nicam.Copy;
import nicam.Half;
import nicam.Nicam;
import nicam.NicamException;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;

/** A {@link Nicam} of a rank. */
final class NicamCalls implements Nicam {
    private final NicamNode node;

    NicamCalls(NicamNode node) {
        this.node = node;
    }

    @Override
    public int node() {
        return node.node();
    }

    @Override
    public int nodes() {
        return node.nodes();
    }

    private static void call(Runnable body) {
        try {
            body.run();
        } catch (MpiFailure e) {
            throw new NicamException(e.getMessage(), e);
        }
    }

    @Override
    public int lockMemory(ByteBuffer memory) {
        int[] number = new int[1];
        call(() -> number[0] = node.register(segment(memory)));
        return number[0];
    }

    private static MemorySegment segment(ByteBuffer memory) {
        if (memory == null || !memory.isDirect() || memory.isReadOnly()) {
            throw new NicamException(
                    "a region is a direct buffer that can be written to: buffer="
                            + memory
                            + "; use MPI.newByteBuffer",
                    null);
        }
        return MemorySegment.ofBuffer(memory.duplicate().clear());
    }

    private void copy(Copy copy, Notice notice) {
        call(
                () ->
                        node.copy(
                                new CopyCommand(
                                        copy.source(),
                                        copy.sourceRegion(),
                                        copy.sourceOffset(),
                                        copy.destination(),
                                        copy.destinationRegion(),
                                        copy.destinationOffset(),
                                        copy.bytes(),
                                        notice)));
    }

    @Override
    public void copy(Copy copy) {
        copy(copy, Notice.NOTHING);
    }

    @Override
    public void copyNotify(Copy copy, int flag, long value) {
        copy(copy, new Notice(Notice.FLAG, flag, value));
    }

    @Override
    public void copyCountUp(Copy copy, int counter) {
        copy(copy, new Notice(Notice.COUNTER, counter, 0));
    }

    @Override
    public void sync(int flag, long value) {
        call(() -> node.sync(flag, value));
    }

    @Override
    public void write(int destination, int flag, long value) {
        call(() -> node.write(destination, flag, value));
    }

    @Override
    public void setCounter(int counter, long count, int flag, long value) {
        call(() -> node.setCounter(counter, count, flag, value));
    }

    @Override
    public void broadcast(int region, long offset, long bytes, int flag, long value) {
        call(() -> node.broadcast(region, offset, bytes, flag, value));
    }

    @Override
    public void discardBroadcasts(boolean discard) {
        call(() -> node.discardBroadcasts(discard));
    }

    @Override
    public void barrier(int flag) {
        call(() -> node.barrier(flag));
    }

    @Override
    public void copySource(long key, int destination, Half half) {
        Notice flag = new Notice(Notice.FLAG, half.flag(), half.value());
        call(
                () ->
                        node.copySource(
                                key,
                                destination,
                                half.region(),
                                half.offset(),
                                half.bytes(),
                                flag));
    }

    @Override
    public void copyDestination(long key, int source, Half half) {
        Notice flag = new Notice(Notice.FLAG, half.flag(), half.value());
        call(
                () ->
                        node.copyDestination(
                                key, source, half.region(), half.offset(), half.bytes(), flag));
    }

    @Override
    public long flag(int flag) {
        long[] value = new long[1];
        call(() -> value[0] = node.flag(flag));
        return value[0];
    }

    @Override
    public long counter(int counter) {
        long[] value = new long[1];
        call(() -> value[0] = node.counter(counter));
        return value[0];
    }

    @Override
    public void await(int flag, long value) {
        call(() -> node.await(flag, value));
    }

    @Override
    public long hostPolls() {
        return node.hostPolls();
    }

    @Override
    public void close() {
        call(node::close);
    }
}
