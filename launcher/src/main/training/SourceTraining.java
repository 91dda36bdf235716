import java.util.List;

/** A source program, so that mpiexec's AOT cache holds the compiler as well. */
class SourceTraining {
    record Pair(String name, int value) {}

    public static void main(String[] arguments) {
        for (Pair pair : List.of(new Pair("source", arguments.length))) {
            System.out.println(pair.name() + " " + pair.value());
        }
        musubi.launch.rank.Training.main(arguments);
    }
}
