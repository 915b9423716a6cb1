package dev.jdbcbench.report;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;

/** The browser that is installed on this machine, without a window. Nothing is downloaded: both of its programs have to be there. */
final class Chromium {
    private static final Set<String> BROWSERS = Set.of("chromium", "google-chrome", "chromium-browser");
    private static final Set<String> DRIVERS = Set.of("chromedriver");

    private Chromium() {}

    /** What it says of versions that it was not built for is of no use here. */
    private static final Logger LOG = Logger.getLogger("org.openqa.selenium");

    /** A browser with a profile of its own in that directory; the test is skipped where there is none. */
    static ChromeDriver start(Path profile) {
        Optional<Path> browser = onPath(BROWSERS);
        Optional<Path> driver = onPath(DRIVERS);
        assumeTrue(
                browser.isPresent() && driver.isPresent(),
                "no chromium and chromedriver on this machine: apt-get install chromium chromium-driver");
        LOG.setLevel(Level.SEVERE);
        LoggingPreferences logs = new LoggingPreferences();
        logs.enable(LogType.BROWSER, Level.ALL);
        logs.enable(LogType.PERFORMANCE, Level.ALL);
        ChromeOptions options = new ChromeOptions();
        options.setBinary(browser.get().toFile());
        options.setCapability("goog:loggingPrefs", logs);
        options.addArguments(
                "--headless=new",
                "--no-sandbox", // root has none
                "--disable-dev-shm-usage",
                "--disable-background-networking",
                "--user-data-dir=" + profile);
        ChromeDriverService service = new ChromeDriverService.Builder()
                .usingDriverExecutable(driver.get().toFile())
                .usingAnyFreePort()
                .build();
        return new ChromeDriver(service, options);
    }

    private static Optional<Path> onPath(Set<String> names) {
        return Stream.of(Optional.ofNullable(System.getenv("PATH")).orElse("").split(Pattern.quote(File.pathSeparator)))
                .flatMap(directory -> names.stream().map(name -> Path.of(directory, name)))
                .filter(Files::isExecutable)
                .findFirst();
    }
}
