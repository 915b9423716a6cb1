package dev.jdbcbench.event;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import java.time.Instant;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.ValueSerializer;
import tools.jackson.databind.deser.std.StdDeserializer;
import tools.jackson.databind.ser.std.StdSerializer;
import tools.jackson.databind.util.NameTransformer;
import tools.jackson.databind.util.TokenBuffer;

/** An event as one flat object: its fact's type, number, time and source, and then the parts of the fact. */
final class EventJson {
    private EventJson() {}

    /** Writes it. */
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

    @JsonIgnoreProperties(ignoreUnknown = true)
    private record Head(long seq, Instant at, Event.Source source) {}

    /** Reads it. */
    static final class Reader extends StdDeserializer<Event> {
        Reader() {
            super(Event.class);
        }

        @Override
        public Event deserialize(JsonParser in, DeserializationContext context) {
            TokenBuffer line = context.bufferForInputBuffering(in);
            line.copyCurrentStructure(in);
            Head head = context.readValue(line.asParserOnFirstToken(context), Head.class);
            Fact fact = context.readValue(line.asParserOnFirstToken(context), Fact.class);
            return new Event(head.seq(), head.at(), head.source(), fact);
        }
    }
}
