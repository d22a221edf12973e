# Starts Java for one command. Read in by ./sors of the sources and by bin/sors of the distribution,
# which have set:
#   class, classpath   what to run
#   jar, library       the jar of the command and the folder for the archive of classes; empty: none
#   java               the program java
#   options            further options for Java, such as those of Spark
# It runs in any POSIX shell that knows -nt, on Linux and macOS.

# Learning is faster with the Vector API. Only those commands have it that learn for long, and only
# where this Java has it.
# The same commands get large pages where Linux offers them: a round touches entries all over the
# matrix. On an x86 server an entry took 7.7 ns with them and 11.0 without, once measured. Memory
# that is used for the first time is also ready sooner: a search with an index takes 0.39 s instead
# of 0.41 on ARM.
# They compile the large steps of a round once, not into each of their callers: that took the
# compiler a second or two more, on a core that the rounds could have used. The arrays of a matrix
# live as long as it does, so train and bench move them to the old generation at once instead of
# copying them several times.
kernels=-Dsors.kernels=scalar
inlining=
large=false
case " $* " in
  *" --help "* | *" -h "*) works= ;;
  *) works=${1:-} ;;
esac
case $works in
  train | tune | reproduce | regret | serve | bench | spark)
    large=true
    inlining=-XX:CompileCommand=quiet
    for method in RoundRows::score RoundRows::step store.HashRowStore::beginGather \
      store.HashRowStore::finishGather store.HashRowStore::scatter store.HashRowStore::rebuild; do
      inlining="$inlining -XX:CompileCommand=dontinline,io.github.sors.matrix.$method"
    done
    if "$java" --list-modules | grep -q '^jdk.incubator.vector'; then
      kernels="--add-modules jdk.incubator.vector"
    fi
    ;;
  search) case " $* " in *" --index"*) large=true ;; esac ;;
esac
pages=
offers=/sys/kernel/mm/transparent_hugepage/enabled
if [ $large = true ] && [ -r $offers ]; then
  read -r offered < $offers || offered=
  case $offered in *"[always]"* | *"[madvise]"*) pages=-XX:+UseTransparentHugePages ;; esac
fi

terminal=false
if [ -t 2 ]; then terminal=true; fi

# What only prints or looks something up is over before the optimising compiler pays.
compiler=
case " $* " in
  "  " | *" --help "* | *" -h "* | " help "* | " --version "* | " info "* | " admin token "*)
    compiler=-XX:TieredStopAtLevel=1
    ;;
  *" --queries"*) ;;
  " search"*" --index"* | " search"*" --lucene"*) compiler=-XX:TieredStopAtLevel=1 ;;
esac

# Long pauses do not matter to a command, but to whoever waits for a search.
collector=-XX:+UseParallelGC
if [ "$works" = train ] || [ "$works" = bench ]; then
  collector="$collector -XX:MaxTenuringThreshold=0"
fi
if [ "${1:-}" = serve ]; then
  # classes stay, and looking for some to unload is a pause of 20 ms
  collector="-XX:+UseG1GC -XX:-ClassUnloadingWithConcurrentMark"
fi

# Java starts faster with an archive of the classes. It is made by the first command, for one Java
# and one set of jars; Java does without an archive that does not fit it. It is not made in one go,
# with ArchiveClassesAtExit, since Java 17 would leave out the classes of picocli, which are compiled
# for an older Java.
fits() {
  made_for=
  if [ -r "$1/classes.jsa.for" ]; then read -r made_for < "$1/classes.jsa.for" || made_for=; fi
  [ "$made_for" = "$java $classpath" ] && [ "$1/classes.jsa" -nt "$jar" ]
}

archive=
if [ -n "$jar" ] && ! fits "$library" && [ ! -w "$library" ]; then
  # installed for all users of a machine, by one with another Java: everyone has an archive
  library=${XDG_CACHE_HOME:-${HOME:-}/.cache}/sors
  mkdir -p "$library" 2> /dev/null || jar=
fi
if [ -n "$jar" ]; then
  archive=$library/classes.jsa
  if ! fits "$library"; then
    if [ $terminal = true ]; then
      echo "sors: archiving its classes, so that it starts faster (once, some seconds)…" >&2
    fi
    # written beside and moved, so that a second command never reads half of it
    trap 'rm -f "$archive.$$" "$archive.$$.list"; exit 130' INT TERM
    if "$java" -XX:TieredStopAtLevel=1 "-XX:DumpLoadedClassList=$archive.$$.list" \
      -Dsors.kernels=scalar -cp "$classpath" io.github.sors.cli.Rehearsal > /dev/null 2>&1 &&
      "$java" $collector -Xshare:dump "-XX:SharedClassListFile=$archive.$$.list" \
        "-XX:SharedArchiveFile=$archive.$$" -cp "$classpath" > /dev/null 2>&1 &&
      mv -f "$archive.$$" "$archive" 2> /dev/null; then
      rm -f "$archive.$$.list"
      printf '%s\n' "$java $classpath" > "$archive.for" || true
    else
      rm -f "$archive.$$" "$archive.$$.list"
      # the usual reason: a Java that is too old to read the classes
      version=$("$java" -version 2>&1 | sed -n 's/.* version "\(1\.\)\{0,1\}\([0-9]*\).*/\2/p')
      if [ "${version:-17}" -lt 17 ]; then
        echo "sors: expected Java 17 or newer, found Java $version ($java): let JAVA_HOME name a newer one" >&2
        exit 2
      fi
    fi
    trap - INT TERM
  fi
fi

# Java warns of the module of the Vector API before any code runs, and no option prevents that. So it
# writes its own messages to a pipe, and this passes on all but that line. What commands print goes
# past the pipe to descriptor 3, see StandardError, so that it is neither late nor out of order.
filter=
case $kernels in
  --add-modules*)
    if folder=$(mktemp -d 2> /dev/null) && mkfifo "$folder/stderr" 2> /dev/null; then
      (
        # signals are for Java; this ends after it
        trap '' INT QUIT TERM HUP
        while IFS= read -r line || [ -n "$line" ]; do
          [ "$line" = "WARNING: Using incubator modules: jdk.incubator.vector" ] ||
            printf '%s\n' "$line"
        done
      ) < "$folder/stderr" >&2 &
      exec 3>&2 2> "$folder/stderr"
      rm -rf "$folder"
      filter="-Dsors.stderr=3 --add-opens java.base/java.io=ALL-UNNAMED"
    fi
    ;;
esac

# bench and spark are commands of their own
case ${1:-} in bench | spark) shift ;; esac

# shellcheck disable=SC2086 # options are split on purpose
exec "$java" $collector $pages -XX:MaxRAMPercentage=70 -XX:-UsePerfData \
  ${archive:+"-XX:SharedArchiveFile=$archive"} -Xlog:disable $compiler $inlining \
  $kernels $filter $options -Dsors.terminal=$terminal "-Dsors.command=$0" -Dfile.encoding=UTF-8 -Djava.awt.headless=true \
  ${SORS_JAVA_OPTIONS:-} \
  -cp "$classpath" \
  "$class" "$@"
