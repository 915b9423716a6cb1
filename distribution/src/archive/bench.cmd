@echo off
rem Starts the bench of this archive on Windows: it counts there, and measures on hosts that are Linux. Needs a Java 17 or later.
setlocal
set "java=java"
if defined JAVA_HOME set "java=%JAVA_HOME%\bin\java"
"%java%" -XX:TieredStopAtLevel=1 -XX:+UseSerialGC -XX:-UsePerfData -Dbench.name=bench "-Dbench.agent=%~dp0..\lib\agent" -jar "%~dp0..\lib\orchestrator\bench.jar" %*
