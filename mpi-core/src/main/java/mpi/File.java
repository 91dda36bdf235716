package mpi;

import java.nio.Buffer;

/** A file that processes read and write together; not yet supported. MPI-4.1 chapter 14. */
public final class File {

    /** Not yet supported. MPI-4.1 chapter 14. */
    public File(Comm comm, String filename, int amode) throws MPIException {
        throw MPI.unsupported("new File");
    }

    /** Not yet supported. MPI-4.1 chapter 14. */
    public File(Comm comm, String filename, int amode, Info info) throws MPIException {
        throw MPI.unsupported("new File");
    }

    /** Not yet supported. MPI-4.1 chapter 14. */
    public void close() throws MPIException {
        throw MPI.unsupported("File.close");
    }

    /** Not yet supported. MPI-4.1 chapter 14. */
    public static void delete(String filename) throws MPIException {
        throw MPI.unsupported("File.delete");
    }

    /** Not yet supported. MPI-4.1 chapter 14. */
    public static void delete(String filename, Info info) throws MPIException {
        throw MPI.unsupported("File.delete");
    }

    /** Not yet supported. MPI-4.1 chapter 14. */
    public void setSize(long size) throws MPIException {
        throw MPI.unsupported("File.setSize");
    }

    /** Not yet supported. MPI-4.1 chapter 14. */
    public void preallocate(long size) throws MPIException {
        throw MPI.unsupported("File.preallocate");
    }

    /** Not yet supported. MPI-4.1 chapter 14. */
    public long getSize() throws MPIException {
        throw MPI.unsupported("File.getSize");
    }

    /** Not yet supported. MPI-4.1 chapter 14. */
    public Group getGroup() throws MPIException {
        throw MPI.unsupported("File.getGroup");
    }

    /** Not yet supported. MPI-4.1 chapter 14. */
    public int getAMode() throws MPIException {
        throw MPI.unsupported("File.getAMode");
    }

    /** Not yet supported. MPI-4.1 chapter 14. */
    public void setInfo(Info info) throws MPIException {
        throw MPI.unsupported("File.setInfo");
    }

    /** Not yet supported. MPI-4.1 chapter 14. */
    public Info getInfo() throws MPIException {
        throw MPI.unsupported("File.getInfo");
    }

    /** Not yet supported. MPI-4.1 chapter 14. */
    public void setView(long disp, Datatype etype, Datatype filetype, String datarep)
            throws MPIException {
        throw MPI.unsupported("File.setView");
    }

    /** Not yet supported. MPI-4.1 chapter 14. */
    public void setView(long disp, Datatype etype, Datatype filetype, String datarep, Info info)
            throws MPIException {
        throw MPI.unsupported("File.setView");
    }

    /** Not yet supported. MPI-4.1 chapter 14. */
    public FileView getView() {
        throw MPI.unsupported("File.getView");
    }

    /** Not yet supported. MPI-4.1 chapter 14. */
    public Status readAt(long offset, Object buf, int count, Datatype type) throws MPIException {
        throw MPI.unsupported("File.readAt");
    }

    /** Not yet supported. MPI-4.1 chapter 14. */
    public Status readAtAll(long offset, Object buf, int count, Datatype type) throws MPIException {
        throw MPI.unsupported("File.readAtAll");
    }

    /** Not yet supported. MPI-4.1 chapter 14. */
    public Status writeAt(long offset, Object buf, int count, Datatype type) throws MPIException {
        throw MPI.unsupported("File.writeAt");
    }

    /** Not yet supported. MPI-4.1 chapter 14. */
    public Status writeAtAll(long offset, Object buf, int count, Datatype type)
            throws MPIException {
        throw MPI.unsupported("File.writeAtAll");
    }

    /** Not yet supported. MPI-4.1 chapter 14. */
    public Request iReadAt(long offset, Buffer buf, int count, Datatype type) throws MPIException {
        throw MPI.unsupported("File.iReadAt");
    }

    /** Not yet supported. MPI-4.1 chapter 14. */
    public Request iReadAt(long offset, Object buf, int count, Datatype type) throws MPIException {
        throw MPI.unsupported("File.iReadAt");
    }

    /** Not yet supported. MPI-4.1 chapter 14. */
    public Request iReadAtAll(long offset, Buffer buf, int count, Datatype type)
            throws MPIException {
        throw MPI.unsupported("File.iReadAtAll");
    }

    /** Not yet supported. MPI-4.1 chapter 14. */
    public Request iReadAtAll(long offset, Object buf, int count, Datatype type)
            throws MPIException {
        throw MPI.unsupported("File.iReadAtAll");
    }

    /** Not yet supported. MPI-4.1 chapter 14. */
    public Request iWriteAt(long offset, Buffer buf, int count, Datatype type) throws MPIException {
        throw MPI.unsupported("File.iWriteAt");
    }

    /** Not yet supported. MPI-4.1 chapter 14. */
    public Request iWriteAt(long offset, Object buf, int count, Datatype type) throws MPIException {
        throw MPI.unsupported("File.iWriteAt");
    }

    /** Not yet supported. MPI-4.1 chapter 14. */
    public Request iWriteAtAll(long offset, Buffer buf, int count, Datatype type)
            throws MPIException {
        throw MPI.unsupported("File.iWriteAtAll");
    }

    /** Not yet supported. MPI-4.1 chapter 14. */
    public Request iWriteAtAll(long offset, Object buf, int count, Datatype type)
            throws MPIException {
        throw MPI.unsupported("File.iWriteAtAll");
    }

    /** Not yet supported. MPI-4.1 chapter 14. */
    public Status read(Object buf, int count, Datatype type) throws MPIException {
        throw MPI.unsupported("File.read");
    }

    /** Not yet supported. MPI-4.1 chapter 14. */
    public Status readAll(Object buf, int count, Datatype type) throws MPIException {
        throw MPI.unsupported("File.readAll");
    }

    /** Not yet supported. MPI-4.1 chapter 14. */
    public Status write(Object buf, int count, Datatype type) throws MPIException {
        throw MPI.unsupported("File.write");
    }

    /** Not yet supported. MPI-4.1 chapter 14. */
    public Status writeAll(Object buf, int count, Datatype type) throws MPIException {
        throw MPI.unsupported("File.writeAll");
    }

    /** Not yet supported. MPI-4.1 chapter 14. */
    public Request iRead(Buffer buf, int count, Datatype type) throws MPIException {
        throw MPI.unsupported("File.iRead");
    }

    /** Not yet supported. MPI-4.1 chapter 14. */
    public Request iRead(Object buf, int count, Datatype type) throws MPIException {
        throw MPI.unsupported("File.iRead");
    }

    /** Not yet supported. MPI-4.1 chapter 14. */
    public Request iReadAll(Buffer buf, int count, Datatype type) throws MPIException {
        throw MPI.unsupported("File.iReadAll");
    }

    /** Not yet supported. MPI-4.1 chapter 14. */
    public Request iReadAll(Object buf, int count, Datatype type) throws MPIException {
        throw MPI.unsupported("File.iReadAll");
    }

    /** Not yet supported. MPI-4.1 chapter 14. */
    public Request iWrite(Buffer buf, int count, Datatype type) throws MPIException {
        throw MPI.unsupported("File.iWrite");
    }

    /** Not yet supported. MPI-4.1 chapter 14. */
    public Request iWrite(Object buf, int count, Datatype type) throws MPIException {
        throw MPI.unsupported("File.iWrite");
    }

    /** Not yet supported. MPI-4.1 chapter 14. */
    public Request iWriteAll(Buffer buf, int count, Datatype type) throws MPIException {
        throw MPI.unsupported("File.iWriteAll");
    }

    /** Not yet supported. MPI-4.1 chapter 14. */
    public Request iWriteAll(Object buf, int count, Datatype type) throws MPIException {
        throw MPI.unsupported("File.iWriteAll");
    }

    /** Not yet supported. MPI-4.1 chapter 14. */
    public void seek(long offset, int whence) throws MPIException {
        throw MPI.unsupported("File.seek");
    }

    /** Not yet supported. MPI-4.1 chapter 14. */
    public long getPosition() throws MPIException {
        throw MPI.unsupported("File.getPosition");
    }

    /** Not yet supported. MPI-4.1 chapter 14. */
    public long getByteOffset(long offset) throws MPIException {
        throw MPI.unsupported("File.getByteOffset");
    }

    /** Not yet supported. MPI-4.1 chapter 14. */
    public Status readShared(Object buf, int count, Datatype type) throws MPIException {
        throw MPI.unsupported("File.readShared");
    }

    /** Not yet supported. MPI-4.1 chapter 14. */
    public Status writeShared(Object buf, int count, Datatype type) throws MPIException {
        throw MPI.unsupported("File.writeShared");
    }

    /** Not yet supported. MPI-4.1 chapter 14. */
    public Request iReadShared(Buffer buf, int count, Datatype type) throws MPIException {
        throw MPI.unsupported("File.iReadShared");
    }

    /** Not yet supported. MPI-4.1 chapter 14. */
    public Request iReadShared(Object buf, int count, Datatype type) throws MPIException {
        throw MPI.unsupported("File.iReadShared");
    }

    /** Not yet supported. MPI-4.1 chapter 14. */
    public Request iWriteShared(Buffer buf, int count, Datatype type) throws MPIException {
        throw MPI.unsupported("File.iWriteShared");
    }

    /** Not yet supported. MPI-4.1 chapter 14. */
    public Request iWriteShared(Object buf, int count, Datatype type) throws MPIException {
        throw MPI.unsupported("File.iWriteShared");
    }

    /** Not yet supported. MPI-4.1 chapter 14. */
    public Status readOrdered(Object buf, int count, Datatype type) throws MPIException {
        throw MPI.unsupported("File.readOrdered");
    }

    /** Not yet supported. MPI-4.1 chapter 14. */
    public Status writeOrdered(Object buf, int count, Datatype type) throws MPIException {
        throw MPI.unsupported("File.writeOrdered");
    }

    /** Not yet supported. MPI-4.1 chapter 14. */
    public void seekShared(long offset, int whence) throws MPIException {
        throw MPI.unsupported("File.seekShared");
    }

    /** Not yet supported. MPI-4.1 chapter 14. */
    public long getPositionShared() throws MPIException {
        throw MPI.unsupported("File.getPositionShared");
    }

    /** Not yet supported. MPI-4.1 chapter 14. */
    public void readAtAllBegin(long offset, Object buf, int count, Datatype type)
            throws MPIException {
        throw MPI.unsupported("File.readAtAllBegin");
    }

    /** Not yet supported. MPI-4.1 chapter 14. */
    public Status readAtAllEnd(Object buf) throws MPIException {
        throw MPI.unsupported("File.readAtAllEnd");
    }

    /** Not yet supported. MPI-4.1 chapter 14. */
    public void writeAtAllBegin(long offset, Object buf, int count, Datatype type)
            throws MPIException {
        throw MPI.unsupported("File.writeAtAllBegin");
    }

    /** Not yet supported. MPI-4.1 chapter 14. */
    public Status writeAtAllEnd(Object buf) throws MPIException {
        throw MPI.unsupported("File.writeAtAllEnd");
    }

    /** Not yet supported. MPI-4.1 chapter 14. */
    public void readAllBegin(Object buf, int count, Datatype type) throws MPIException {
        throw MPI.unsupported("File.readAllBegin");
    }

    /** Not yet supported. MPI-4.1 chapter 14. */
    public Status readAllEnd(Object buf) throws MPIException {
        throw MPI.unsupported("File.readAllEnd");
    }

    /** Not yet supported. MPI-4.1 chapter 14. */
    public void writeAllBegin(Object buf, int count, Datatype type) throws MPIException {
        throw MPI.unsupported("File.writeAllBegin");
    }

    /** Not yet supported. MPI-4.1 chapter 14. */
    public Status writeAllEnd(Object buf) throws MPIException {
        throw MPI.unsupported("File.writeAllEnd");
    }

    /** Not yet supported. MPI-4.1 chapter 14. */
    public void readOrderedBegin(Object buf, int count, Datatype type) throws MPIException {
        throw MPI.unsupported("File.readOrderedBegin");
    }

    /** Not yet supported. MPI-4.1 chapter 14. */
    public Status readOrderedEnd(Object buf) throws MPIException {
        throw MPI.unsupported("File.readOrderedEnd");
    }

    /** Not yet supported. MPI-4.1 chapter 14. */
    public void writeOrderedBegin(Object buf, int count, Datatype type) throws MPIException {
        throw MPI.unsupported("File.writeOrderedBegin");
    }

    /** Not yet supported. MPI-4.1 chapter 14. */
    public Status writeOrderedEnd(Object buf) throws MPIException {
        throw MPI.unsupported("File.writeOrderedEnd");
    }

    /** Not yet supported. MPI-4.1 chapter 14. */
    public int getTypeExtent(Datatype type) throws MPIException {
        throw MPI.unsupported("File.getTypeExtent");
    }

    /** Not yet supported. MPI-4.1 chapter 14. */
    public void setAtomicity(boolean atomicity) throws MPIException {
        throw MPI.unsupported("File.setAtomicity");
    }

    /** Not yet supported. MPI-4.1 chapter 14. */
    public boolean getAtomicity() throws MPIException {
        throw MPI.unsupported("File.getAtomicity");
    }

    /** Not yet supported. MPI-4.1 chapter 14. */
    public void sync() throws MPIException {
        throw MPI.unsupported("File.sync");
    }

    /** Not yet supported. MPI-4.1 chapter 14. */
    public void setErrhandler(Errhandler errhandler) throws MPIException {
        throw MPI.unsupported("File.setErrhandler");
    }

    /** Not yet supported. MPI-4.1 chapter 14. */
    public Errhandler getErrhandler() throws MPIException {
        throw MPI.unsupported("File.getErrhandler");
    }

    /** Not yet supported. MPI-4.1 chapter 14. */
    public void callErrhandler(int errorCode) throws MPIException {
        throw MPI.unsupported("File.callErrhandler");
    }
}
