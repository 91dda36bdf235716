@echo off
rem Starts Musubi's mpjrun: needs a JDK 25 in MUSUBI_JAVA_HOME, JAVA_HOME or PATH.
setlocal
set "home=%~dp0"
set "jar=%home%launcher\target\musubi\lib\launcher\musubi-launcher.jar"
set "java=java"
if defined JAVA_HOME set "java=%JAVA_HOME%\bin\java"
if defined MUSUBI_JAVA_HOME set "java=%MUSUBI_JAVA_HOME%\bin\java"
if exist "%jar%" goto run
echo mpjrun: building Musubi for its first use 1>&2
pushd "%home%"
call mvn -B -q -DskipTests -DskipChecks package
if errorlevel 1 exit /b 1
popd
:run
"%java%" -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -jar "%jar%" --as mpjrun %*
exit /b %errorlevel%
