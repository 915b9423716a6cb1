package dev.jdbcbench.event;

import dev.jdbcbench.driver.PartCheck;
import java.time.Instant;
import java.util.Arrays;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.ValueSerializer;
import tools.jackson.databind.deser.std.StdDeserializer;
import tools.jackson.databind.ser.std.StdSerializer;
import tools.jackson.databind.util.NameTransformer;
import tools.jackson.databind.util.TokenBuffer;

/** The JSON form of an event, one flat object: type, number, time and source, followed by the parts of the fact. */
final class EventJson {
    private EventJson() {}

    /** Writes an event. */
    static final class Writer extends StdSerializer<Event> {
        Writer() {
            super(Event.class);
        }

        @Override
        public void serialize(Event event, JsonGenerator out, SerializationContext context) {
            out.writeStartObject();
            out.writeStringProperty("type", event.fact().getClass().getSimpleName());
            out.writeNumberProperty("seq", event.seq());
            out.writePOJOProperty("at", event.at());
            out.writePOJOProperty("source", event.source());
            ValueSerializer<Object> parts =
                    context.findValueSerializer(event.fact().getClass());
            parts.unwrappingSerializer(NameTransformer.NOP).serialize(event.fact(), out, context);
            out.writeStringProperty("schema", Event.SCHEMA);
            out.writeEndObject();
        }
    }

    /** Reads an event. Everything outside the envelope belongs to the fact, whose kind is given by the type. */
    static final class Reader extends StdDeserializer<Event> {
        private static final Map<String, Class<?>> KINDS = Arrays.stream(Fact.class.getPermittedSubclasses())
                .collect(Collectors.toUnmodifiableMap(Class::getSimpleName, kind -> kind));

        Reader() {
            super(Event.class);
        }

        @Override
        public Event deserialize(JsonParser in, DeserializationContext context) {
            if (!in.isExpectedStartObjectToken()) {
                return context.reportInputMismatch(this, "an event is an object");
            }
            @Nullable String type = null;
            @Nullable Long seq = null;
            @Nullable Instant at = null;
            Event.@Nullable Source source = null;
            TokenBuffer parts = context.bufferForInputBuffering(in);
            parts.writeStartObject();
            boolean first = true;
            for (String name = in.nextName(); name != null; name = in.nextName()) {
                if (first && type != null && seq != null && at != null && source != null && KINDS.containsKey(type)) {
                    // Bench writes the envelope first. Buffering the rest would take as long as reading it.
                    return event(context, seq, at, source, (Fact) context.readValue(in, KINDS.get(type)));
                }
                in.nextToken();
                switch (name) {
                    case "type" -> type = context.readValue(in, String.class);
                    case "seq" -> seq = context.readValue(in, Long.class);
                    case "at" -> at = context.readValue(in, Instant.class);
                    case "source" -> source = context.readValue(in, Event.Source.class);
                    case "schema" -> in.skipChildren();
                    default -> {
                        first = false;
                        parts.writeName(name);
                        parts.copyCurrentStructure(in);
                    }
                }
            }
            parts.writeEndObject();
            Class<?> kind = type == null ? null : KINDS.get(type);
            if (kind == null) {
                return context.reportInputMismatch(
                        this, type == null ? "an event without a type" : "there is no event of the type " + type);
            }
            return event(context, seq, at, source, (Fact) context.readValue(parts.asParserOnFirstToken(context), kind));
        }

        private static Event event(
                DeserializationContext context,
                @Nullable Long seq,
                @Nullable Instant at,
                Event.@Nullable Source source,
                Fact fact) {
            try {
                return new Event(
                        PartCheck.present(seq, "seq"),
                        PartCheck.present(at, "at"),
                        PartCheck.present(source, "source"),
                        fact);
            } catch (IllegalArgumentException e) {
                throw context.instantiationException(Event.class, e);
            }
        }
    }
}
