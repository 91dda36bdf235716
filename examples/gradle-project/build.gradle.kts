// Tests on several ranks, and a task that starts the program with mpiexec. Its sources are those of
// the Maven project beside it.
plugins {
    java
}

repositories {
    mavenLocal()
    mavenCentral()
}

java {
    toolchain {
        languageVersion = JavaLanguageVersion.of(25)
    }
}

sourceSets {
    main {
        java.srcDir("../maven-project/src/main/java")
    }
    test {
        java.srcDir("../maven-project/src/test/java")
    }
}

dependencies {
    implementation("org.musubi:mpi-core:0.1.0")
    testImplementation("org.musubi:musubi-junit:0.1.0")
}

tasks.test {
    useJUnitPlatform()
    jvmArgs("--enable-native-access=ALL-UNNAMED")
    systemProperty("example.fail", System.getProperty("example.fail", "false"))
}

// gradle mpiexec -Pranks=8 -Pmpiexec=/path/to/musubi/mpiexec
tasks.register<Exec>("mpiexec") {
    dependsOn(tasks.classes)
    commandLine(
        providers.gradleProperty("mpiexec").getOrElse("mpiexec"),
        "-n", providers.gradleProperty("ranks").getOrElse("4"),
        "-cp", sourceSets.main.get().output.classesDirs.asPath,
        "org.example.Halo",
    )
}
