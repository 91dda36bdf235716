package mpi;

/** A view of a file. MPI-4.1 section 14.3. */
public final class FileView {
    private final long disp;
    private final Datatype etype;
    private final Datatype filetype;
    private final String datarep;

    /** A view from a byte of the file on. MPI-4.1 section 14.3. */
    public FileView(long disp, Datatype etype, Datatype filetype, String datarep) {
        this.disp = disp;
        this.etype = etype;
        this.filetype = filetype;
        this.datarep = datarep;
    }

    /** Where it starts, in bytes. MPI-4.1 section 14.3. */
    public long getDisp() {
        return disp;
    }

    /** Its unit of data. MPI-4.1 section 14.3. */
    public Datatype getEType() {
        return etype;
    }

    /** The units of the file in the view. MPI-4.1 section 14.3. */
    public Datatype getFileType() {
        return filetype;
    }

    /** Its data representation. MPI-4.1 section 14.5. */
    public String getDataRep() {
        return datarep;
    }
}
