package mpi;

/** Neighbours in a grid; MPI-4.1 example 8.10 specifies the order of blocks. */
record GridModel(CartComm comm) implements NeighbourhoodModel {
    @Override
    public int outDegree() {
        return 2 * comm.getTopo().getDimCount();
    }

    @Override
    public int inDegree() {
        return outDegree();
    }

    @Override
    public int source(int block) {
        CartParms topo = comm.getTopo();
        int d = block / 2;
        int moved = topo.getCoord(d) + (block % 2 == 0 ? -1 : 1);
        if (!topo.getPeriod(d) && (moved < 0 || moved >= topo.getDim(d))) {
            return MPI.PROC_NULL;
        }
        int rank = 0;
        for (int i = 0; i < topo.getDimCount(); i++) {
            int place = i == d ? (moved + topo.getDim(d)) % topo.getDim(d) : topo.getCoord(i);
            rank = rank * topo.getDim(i) + place;
        }
        return rank;
    }

    @Override
    public int sentAs(int block) {
        return block % 2 == 0 ? block + 1 : block - 1;
    }
}
