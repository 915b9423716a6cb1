package dev.jdbcbench.run;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.OptBoolean;
import dev.jdbcbench.driver.DriverCatalogue;
import dev.jdbcbench.driver.DriverKind;
import dev.jdbcbench.driver.MayBeMissing;
import java.time.DateTimeException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.DatabindException;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.cfg.EnumFeature;
import tools.jackson.databind.cfg.MapperConfig;
import tools.jackson.databind.deser.std.FromStringDeserializer;
import tools.jackson.databind.introspect.Annotated;
import tools.jackson.databind.introspect.AnnotatedMember;
import tools.jackson.databind.introspect.AnnotatedParameter;
import tools.jackson.databind.introspect.JacksonAnnotationIntrospector;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.module.SimpleModule;
import tools.jackson.databind.ser.std.ToStringSerializer;

/**
 * Converts plans, events and results to and from JSON. Strict when reading what this version wrote, so a typo never becomes a
 * silent default.
 */
public final class Json {
    /** Nothing that bench reads is nested more deeply; a plan has six levels. */
    private static final int DEEPEST = 64;

    /** In characters; the scores of a fork have about twenty. */
    private static final int LONGEST_NUMBER = 100;

    private static final int LONGEST_NAME = 10_000;

    /** In characters; also the limit for a line of events. */
    private static final int LONGEST_TEXT = 4 << 20;

    private static final int LONGEST_MESSAGE = 300;

    private static final JsonMapper LINE = JsonMapper.builder(JsonFactory.builder()
                    .streamReadConstraints(StreamReadConstraints.builder()
                            .maxNestingDepth(DEEPEST)
                            .maxNumberLength(LONGEST_NUMBER)
                            .maxNameLength(LONGEST_NAME)
                            .maxStringLength(LONGEST_TEXT)
                            .build())
                    .enable(StreamReadFeature.USE_FAST_DOUBLE_PARSER)
                    .build())
            .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .enable(EnumFeature.FAIL_ON_NUMBERS_FOR_ENUMS)
            .disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT)
            .disable(MapperFeature.ALLOW_COERCION_OF_SCALARS)
            .annotationIntrospector(new EveryPartIsRequired())
            .addModule(new SimpleModule()
                    .addSerializer(DriverKind.class, ToStringSerializer.instance)
                    .addDeserializer(DriverKind.class, new KindById()))
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .build();

    private static final JsonMapper PRETTY =
            LINE.rebuild().enable(SerializationFeature.INDENT_OUTPUT).build();

    private static final JsonMapper LENIENT = LINE.rebuild()
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .build();

    private Json() {}

    private static final class KindById extends FromStringDeserializer<DriverKind> {
        private static final long serialVersionUID = 1L;

        KindById() {
            super(DriverKind.class);
        }

        @Override
        protected DriverKind _deserialize(String id, DeserializationContext context) {
            return DriverCatalogue.of(id).orElseThrow(() -> new IllegalArgumentException("unknown driver: " + id));
        }
    }

    /** Treats missing parts as errors, except newer ones marked with {@code isRequired = OptBoolean.FALSE}. */
    private static final class EveryPartIsRequired extends JacksonAnnotationIntrospector {
        private static final long serialVersionUID = 1L;

        @Override
        public @Nullable Boolean hasRequiredMarker(MapperConfig<?> config, AnnotatedMember member) {
            if (!(member instanceof AnnotatedParameter)) {
                return super.hasRequiredMarker(config, member);
            }
            JsonProperty property = member.getAnnotation(JsonProperty.class);
            return !member.hasAnnotation(MayBeMissing.class)
                    && (property == null || property.isRequired() != OptBoolean.FALSE);
        }

        @Override
        public JsonInclude.Value findPropertyInclusion(MapperConfig<?> config, Annotated property) {
            return property.hasAnnotation(MayBeMissing.class)
                    ? JsonInclude.Value.construct(JsonInclude.Include.NON_NULL, JsonInclude.Include.NON_NULL)
                    : super.findPropertyInclusion(config, property);
        }
    }

    /** Converts a value to one line, without a line break. */
    public static String line(Object value) {
        return LINE.writeValueAsString(value);
    }

    /** Converts a value to indented JSON, with a line break at the end. */
    public static String pretty(Object value) {
        return PRETTY.writeValueAsString(value) + "\n";
    }

    /**
     * Reads one value.
     *
     * @throws JacksonException (unchecked) when the text does not match {@code type}
     */
    public static <T> T read(String text, Class<T> type) {
        return checked(() -> LINE.readValue(text, type), type);
    }

    /**
     * Reads one value that another version of bench may have written. Unknown parts are ignored, because the published formats
     * may grow.
     *
     * @throws JacksonException (unchecked) when the text does not match {@code type}
     */
    public static <T> T readStored(String text, Class<T> type) {
        return checked(() -> LENIENT.readValue(text, type), type);
    }

    /**
     * Reads one such value from bytes, which must be UTF-8.
     *
     * @throws JacksonException (unchecked) when the bytes do not match {@code type}
     */
    public static <T> T readStored(byte[] bytes, int from, int length, Class<T> type) {
        return checked(() -> LENIENT.readValue(bytes, from, length, type), type);
    }

    /** The problem, on one line of limited length. */
    public static String problem(JacksonException e) {
        String message = String.valueOf(e.getOriginalMessage()).replaceAll("\\s+", " ");
        return message.length() <= LONGEST_MESSAGE ? message : message.substring(0, LONGEST_MESSAGE) + "…";
    }

    /** Turns exceptions that Jackson does not expect from a value's own checks into Jackson's: an impossible time, a null. */
    private static <T> T checked(Supplier<@Nullable T> reading, Class<T> type) {
        T value;
        try {
            value = reading.get();
        } catch (DateTimeException | ArithmeticException | IllegalArgumentException | NullPointerException e) {
            throw DatabindException.from((JsonParser) null, "no " + type.getSimpleName() + ": " + e.getMessage(), e);
        }
        if (value == null) {
            throw DatabindException.from((JsonParser) null, "a value is needed, not null");
        }
        return value;
    }
}
