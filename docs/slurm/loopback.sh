#!/bin/sh
# Runs a command while Slurm runs on the loopback interface with two made-up nodes.
#
#     docs/slurm/loopback.sh COMMAND ARGUMENT...
#
# Needs root and Debian's slurm-wlm and munge. Everything is in a temporary folder, on ports of its
# own, and gone afterwards; a Slurm or munge of the system is left alone.
set -eu

for program in munged slurmctld slurmd sbatch; do
    if ! command -v "$program" > /dev/null; then
        echo "skipped: there is no $program; install slurm-wlm and munge" >&2
        exit 0
    fi
done
if [ "$(id -u)" != 0 ]; then
    echo "skipped: Slurm starts jobs as their users, which takes root" >&2
    exit 0
fi

folder=$(mktemp -d)
pids=
stop() {
    for pid in $pids; do
        kill "$pid" 2> /dev/null || true
    done
    for pid in $pids; do
        # They take a moment, and write into the folder until then.
        while kill -0 "$pid" 2> /dev/null; do sleep 0.1; done
    done
    rm -rf "$folder"
}
trap stop EXIT
trap 'exit 130' INT TERM

chmod 755 "$folder"
mkdir "$folder/munge" "$folder/state" "$folder/one" "$folder/two"
chmod 711 "$folder/munge"
(umask 077 && head -c 128 /dev/urandom > "$folder/munge/key")
munged --foreground --force --key-file="$folder/munge/key" --socket="$folder/munge/socket" \
    --pid-file="$folder/munge/pid" --log-file="$folder/munge/log" --seed-file="$folder/munge/seed" \
    2> "$folder/munge/errors" &
pids="$!"

host=$(hostname -s)
cat > "$folder/slurm.conf" <<END
ClusterName=loopback
SlurmctldHost=$host(127.0.0.1)
SlurmctldPort=16817
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
AuthInfo=socket=$folder/munge/socket
CryptoType=crypto/munge
MpiDefault=none
ProctrackType=proctrack/pgid
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SchedulerType=sched/backfill
SchedulerParameters=bf_interval=1,sched_interval=1
ReturnToService=2
SlurmdParameters=config_overrides
StateSaveLocation=$folder/state
SlurmdSpoolDir=$folder/%n
SlurmctldPidFile=$folder/slurmctld.pid
SlurmdPidFile=$folder/slurmd-%n.pid
SlurmctldLogFile=$folder/slurmctld.log
SlurmdLogFile=$folder/slurmd-%n.log
NodeName=one NodeAddr=127.0.0.1 Port=16818 CPUs=2 State=UNKNOWN
NodeName=two NodeAddr=127.0.0.1 Port=16819 CPUs=2 State=UNKNOWN
PartitionName=all Nodes=ALL Default=YES MaxTime=INFINITE State=UP
END
export SLURM_CONF="$folder/slurm.conf"

until [ -S "$folder/munge/socket" ]; do
    kill -0 "$pids" 2> /dev/null || { cat "$folder/munge/errors" >&2; exit 1; }
    sleep 0.1
done
slurmctld -D > /dev/null 2>&1 &
pids="$! $pids"
for node in one two; do
    slurmd -D -N "$node" > /dev/null 2>&1 &
    pids="$! $pids"
done
n_tries=0
until [ "$(sinfo --noheader --states=idle --format=%D 2> /dev/null)" = 2 ]; do
    n_tries=$((n_tries + 1))
    if [ "$n_tries" = 300 ]; then
        echo "Slurm did not start within 30 seconds:" >&2
        tail -n 5 "$folder"/*.log >&2
        exit 1
    fi
    sleep 0.1
done
"$@"
