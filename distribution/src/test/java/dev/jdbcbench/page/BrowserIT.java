package dev.jdbcbench.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jdbcbench.failure.Failure;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Makes a picture with the browser that is installed for the tests of the page. */
class BrowserIT {
    private static final Path FILE = Path.of("figure.png");

    private static String svg() {
        Svg svg = new Svg(300);
        svg.rectangle(290, svg.add(200) + 190, 300, 200, Svg.Paint.filled("#ff0000"), "");
        return svg.picture("a red corner");
    }

    @Test
    void pictureIsWhole() throws IOException {
        byte[] png = Browser.on(System.getenv(), FILE).png(svg(), FILE);
        BufferedImage image = ImageIO.read(new ByteArrayInputStream(png));
        assertThat(image.getWidth()).isEqualTo(600);
        assertThat(image.getHeight()).isEqualTo(400);
        assertThat(image.getRGB(0, 0)).isEqualTo(0xffffffff);
        assertThat(image.getRGB(599, 399)).isEqualTo(0xffff0000);
    }

    @Test
    void browserThatFailsIsReportedWithItsWords(@TempDir Path programs) throws IOException {
        Path broken = Files.writeString(programs.resolve("chromium"), "#!/bin/sh\necho no display here\nexit 1\n");
        assertThat(broken.toFile().setExecutable(true)).isTrue();
        Browser browser = Browser.on(Map.of("PATH", "/nonexistent:" + programs), FILE);
        assertThatThrownBy(() -> browser.png(svg(), FILE))
                .isInstanceOfSatisfying(
                        Failure.Command.class,
                        failure -> assertThat(failure.text())
                                .contains("cannot write figure.png", "no display here", "--out figure.svg"));
        try (Stream<Path> left = Files.list(Path.of(System.getProperty("java.io.tmpdir")))) {
            assertThat(left.map(Path::getFileName).map(Path::toString))
                    .noneMatch(name -> name.startsWith("bench-figure"));
        }
    }
}
