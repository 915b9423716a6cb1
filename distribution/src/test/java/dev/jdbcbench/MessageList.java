package dev.jdbcbench;

import com.sun.source.tree.BinaryTree;
import com.sun.source.tree.ConditionalExpressionTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.LiteralTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.NewClassTree;
import com.sun.source.tree.ParenthesizedTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TreeScanner;
import dev.jdbcbench.failure.ExitCode;
import dev.jdbcbench.failure.Failure;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.jspecify.annotations.Nullable;

/** Every error message in the source, as a template: {@code …} stands for parts that are known only at run time. */
final class MessageList {
    private static final String UNKNOWN = "…";
    /** The methods that report a problem with an input or a host; their last texts are the message. */
    private static final List<String> REPORTERS = List.of("problem", "warning", "invalid");

    private MessageList() {}

    /**
     * One message.
     *
     * @param file that contains it
     * @param exit code, or the name of the method that reports it
     * @param what failed and where
     * @param why may be only {@code …}
     * @param hint the remedy; empty when the message has none
     */
    record Message(String file, String exit, String what, String why, String hint) {
        @Override
        public String toString() {
            return exit + "  " + what + (why.isEmpty() ? "" : "\n     | " + why.replace("\n", "\n     | "))
                    + (hint.isEmpty() ? "" : "\n     > " + hint) + "\n     (" + file + ")\n";
        }
    }

    /**
     * A text of the source that claims something: see {@link #claims()}.
     *
     * @param file that contains it
     * @param text of the whole expression
     */
    record Claim(String file, String text) {}

    /** All messages, ordered by file. */
    static List<Message> all() throws IOException {
        List<Message> messages = new ArrayList<>();
        scan(file -> new Messages(file, messages));
        return messages;
    }

    /**
     * The texts in which a user would read a promise or a verdict, ordered by file: that something is equal, complete,
     * verified, never so. Not those of failures, which say what went wrong.
     */
    static List<Claim> claims() throws IOException {
        List<Claim> claims = new ArrayList<>();
        scan(file -> new Claims(file, claims));
        return claims.stream().distinct().toList();
    }

    private static void scan(Function<String, TreeScanner<@Nullable Void, @Nullable Void>> scanner) throws IOException {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        for (String module : Modules.all()) {
            try (var walk = Files.walk(Modules.ROOT.resolve(module).resolve("src/main/java"));
                    StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
                List<Path> sources = walk.filter(file -> file.toString().endsWith(".java"))
                        .sorted()
                        .toList();
                JavacTask task = (JavacTask)
                        compiler.getTask(null, files, null, null, null, files.getJavaFileObjectsFromPaths(sources));
                task.parse()
                        .forEach(unit -> scanner.apply(Objects.requireNonNull(
                                                Path.of(unit.getSourceFile().toUri())
                                                        .getFileName())
                                        .toString())
                                .scan(unit, null));
            } catch (UncheckedIOException e) {
                throw e.getCause();
            }
        }
    }

    /** Finds the claims of one file: each sum of texts is one. */
    private static final class Claims extends Texts {
        private static final Pattern CLAIM = Pattern.compile(
                "\\b(ok|complete|equal|explained|never|always|verified|passed|nothing|no other|no more|is lost"
                        + "|the same|as it should|no difference|not differ|all checks|every|for certain|is the first)\\b");

        private final List<Claim> claims;

        Claims(String file, List<Claim> claims) {
            super(file);
            this.claims = claims;
        }

        @Override
        public @Nullable Void visitNewClass(NewClassTree created, @Nullable Void none) {
            return created.getIdentifier().toString().startsWith("Failure.")
                    ? null
                    : super.visitNewClass(created, null);
        }

        @Override
        public @Nullable Void visitBinary(BinaryTree sum, @Nullable Void none) {
            if (sum.getKind() != Tree.Kind.PLUS) {
                return super.visitBinary(sum, null);
            }
            add(sum);
            scanOthers(sum);
            return null;
        }

        /** Scans the parts of a sum that are neither sums nor literals: a switch or a call may contain further texts. */
        private void scanOthers(Tree part) {
            if (part instanceof BinaryTree sum) {
                scanOthers(sum.getLeftOperand());
                scanOthers(sum.getRightOperand());
            } else if (part instanceof ParenthesizedTree inner) {
                scanOthers(inner.getExpression());
            } else if (!(part instanceof LiteralTree) && !(part instanceof ConditionalExpressionTree)) {
                scan(part, null);
            }
        }

        @Override
        public @Nullable Void visitLiteral(LiteralTree literal, @Nullable Void none) {
            add(literal);
            return null;
        }

        private void add(Tree expression) {
            String text = text(expression, 0).strip();
            if (text.contains(" ")
                    && !text.contains("\n")
                    && !text.startsWith("<")
                    && CLAIM.matcher(text).find()) {
                claims.add(new Claim(file, text.replaceAll("\\s+", " ")));
            }
        }
    }

    /** Finds the messages of one file. */
    private static final class Messages extends Texts {
        private final List<Message> messages;

        Messages(String file, List<Message> messages) {
            super(file);
            this.messages = messages;
        }

        /** Each kind of failure is named like its exit code, except for one that ends like a lost host. */
        private static ExitCode exitCode(String kind) {
            return kind.equals(Failure.Gone.class.getSimpleName())
                    ? ExitCode.HOST
                    : ExitCode.valueOf(kind.toUpperCase(Locale.ROOT));
        }

        @Override
        public @Nullable Void visitNewClass(NewClassTree created, @Nullable Void none) {
            String type = created.getIdentifier().toString();
            if (type.startsWith("Failure.") && created.getArguments().size() >= 3) {
                ExitCode exit = exitCode(type.substring("Failure.".length()));
                List<String> parts = created.getArguments().stream()
                        .map(part -> text(part, 0))
                        .toList();
                messages.add(
                        new Message(file, String.valueOf(exit.number()), parts.get(0), parts.get(1), parts.get(2)));
            }
            return super.visitNewClass(created, null);
        }

        @Override
        public @Nullable Void visitMethodInvocation(MethodInvocationTree call, @Nullable Void none) {
            String method = call.getMethodSelect() instanceof MemberSelectTree select
                    ? select.getIdentifier().toString()
                    : call.getMethodSelect().toString();
            boolean adds =
                    method.equals("add") && call.getMethodSelect().toString().endsWith("problems.add");
            if (adds || REPORTERS.contains(method)) {
                List<String> texts = call.getArguments().stream()
                        .map(part -> text(part, 0))
                        .filter(text -> text.contains(" "))
                        .toList();
                if (!texts.isEmpty()) {
                    String hint = texts.size() > 1 ? texts.get(texts.size() - 1) : "";
                    String why = texts.subList(1, Math.max(1, texts.size() - 1)).stream()
                            .collect(Collectors.joining("\n"));
                    messages.add(new Message(file, adds ? "problem" : method, texts.get(0), why, hint));
                }
            }
            return super.visitMethodInvocation(call, null);
        }
    }

    /** Reads the texts of one file. Names of constants and local variables are replaced by their values. */
    private abstract static class Texts extends TreeScanner<@Nullable Void, @Nullable Void> {
        final String file;
        private final Map<String, ExpressionTree> values = new HashMap<>();

        Texts(String file) {
            this.file = file;
        }

        @Override
        public @Nullable Void visitVariable(VariableTree variable, @Nullable Void none) {
            ExpressionTree value = variable.getInitializer();
            if (value != null) {
                values.put(variable.getName().toString(), value);
            } else {
                values.remove(variable.getName().toString());
            }
            return super.visitVariable(variable, null);
        }

        final String text(Tree part, int depth) {
            if (part instanceof LiteralTree literal) {
                return literal.getValue() == null ? "" : literal.getValue().toString();
            }
            if (part instanceof ParenthesizedTree inner) {
                return text(inner.getExpression(), depth);
            }
            if (part instanceof BinaryTree sum && sum.getKind() == Tree.Kind.PLUS) {
                return text(sum.getLeftOperand(), depth) + text(sum.getRightOperand(), depth);
            }
            if (part instanceof ConditionalExpressionTree either) {
                String yes = text(either.getTrueExpression(), depth);
                String no = text(either.getFalseExpression(), depth);
                return yes.equals(no) ? yes : "{" + yes + "|" + no + "}";
            }
            if (part instanceof IdentifierTree name && depth < 3) {
                ExpressionTree value = values.get(name.getName().toString());
                String known = value == null ? UNKNOWN : text(value, depth + 1);
                return known.contains(" ") ? known : UNKNOWN;
            }
            if (part instanceof MethodInvocationTree call) {
                String select = call.getMethodSelect().toString();
                if (call.getMethodSelect() instanceof MemberSelectTree member
                        && member.getIdentifier().contentEquals("formatted")) {
                    return text(member.getExpression(), depth).replaceAll("%[-+.,\\d]*[sdfxn]", UNKNOWN);
                }
                if (select.equals("List.of") || select.equals("String.join")) {
                    return call.getArguments().stream()
                            .skip(select.equals("String.join") ? 1 : 0)
                            .map(one -> text(one, depth))
                            .collect(Collectors.joining("\n"));
                }
                String inside = call.getArguments().stream()
                        .map(one -> text(one, depth))
                        .filter(text -> text.contains(" "))
                        .collect(Collectors.joining(" "));
                return inside.isEmpty() ? UNKNOWN : UNKNOWN + "(" + inside + ")";
            }
            return UNKNOWN;
        }
    }
}
