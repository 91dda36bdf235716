"""The congestion control of the kernel, for all libraries over TCP."""
import contextlib
import os
import sys

SETTING = '/proc/sys/net/ipv4/tcp_congestion_control'


def current():
    try:
        with open(SETTING) as file:
            return file.read().strip()
    except OSError:
        return 'unknown'


@contextlib.contextmanager
def chosen(name):
    """Sets the congestion control of new sockets of the machine, and restores it afterwards."""
    before = current()
    if not name or name == before:
        yield
        return
    if not os.access(SETTING, os.W_OK):
        sys.exit(f'cannot set the congestion control: name={name} file={SETTING}; requires root')
    write(name)
    try:
        yield
    finally:
        write(before)


def write(name):
    with open(SETTING, 'w') as file:
        file.write(name)
