package dev.jdbcbench.watch;

import dev.jdbcbench.sql.Syntax;
import dev.jdbcbench.sql.Syntax.Effect;
import java.util.Optional;

/** How the server reads the statements of a connection, as far as its answers tell. Not thread safe. */
final class SessionSyntax {
    /** Unsure after the login, too: what init_connect changes then, no answer to the login can tell. */
    private Syntax syntax = Syntax.UNSURE;

    /** Whether backslashes escape, as the login reported. The first answer to a command confirms it. */
    private Optional<Boolean> unconfirmed = Optional.empty();
    /** How many unanswered commands may change the syntax. */
    private int switching;
    /** Whether the client's character set is plain now, as the server just reported; empty if it did not. */
    private Optional<Boolean> tracked = Optional.empty();

    /** The syntax of the next command. */
    Syntax next() {
        return switching == 0 ? syntax : Syntax.UNSURE;
    }

    /** A command was sent. */
    void sent(Effect effect) {
        switching += effect.switches() ? 1 : 0;
    }

    /** The login reported a status. */
    void loggedIn(ServerStatus status) {
        unconfirmed = Optional.of(!status.noEscapes());
    }

    /** The answer to a command reported a status. */
    void reported(ServerStatus status, Effect effect) {
        boolean escape = !status.noEscapes();
        boolean confirmed = unconfirmed.filter(before -> before == escape).isPresent()
                && effect.characters() != Syntax.Characters.UNSURE;
        unconfirmed = Optional.empty();
        syntax = syntax.reported(escape, confirmed || effect.setsMode());
    }

    /**
     * Reads which variables changed. Of those, the client's character set matters.
     *
     * @param whole whether all changes are there
     */
    void changed(PacketFields changes, boolean whole) {
        changes.lengthEncoded();
        while (changes.left() > 0) {
            boolean variables = changes.one() == 0;
            PacketFields change = new PacketFields(changes.counted());
            while (variables && change.left() > 0) {
                String name = change.text();
                String value = change.text();
                if (name.equals("character_set_client")) {
                    tracked = Optional.of(Syntax.plain(value));
                }
            }
        }
        if (!whole && tracked.isEmpty()) {
            tracked = Optional.of(false);
        }
    }

    /** A command was answered completely. */
    void answered(Effect effect, boolean failed) {
        switching -= effect.switches() ? 1 : 0;
        syntax = syntax.after(effect, failed);
        tracked.ifPresent(plain -> syntax = syntax.withPlain(plain));
        tracked = Optional.empty();
    }
}
