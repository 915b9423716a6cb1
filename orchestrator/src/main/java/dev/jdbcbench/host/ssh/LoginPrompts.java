package dev.jdbcbench.host.ssh;

import com.jcraft.jsch.UIKeyboardInteractive;
import com.jcraft.jsch.UserInfo;
import dev.jdbcbench.host.Secrets;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Answers a host's questions during one login: its password, or others. A known password is offered once; then the user
 * is asked, at most {@value Secrets#ATTEMPTS} times. Never answers a yes/no question with yes.
 */
final class LoginPrompts implements UserInfo, UIKeyboardInteractive {
    private static final Logger LOG = LoggerFactory.getLogger(LoginPrompts.class);
    /** The password prompts of PAM and sshd. A one-time password has another prompt, and is not remembered. */
    private static final Pattern PASSWORD =
            Pattern.compile("(\\(.*\\) ?)?(.*'s )?password(?: for [^ ]*)? ?: ?", Pattern.CASE_INSENSITIVE);

    /** There is no answer. Ends the login, because jsch would send an empty answer, which the host would count as a wrong one. */
    static final class Unanswered extends RuntimeException {
        private static final long serialVersionUID = 1L;

        private Unanswered(String why) {
            super(why);
        }
    }

    private final String who;
    private final Secrets secrets;
    private boolean knownGiven;
    private int asked;
    private char @Nullable [] given;

    /**
     * @param who {@code user@host}, for the question
     */
    LoginPrompts(String who, Secrets secrets) {
        this.who = who;
        this.secrets = secrets;
    }

    /** Keeps the password that was typed last, because the host accepted it. */
    void keep() {
        if (given != null) {
            secrets.keepPassword(given);
        }
    }

    private Optional<char[]> password() {
        given = null;
        if (!knownGiven) {
            knownGiven = true;
            Optional<char[]> known = secrets.knownPassword();
            if (known.isPresent()) {
                given = known.get();
                return known;
            }
        }
        if (secrets.hasPassword()) {
            return Optional.empty(); // the reference is wrong: the user cannot fix that here, and may be absent
        }
        Optional<char[]> typed = typed("Password of " + who + ": ");
        given = typed.orElse(null);
        return typed;
    }

    /** The message for when all answers were wrong. */
    String refused() {
        return "the host refused the password" + (secrets.hasPassword() ? " of the hosts file" : "");
    }

    private Optional<char[]> typed(String question) {
        if (asked++ >= Secrets.ATTEMPTS) {
            return Optional.empty();
        }
        Optional<char[]> answer = secrets.ask(question);
        if (answer.isEmpty()) {
            throw new Unanswered("there is no terminal to ask for a password");
        }
        return answer;
    }

    @Override
    public boolean promptPassword(String message) {
        return password().isPresent();
    }

    @Override
    public @Nullable String getPassword() {
        return given == null ? null : new String(given);
    }

    @Override
    public String[] promptKeyboardInteractive(
            String destination, String name, String instruction, String[] prompt, boolean[] echo) {
        String[] answers = new String[prompt.length];
        for (int i = 0; i < prompt.length; i++) {
            boolean wantsPassword = !echo[i] && PASSWORD.matcher(prompt[i]).matches();
            Optional<char[]> answer = wantsPassword ? password() : typed(who + ": " + prompt[i]);
            answers[i] = new String(answer.orElseThrow(() -> new Unanswered(refused())));
        }
        return answers;
    }

    @Override
    public @Nullable String getPassphrase() {
        return null;
    }

    @Override
    public boolean promptPassphrase(String message) {
        return false;
    }

    @Override
    public boolean promptYesNo(String message) {
        return false;
    }

    @Override
    public void showMessage(String message) {
        LOG.debug("{} says: {}", who, message);
    }

    /** Contains no secret. */
    @Override
    public String toString() {
        return "answers for " + who;
    }
}
