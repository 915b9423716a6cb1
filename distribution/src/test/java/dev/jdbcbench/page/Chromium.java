package dev.jdbcbench.page;

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

/** The browser installed on this machine, headless. Nothing is downloaded: browser and driver must both be installed. */
public final class Chromium {
    private static final Set<String> BROWSERS = Set.of("chromium", "google-chrome", "chromium-browser");
    private static final Set<String> DRIVERS = Set.of("chromedriver");

    private Chromium() {}

    /** Warns about browser versions that Selenium was not built for, which does not help here. */
    private static final Logger LOG = Logger.getLogger("org.openqa.selenium");

    /** Starts a browser with a profile in that directory; skips the test if no browser is installed. */
    public static ChromeDriver start(Path profile) {
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
                "--no-sandbox", // the sandbox does not work as root
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
