"""The Java bindings of Open MPI, which Debian does not package: the variable OPENMPI_JAVA_HOME names
the folder of a build with --enable-mpi-java, which has bin/mpirun and lib/mpi.jar."""
import os
import subprocess

from . import mpj_express

HERE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
CLASSES = os.path.join(HERE, 'target', 'openmpi-java', 'classes')
MAIN = 'applications.OpenMpiApplications'


def home():
    return os.environ.get('OPENMPI_JAVA_HOME', '')


def is_installed():
    return os.path.exists(os.path.join(home(), 'lib', 'mpi.jar'))


def prepare(sources):
    os.makedirs(CLASSES, exist_ok=True)
    subprocess.check_call([os.path.join(mpj_express.jdk(), 'bin', 'javac'), '-cp',
                           os.path.join(home(), 'lib', 'mpi.jar'), '-d', CLASSES, *sources])


def command(ranks, words):
    return [os.path.join(home(), 'bin', 'mpirun'), '--allow-run-as-root', '--oversubscribe', '-np',
            ranks, 'java', '-cp', CLASSES, MAIN, *words]


def environment():
    return mpj_express.environment(mpj_express.jdk())


def version():
    words = [os.path.join(home(), 'bin', 'mpirun'), '--version']
    return subprocess.check_output(words, text=True).splitlines()[0] + ', Java bindings'
