"""The entries of libraries.json, and builds of their programs."""
import glob
import json
import os
import shlex
import shutil
import subprocess
import sys

HERE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
ROOT = os.path.dirname(HERE)
PACKAGES = ['gcc', 'libc6-dev', 'openmpi-bin', 'libopenmpi-dev', 'mpich', 'libmpich-dev']
NATIVE = ['imb', 'hello', 'one_sided', 'logp', 'overlap', 'barrier_stages', 'completion']
UNDER_JMH = ('--sun-misc-unsafe-memory-access=allow -cp imb/target/classes:imb/target/jmh/* '
             'imb.ImbOnJmh')
PROBE = os.path.join(HERE, 'target', 'native', 'handover')


def output_of(command):
    try:
        return subprocess.run(command, cwd=ROOT, text=True, stdout=subprocess.PIPE,
                              stderr=subprocess.DEVNULL, check=True).stdout.strip()
    except (OSError, subprocess.CalledProcessError):
        return ''


def known():
    """All entries; missing fields are inherited from the entry named by 'like'."""
    with open(os.path.join(HERE, 'libraries.json')) as file:
        entries = json.load(file)

    def complete(entry):
        return {**complete(entries[entry['like']]), **entry} if 'like' in entry else entry
    return {name: complete(entry) for name, entry in entries.items()}


def under_jmh(libraries):
    """The libraries with Musubi's IMB under JMH."""
    return {name: library if 'native' in library or 'peer' in library else
            {**library, 'jmh': True, 'programs': {**library['programs'], 'imb': UNDER_JMH}}
            for name, library in libraries.items()}


def command_line(library, run, extra):
    """The command of a run, with {place}, {program} and {arguments} substituted."""
    form = library.get('programs', {}).get(run.program, library['program'])
    words = run.program.split('_')
    program = form.format(name=run.program, Name=''.join(map(str.capitalize, words)))
    words = [run.words, library.get('imb', '') if run.program == 'imb' else '', extra]
    return shlex.split(library['launch'].format(
        np=run.ranks, place=library[run.place], program=program, arguments=' '.join(words)))


def install_missing(libraries):
    """Installs the compilers of the native libraries by apt-get, or exits with advice."""
    missing = {library['native'] for library in libraries.values()
               if 'native' in library and not shutil.which(library['native'])}
    if not missing:
        return
    command = ['apt-get', 'install', '-y', '--no-install-recommends'] + PACKAGES
    if shutil.which('apt-get') and os.geteuid() == 0:
        subprocess.check_call(command)
    else:
        sys.exit(f"{', '.join(sorted(missing))} not found; on Debian: {' '.join(command)}")


def compile_native(compiler, name, target):
    folder = os.path.join(HERE, 'native')
    sources = sorted(glob.glob(os.path.join(folder, name + '.c'))
                     + glob.glob(os.path.join(folder, name + '_*.c')))
    headers = glob.glob(os.path.join(folder, '*.h'))
    newest = max(map(os.path.getmtime, sources + headers))
    if os.path.exists(target) and os.path.getmtime(target) >= newest:
        return
    os.makedirs(os.path.dirname(target), exist_ok=True)
    subprocess.check_call([*compiler, '-O2', '-pthread', '-Wno-stringop-overflow', '-o', target,
                           *sources, '-lm'])


def build(libraries, build_musubi):
    compile_native(['cc'], 'handover', PROBE)
    for library in libraries.values():
        if 'native' in library:
            for name in NATIVE:
                compile_native([library['native']], name,
                               os.path.join(ROOT, library['program'].format(name=name)))
    if build_musubi:
        subprocess.check_call(['mvn', '-q', '-B', '-DskipTests', '-DskipChecks', 'package'],
                              cwd=ROOT)
