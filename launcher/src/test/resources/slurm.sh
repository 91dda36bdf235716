#!/bin/sh
# Runs Slurm with the nodes n1 and n2 on this machine, until its standard input ends.
# usage: slurm.sh DIRECTORY PORT PORT_OF_N1 PORT_OF_N2
# Prints "ready" when jobs can start; then
# SLURM_CONF=DIRECTORY/slurm.conf is all that srun and salloc need.
# Debian packages: slurmctld slurmd slurm-client slurm-wlm-basic-plugins munge.
set -eu
directory=$1
controller_port=$2
PATH=$PATH:/usr/sbin:/sbin
host=$(hostname -s)
user=$(id -un)
plugins=$(dirname "$(find /usr/lib/*/slurm-wlm /usr/lib/slurm-wlm -name mpi_pmi2.so 2>/dev/null | head -1)")
socket=$directory/munge.socket
umask 022
mkdir -p "$directory/state" "$directory/n1" "$directory/n2" "$directory/munge"
chmod 755 "$directory"
chmod 700 "$directory/munge"
(umask 077 && head -c 128 /dev/urandom >"$directory/munge/key")

cat >"$directory/slurm.conf" <<CONF
ClusterName=test
SlurmctldHost=$host(127.0.0.1)
SlurmUser=$user
SlurmdUser=$user
AuthType=auth/munge
AuthInfo=socket=$socket
CredType=cred/munge
PluginDir=$plugins
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
SwitchType=switch/none
MpiDefault=none
ReturnToService=2
SlurmdParameters=config_overrides
SlurmctldPort=$controller_port
SlurmctldPidFile=$directory/slurmctld.pid
SlurmdPidFile=$directory/%n/slurmd.pid
SlurmdSpoolDir=$directory/%n
StateSaveLocation=$directory/state
SlurmctldLogFile=$directory/slurmctld.log
SlurmdLogFile=$directory/%n/slurmd.log
KillWait=2
NodeName=n1 NodeHostname=$host NodeAddr=127.0.0.1 Port=$3 CPUs=4 State=UNKNOWN
NodeName=n2 NodeHostname=$host NodeAddr=127.0.0.1 Port=$4 CPUs=4 State=UNKNOWN
PartitionName=all Nodes=n1,n2 Default=YES MaxTime=INFINITE OverSubscribe=FORCE State=UP
CONF
export SLURM_CONF="$directory/slurm.conf"
export LD_LIBRARY_PATH="$plugins"

daemons=
end() {
    trap - EXIT
    kill $daemons 2>/dev/null || true
    # slurmd waits for its steps; nothing of a test is worth that.
    sleep 0.5
    kill -9 $daemons 2>/dev/null || true
    wait
    # slurmstepd has a session of its own.
    grep -lsF -- "SLURM_CONF=$SLURM_CONF" /proc/[0-9]*/environ | cut -d/ -f3 |
        grep -vx "$$" | xargs -r kill -9 2>/dev/null || true
}
trap end EXIT
trap 'exit 1' INT TERM HUP

munged --foreground --force --num-threads=2 --key-file="$directory/munge/key" \
    --socket="$socket" --pid-file="$directory/munge/pid" --log-file="$directory/munge/log" \
    --seed-file="$directory/munge/seed" </dev/null >"$directory/munge/out" 2>&1 &
daemons=$!
tries=0
until [ -S "$socket" ]; do
    tries=$((tries + 1))
    [ $tries -lt 3000 ] || { cat "$directory/munge/out" "$directory/munge/log"; exit 1; } >&2
    sleep 0.1
done
slurmctld -D -c -f "$SLURM_CONF" </dev/null >"$directory/slurmctld.out" 2>&1 &
daemons="$daemons $!"
for node in n1 n2; do
    slurmd -D -c -N $node -f "$SLURM_CONF" </dev/null >"$directory/$node.out" 2>&1 &
    daemons="$daemons $!"
done
tries=0
until [ "$(sinfo -h -N -o %T 2>/dev/null | sort | uniq -c | tr -s ' ')" = " 2 idle" ]; do
    tries=$((tries + 1))
    [ $tries -lt 3000 ] || { tail "$directory"/*.out "$directory"/*/*.log; exit 1; } >&2
    sleep 0.1
done
echo ready
cat >/dev/null
