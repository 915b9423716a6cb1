package dev.jdbcbench.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import org.junit.jupiter.api.Test;

class TemplateTest {
    /** A scenario may be called like a place, and have characters that mean something in a replacement. */
    @Test
    void whatFillsAPlaceIsTakenLiterally() {
        assertThat(new Template("<p>{{a}} {{b}} {{a}}</p>")
                        .with("a", "{{b}} $1 \\")
                        .with("b", "two")
                        .filled())
                .isEqualTo("<p>{{b}} $1 \\ two {{b}} $1 \\</p>");
    }

    @Test
    void placeThatIsNotFilledIsAnError() {
        assertThatIllegalStateException()
                .isThrownBy(() -> new Template("{{a}}").filled())
                .withMessage("the place a is not filled");
    }
}
