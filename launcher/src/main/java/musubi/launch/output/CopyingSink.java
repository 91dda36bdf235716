package musubi.launch.output;

/** Writes lines to a file and to a stream of mpiexec. */
record CopyingSink(LineSink file, LineSink stream) implements LineSink {
    @Override
    public void write(Object writer, byte[] tag, byte[] bytes, int from, int to) {
        file.write(writer, tag, bytes, from, to);
        stream.write(writer, tag, bytes, from, to);
    }

    @Override
    public boolean offer(Object writer, byte[] tag, byte[] bytes, int from, int to) {
        boolean taken = stream.offer(writer, tag, bytes, from, to);
        if (taken) {
            file.write(writer, tag, bytes, from, to);
        }
        return taken;
    }

    @Override
    public void ended(Object writer) {
        file.ended(writer);
        stream.ended(writer);
    }
}
