package dev.jdbcbench.run;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.OptBoolean;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.cfg.MapperConfig;
import tools.jackson.databind.exc.MismatchedInputException;
import tools.jackson.databind.introspect.AnnotatedMember;
import tools.jackson.databind.introspect.AnnotatedParameter;
import tools.jackson.databind.introspect.JacksonAnnotationIntrospector;
import tools.jackson.databind.json.JsonMapper;

/** The one way in which plans, events and results become JSON: strict in reading what this version wrote, so that a typo is no silent
 * default. */
public final class Json {
    private static final JsonMapper LINE = JsonMapper.builder()
            .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .annotationIntrospector(new EveryPartIsRequired())
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .build();

    private static final JsonMapper PRETTY =
            LINE.rebuild().enable(SerializationFeature.INDENT_OUTPUT).build();

    private static final JsonMapper LENIENT = LINE.rebuild()
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .build();

    private Json() {}

    /** A part that is missing is an error, but for those that came later and say so: {@code isRequired = OptBoolean.FALSE}. */
    private static final class EveryPartIsRequired extends JacksonAnnotationIntrospector {
        private static final long serialVersionUID = 1L;

        @Override
        public @Nullable Boolean hasRequiredMarker(MapperConfig<?> config, AnnotatedMember member) {
            if (!(member instanceof AnnotatedParameter)) {
                return super.hasRequiredMarker(config, member);
            }
            JsonProperty property = member.getAnnotation(JsonProperty.class);
            return property == null || property.isRequired() != OptBoolean.FALSE;
        }
    }

    /** One line, without a line break. */
    public static String line(Object value) {
        return LINE.writeValueAsString(value);
    }

    /** Indented, with a line break at its end. */
    public static String pretty(Object value) {
        return PRETTY.writeValueAsString(value) + "\n";
    }

    /**
     * Reads one value.
     *
     * @throws JacksonException (unchecked) when the text is not what {@code type} expects
     */
    public static <T> T read(String text, Class<T> type) {
        return present(LINE.readValue(text, type), type);
    }

    /**
     * Reads one value that another version of bench may have written: parts that are not known here are ignored, because
     * the published formats may grow.
     *
     * @throws JacksonException (unchecked) when the text is not what {@code type} expects
     */
    public static <T> T readStored(String text, Class<T> type) {
        return present(LENIENT.readValue(text, type), type);
    }

    /** The text {@code null} is valid JSON, and no value. */
    private static <T> T present(@Nullable T value, Class<T> type) {
        if (value == null) {
            throw MismatchedInputException.from(null, type, "null is no " + type.getSimpleName());
        }
        return value;
    }
}
