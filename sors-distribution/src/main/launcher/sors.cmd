@echo off
rem Runs sors with its own Java if it has one, else with that of JAVA_HOME or of the path, which
rem has to be a Java 17 or newer. launch.sh gives the reasons for the options.
rem   SORS_JAVA_OPTIONS   more options for Java, such as -Xmx8g
setlocal
for %%f in ("%~dp0..") do set "home=%%~ff"

if "%~1"=="bench" goto :absent
if "%~1"=="spark" goto :absent

set "java=java.exe"
if defined JAVA_HOME set "java=%JAVA_HOME%\bin\java.exe"
if exist "%home%\runtime\bin\java.exe" set "java=%home%\runtime\bin\java.exe"
"%java%" -version >nul 2>&1
if errorlevel 1 (
  echo sors: no Java found: install a Java 17 or newer, or let JAVA_HOME name one 1>&2
  exit /b 2
)

set "kernels=-Dsors.kernels=scalar"
set "compiler="
set "inlining="
set "collector=-XX:+UseParallelGC"
for %%c in (train tune reproduce regret serve) do if "%~1"=="%%c" set "learns=yes"
for %%c in (--help -h help --version info) do if "%~1"=="%%c" set "compiler=-XX:TieredStopAtLevel=1"
if "%~1 %~2"=="admin token" set "compiler=-XX:TieredStopAtLevel=1"
if "%~1"=="" set "compiler=-XX:TieredStopAtLevel=1"
if "%~1"=="serve" set "collector=-XX:+UseG1GC -XX:-ClassUnloadingWithConcurrentMark"
if "%~1"=="train" set "collector=%collector% -XX:MaxTenuringThreshold=0"
if defined learns set "inlining=-XX:CompileCommand=quiet"
if defined learns set "inlining=%inlining% -XX:CompileCommand=dontinline,io.github.sors.matrix.RoundRows::score"
if defined learns set "inlining=%inlining% -XX:CompileCommand=dontinline,io.github.sors.matrix.RoundRows::step"
if defined learns set "inlining=%inlining% -XX:CompileCommand=dontinline,io.github.sors.matrix.store.HashRowStore::beginGather"
if defined learns set "inlining=%inlining% -XX:CompileCommand=dontinline,io.github.sors.matrix.store.HashRowStore::finishGather"
if defined learns set "inlining=%inlining% -XX:CompileCommand=dontinline,io.github.sors.matrix.store.HashRowStore::scatter"
if defined learns set "inlining=%inlining% -XX:CompileCommand=dontinline,io.github.sors.matrix.store.HashRowStore::rebuild"
if defined learns (
  "%java%" --list-modules | findstr /b "jdk.incubator.vector" >nul && set "kernels=--add-modules jdk.incubator.vector"
)

set "archive=%home%\lib\classes.jsa"
if not exist "%archive%" (
  "%java%" "-XX:DumpLoadedClassList=%archive%.list" -Dsors.kernels=scalar -cp "%home%\lib\*" io.github.sors.cli.Rehearsal >nul 2>&1 && "%java%" %collector% -Xshare:dump "-XX:SharedClassListFile=%archive%.list" "-XX:SharedArchiveFile=%archive%" -cp "%home%\lib\*" >nul 2>&1
  del "%archive%.list" 2>nul
)

"%java%" %collector% -XX:MaxRAMPercentage=70 -XX:-UsePerfData "-XX:SharedArchiveFile=%archive%" -Xlog:disable %compiler% %inlining% %kernels% -Dsors.command=sors -Dfile.encoding=UTF-8 -Djava.awt.headless=true %SORS_JAVA_OPTIONS% -cp "%home%\lib\*" io.github.sors.cli.SorsCommand %*
exit /b %errorlevel%

:absent
echo sors: '%~1' is not part of this distribution: run it from the sources 1>&2
exit /b 2
