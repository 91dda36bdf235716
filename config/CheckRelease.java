import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.Node;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.jar.JarFile;
import java.util.stream.Stream;

import javax.xml.parsers.DocumentBuilderFactory;

/**
 * Checks a staging repository against what Maven Central requires of a release (POM, sources,
 * Javadoc, checksums, signatures), and against what this project promises (licence, module names,
 * Gradle metadata, BOM). Fails if anything is missing.
 *
 * <p>Usage, in the project's folder: {@code java config/CheckRelease.java [--rehearsal]}; a
 * rehearsal needs neither signatures nor a public address.
 */
final class CheckRelease {
    private static final Path STAGING = Path.of("target/staging");
    private static final Path GROUP = STAGING.resolve("org/musubi");
    private static final List<String> FIELDS =
            List.of("description", "url", "licenses", "developers", "scm");

    /** Only with this comment in a POM does Gradle read the metadata beside it. */
    private static final String GRADLE = "do_not_remove: published-with-gradle-metadata";

    private static final String PLACEHOLDER = "musubi.invalid";
    private static final Map<String, String> DIGESTS = Map.of("md5", "MD5", "sha1", "SHA-1");

    private final boolean rehearsal;
    private final List<String> faults = new ArrayList<>();
    private final Map<String, Element> poms = new TreeMap<>();
    private int unsigned;

    private CheckRelease(boolean rehearsal) {
        this.rehearsal = rehearsal;
    }

    public static void main(String[] words) throws Exception {
        CheckRelease check = new CheckRelease(List.of(words).contains("--rehearsal"));
        List<Path> releases = versions();
        if (releases.isEmpty()) {
            throw new IllegalStateException(
                    GROUP + " has no artifacts; docs/release.md has the command that deploys them");
        }
        for (Path folder : releases) {
            check.poms.put(artifact(folder), pom(folder));
        }
        for (Path folder : releases) {
            check.check(folder);
        }
        check.checkBom();
        check.report();
    }

    private static List<Path> versions() throws IOException {
        if (!Files.isDirectory(GROUP)) {
            return List.of();
        }
        try (Stream<Path> files = Files.walk(GROUP, 2)) {
            return files.filter(file -> GROUP.relativize(file).getNameCount() == 2)
                    .filter(Files::isDirectory)
                    .sorted()
                    .toList();
        }
    }

    private static String artifact(Path folder) {
        return folder.getParent().getFileName().toString();
    }

    private static String stem(Path folder) {
        return artifact(folder) + "-" + folder.getFileName();
    }

    private static Element pom(Path folder) throws Exception {
        Document document =
                DocumentBuilderFactory.newInstance()
                        .newDocumentBuilder()
                        .parse(folder.resolve(stem(folder) + ".pom").toFile());
        return document.getDocumentElement();
    }

    private static Element child(Element parent, String name) {
        for (Node each = parent.getFirstChild(); each != null; each = each.getNextSibling()) {
            if (each instanceof Element element && element.getTagName().equals(name)) {
                return element;
            }
        }
        return null;
    }

    /** A field of a POM, or of its parent. */
    private Element field(Element pom, String name) {
        Element own = child(pom, name);
        Element parent = child(pom, "parent");
        if (own != null || parent == null) {
            return own;
        }
        Element next = poms.get(child(parent, "artifactId").getTextContent());
        return next == null ? null : field(next, name);
    }

    private void check(Path folder) throws Exception {
        Element pom = poms.get(artifact(folder));
        if (child(pom, "name") == null) {
            faults.add(stem(folder) + ": the POM has no name of its own");
        }
        for (String name : FIELDS) {
            Element field = field(pom, name);
            if (field == null || field.getTextContent().isBlank()) {
                faults.add(stem(folder) + ": neither POM nor parent has " + name);
            } else if (!rehearsal && field.getTextContent().contains(PLACEHOLDER)) {
                faults.add(stem(folder) + ": " + name + " is still the address " + PLACEHOLDER);
            }
        }
        if (folder.getFileName().toString().endsWith("SNAPSHOT")) {
            faults.add(stem(folder) + ": a snapshot is no release");
        }
        Element packaging = child(pom, "packaging");
        if (packaging == null || !packaging.getTextContent().equals("pom")) {
            checkJars(folder);
        }
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.filter(CheckRelease::isArtifact).toList()) {
                checkFile(file);
            }
        }
    }

    private static boolean isArtifact(Path file) {
        return !file.toString().matches(".*(\\.(md5|sha1|sha256|sha512|asc)|maven-metadata.*)");
    }

    private void checkJars(Path folder) throws IOException {
        for (String suffix : List.of(".jar", "-sources.jar", "-javadoc.jar", ".module")) {
            if (!Files.isRegularFile(folder.resolve(stem(folder) + suffix))) {
                faults.add(stem(folder) + ": " + suffix + " is missing");
                return;
            }
        }
        if (!Files.readString(folder.resolve(stem(folder) + ".pom")).contains(GRADLE)) {
            faults.add(stem(folder) + ": the POM lacks the comment " + GRADLE);
        }
        requireEntry(folder.resolve(stem(folder) + "-sources.jar"), "module-info.java");
        requireEntry(folder.resolve(stem(folder) + "-javadoc.jar"), "index.html");
        requireEntry(folder.resolve(stem(folder) + ".jar"), "module-info.class");
        try (Stream<Path> files = Files.list(folder)) {
            for (Path jar : files.filter(file -> file.toString().endsWith(".jar")).toList()) {
                requireEntry(jar, "META-INF/LICENSE");
                requireEntry(jar, "META-INF/NOTICE");
            }
        }
    }

    private void requireEntry(Path jar, String name) throws IOException {
        try (JarFile file = new JarFile(jar.toFile())) {
            if (file.getEntry(name) == null) {
                faults.add(jar.getFileName() + ": has no " + name);
            }
        }
    }

    private void checkFile(Path file) throws IOException, NoSuchAlgorithmException {
        for (Map.Entry<String, String> digest : DIGESTS.entrySet()) {
            Path sum = Path.of(file + "." + digest.getKey());
            byte[] hash =
                    MessageDigest.getInstance(digest.getValue()).digest(Files.readAllBytes(file));
            if (!Files.isRegularFile(sum)) {
                faults.add(sum.getFileName() + " is missing");
            } else if (!Files.readString(sum).startsWith(HexFormat.of().formatHex(hash))) {
                faults.add(sum.getFileName() + " is not that of the file");
            }
        }
        if (!Files.isRegularFile(Path.of(file + ".asc"))) {
            unsigned++;
        }
    }

    /** The BOM lists all artifacts with jars. */
    private void checkBom() {
        Element bom = poms.get("musubi-bom");
        if (bom == null) {
            faults.add("musubi-bom is missing");
            return;
        }
        TreeSet<String> missing = new TreeSet<>(poms.keySet());
        missing.removeAll(List.of("musubi-bom", "musubi-parent"));
        var listed = bom.getElementsByTagName("artifactId");
        for (int i = 0; i < listed.getLength(); i++) {
            missing.remove(listed.item(i).getTextContent());
        }
        missing.forEach(name -> faults.add("musubi-bom does not list " + name));
    }

    private void report() {
        if (unsigned > 0 && !rehearsal) {
            faults.add(unsigned + " files have no signature; deploy with -Prelease,sign");
        }
        faults.forEach(System.out::println);
        System.out.printf(
                "%d artifacts, %d faults, %d files without signature%s%n",
                poms.size(), faults.size(), unsigned, rehearsal ? " (rehearsal)" : "");
        if (!faults.isEmpty()) {
            throw new IllegalStateException("not fit for a release: faults are listed above");
        }
    }
}
