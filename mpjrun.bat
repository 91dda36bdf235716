@echo off
rem Starts Musubi's mpjrun: needs a JDK 25 in MUSUBI_JAVA_HOME, JAVA_HOME or PATH.
setlocal
set "home=%~dp0"
set "java=java"
if defined JAVA_HOME set "java=%JAVA_HOME%\bin\java"
if defined MUSUBI_JAVA_HOME set "java=%MUSUBI_JAVA_HOME%\bin\java"
rem An archive has this file in bin, beside lib; a clone has it at the root.
set "jar=%home%..\lib\launcher\musubi-launcher.jar"
if exist "%jar%" goto run
set "jar=%home%launcher\target\musubi\lib\launcher\musubi-launcher.jar"
if exist "%jar%" goto run
echo mpjrun: building Musubi for its first use 1>&2
pushd "%home%"
call mvn -B -ntp -Dmaven.test.skip -DskipChecks -pl launcher -am package 1>&2
if errorlevel 1 exit /b 1
popd
:run
"%java%" -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -jar "%jar%" --as mpjrun %*
exit /b %errorlevel%
