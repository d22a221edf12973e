#!/usr/bin/env bash
# A real standalone cluster of Spark on this machine: a master and two workers, each a process.
#   cluster.sh start     then: sors spark train … --master spark://127.0.0.1:7077
#   cluster.sh stop
#   CORES, MEMORY        what a worker has (default: 1 and 1g)
#   PORT                 of the master (default: 7077)
set -euo pipefail

module=$(cd "$(dirname "$0")/.." && pwd)
home=$module/target/cluster
port=${PORT:-7077}
java=java
if [ -n "${JAVA_HOME:-}" ]; then java=$JAVA_HOME/bin/java; fi

fill_jars() {
  if [ ! -f "$module/target/classpath" ]; then
    echo "cluster: build the module first, such as with './sors spark --help'" >&2
    exit 2
  fi
  rm -rf "$home/jars"
  mkdir -p "$home/jars" "$home/work"
  # what Maven has resolved, but for our own jars, which a job brings along
  tr ':' '\n' < "$module/target/classpath" | grep -v '/sors-[a-z]*/target/' |
    while read -r jar; do ln -s "$jar" "$home/jars/"; done
}

launch() {
  local name=$1
  shift
  # with the version of Scala, Spark does not look for folders of its own sources
  SPARK_HOME=$home SPARK_SCALA_VERSION=2.13 SPARK_LOCAL_IP=127.0.0.1 nohup "$java" -Xmx256m -cp "$home/jars/*" "$@" \
    > "$home/$name.log" 2>&1 &
  echo $! > "$home/$name.pid"
}

wait_for() {
  for _ in $(seq 120); do
    if grep -qs "$2" "$home/$1.log"; then return; fi
    sleep 1
  done
  echo "cluster: $1 does not come up, see $home/$1.log" >&2
  exit 1
}

start() {
  if [ -f "$home/master.pid" ]; then
    echo "cluster: it runs already; stop it first" >&2
    exit 2
  fi
  fill_jars
  launch master org.apache.spark.deploy.master.Master \
    --host 127.0.0.1 --port "$port" --webui-port 0
  wait_for master "New state: ALIVE"
  for worker in worker-1 worker-2; do
    launch $worker org.apache.spark.deploy.worker.Worker "spark://127.0.0.1:$port" \
      --host 127.0.0.1 --webui-port 0 --work-dir "$home/work/$worker" \
      --cores "${CORES:-1}" --memory "${MEMORY:-1g}"
    wait_for $worker "Successfully registered with master"
  done
  echo "spark://127.0.0.1:$port"
}

stop() {
  for name in worker-1 worker-2 master; do
    if [ -f "$home/$name.pid" ]; then
      kill "$(cat "$home/$name.pid")" 2> /dev/null || true
      rm -f "$home/$name.pid"
    fi
  done
}

case ${1:-} in
  start) start ;;
  stop) stop ;;
  *)
    echo "cluster: start or stop expected" >&2
    exit 2
    ;;
esac
