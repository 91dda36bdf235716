package musubi.type.buffer;

import musubi.error.MpiFailure;
import musubi.type.object.ObjectLimits;

import java.io.IOException;
import java.io.ObjectInputFilter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.BinaryOperator;

/** Decodes objects in a JVM with a filter of its own, and prints how that ends. */
public final class FilteredJvm {
    private FilteredJvm() {}

    /** A factory that joins the filters, and refuses one class by no answer. */
    public static final class Factory implements BinaryOperator<ObjectInputFilter> {
        /** For the JDK. */
        public Factory() {}

        @Override
        public ObjectInputFilter apply(ObjectInputFilter current, ObjectInputFilter next) {
            return info ->
                    info.serialClass() == SampleGraphs.Child.class
                            ? null
                            : next == null
                                    ? ObjectInputFilter.Status.UNDECIDED
                                    : next.checkInput(info);
        }
    }

    /** Prints a line for each message: compact, serial. */
    public static void main(String[] arguments) throws IOException {
        ObjectForms forms = new ObjectForms("*", ObjectLimits.DEFAULT);
        ObjectCodec codec = new ObjectCodec("*");
        for (Object object :
                List.of(
                        new SampleGraphs.Child("c"),
                        new ArrayList<>(Arrays.asList(new Object[20])),
                        new ArrayList<>(Arrays.asList(new Object[2])))) {
            Object[] all = {object};
            System.out.println(
                    end(codec, forms.encode(all, 0, 1).toArray())
                            + " "
                            + end(codec, forms.encodeSerial(all, 0, 1).toArray()));
        }
    }

    private static String end(ObjectCodec codec, byte[] bytes) {
        try {
            codec.decode(bytes, bytes.length, new Object[1], 0, 1);
            return "read";
        } catch (MpiFailure e) {
            return e.getMessage().contains("filter") ? "refused" : e.getMessage();
        }
    }
}
