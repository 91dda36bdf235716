import mpi.*;
import java.io.File;

/** What a rank can ask about its job. */
class JobFacts {
    public static void main(String[] args) throws MPIException {
        MPI.Init(args);
        Comm world = MPI.COMM_WORLD;
        Info env = MPI.INFO_ENV;
        StringBuilder line = new StringBuilder("rank " + world.getRank() + ":");
        line.append(" app ").append(world.getAttr(MPI.APPNUM));
        line.append(" universe ").append(world.getAttr(MPI.UNIVERSE_SIZE));
        line.append(" host ").append(world.getAttr(MPI.HOST).equals(MPI.PROC_NULL));
        line.append(" io ").append(world.getAttr(MPI.IO).equals(MPI.ANY_SOURCE));
        line.append(" global ").append(world.getAttr(MPI.WTIME_IS_GLOBAL));
        line.append(" tags ").append(world.getAttr(MPI.TAG_UB));
        line.append(" codes ").append((int) world.getAttr(MPI.LASTUSEDCODE) >= MPI.ERR_LASTCODE);
        for (String key :
                new String[] {
                    "maxprocs", "soft", "thread_level", "ompi_num_apps", "ompi_first_rank", "ompi_np"
                }) {
            line.append(", ").append(key).append(" ").append(env.get(key));
        }
        line.append(", started by ").append(!env.get("command").isEmpty());
        line.append(" ").append(env.get("argv").endsWith("some words"));
        line.append(", dir ").append(new File(env.get("ompi_positioned_file_dir")).isDirectory());
        line.append(" ").append(new File(env.get("wdir")).equals(new File("").getAbsoluteFile()));
        line.append(" ").append(MPI.getProcessorName().equals(env.get("host")));
        System.out.println(line);
        MPI.Finalize();
    }
}
