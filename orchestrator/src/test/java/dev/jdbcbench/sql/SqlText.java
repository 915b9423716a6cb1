package dev.jdbcbench.sql;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * A text, and how servers read it.
 *
 * @param mode sql_mode of the session
 * @param fewest parameters on a server that executes few comments
 * @param most parameters on a server that executes many comments
 * @param statements number of statements
 */
record SqlText(String mode, int fewest, int most, int statements, String sql) {
    private static final String USUAL = "";
    private static final String ORDINARY = "NO_BACKSLASH_ESCAPES";
    private static final String NAMES = "ANSI_QUOTES";
    private static final String BOTH = "ANSI_QUOTES,NO_BACKSLASH_ESCAPES";

    private static SqlText marks(int marks, String sql) {
        return new SqlText(USUAL, marks, marks, 1, sql);
    }

    private static SqlText marks(String mode, int marks, String sql) {
        return new SqlText(mode, marks, marks, 1, sql);
    }

    private static SqlText between(int fewest, int most, String sql) {
        return new SqlText(USUAL, fewest, most, 1, sql);
    }

    private static SqlText statements(int statements, String sql) {
        return new SqlText(USUAL, 0, 0, statements, sql);
    }

    private static SqlText statements(String mode, int statements, String sql) {
        return new SqlText(mode, 0, 0, statements, sql);
    }

    static Stream<SqlText> all() {
        List<SqlText> all = new ArrayList<>(List.of(
                marks(0, "select 1"),
                marks(1, "select ?"),
                marks(3, "select ?,?+?"),
                // minus signs, and comments to the end of the line
                marks(1, "select 5--1, ?"),
                marks(2, "select ?--?"),
                marks(0, "select 5 -- 1, ?"),
                marks(0, "select 5 --\t1, ?"),
                marks(0, "select 5 --\u0001, ?"),
                marks(0, "select 5 --"),
                marks(1, "select 5 --\n, ?"),
                marks(1, "select 5 -- ?\n, ?"),
                marks(0, "select 5 # ?"),
                marks(0, "select 5 #?"),
                marks(1, "select 5 # ?\n, ?"),
                marks(1, "select 5 # '\n, ?"),
                marks(1, "select 5 - - ?"),
                marks(2, "select '--', ?, '#', ?"),
                // literals
                marks(1, "select '?', ?"),
                marks(1, "select \"?\", ?"),
                marks(1, "select 'it''s ?', ?"),
                marks(1, "select \"a \"\"?\", ?"),
                marks(1, "select '', ?, \"\""),
                marks(1, "select '''?', ?, ''''"),
                marks(1, "select '\"', ?, \"'\""),
                marks(1, "select 'a' '?' , ?"),
                marks(1, "select '?\n?', ?"),
                marks(1, "select x'41', b'1', N'?', _utf8mb4'?', ?"),
                marks(1, "select 'ü?', ?"),
                marks(2, "select 1e3-?, .5, 1.5e-3, ?"),
                // backslashes
                marks(1, "select 'it\\'s ?', ?"),
                marks(1, "select \"a\\\"?\", ?"),
                marks(1, "select '\\\\', ?"),
                marks(1, "select '\\\\\\'?', ?"),
                marks(1, "select '\\0?', ?"),
                marks(ORDINARY, 1, "select 'a\\', ?"),
                marks(ORDINARY, 1, "select \"a\\\", ?"),
                marks(ORDINARY, 1, "select '\\''?', ?"),
                marks(ORDINARY, 2, "select '\\', ?, '\\', ?"),
                marks(ORDINARY, 1, "select 'it''s ?', ?"),
                // names
                marks(1, "select 1 as `a?`, ?"),
                marks(1, "select 1 as `a``?`, ?"),
                marks(1, "select 1 as `a\\`, ?"),
                marks(1, "select 1 as größe, ?"),
                marks(1, "select @a, @`b?`, @'c?', ?"),
                marks(NAMES, 1, "select ? as \"a?\""),
                marks(NAMES, 2, "select ? as \"a\\\", ?"),
                marks(NAMES, 1, "select ? as \"a\"\"?\""),
                marks(NAMES, 1, "select 'a\\'?', ?"),
                marks(BOTH, 2, "select ? as \"a\\\", '\\', ?"),
                // comments
                marks(1, "select /* ? */ ?"),
                marks(1, "select /* it's */ ?"),
                marks(1, "select /**/ ?"),
                marks(1, "select /*/ ? */ ?"),
                marks(2, "select ?/* */+?"),
                marks(1, "select /* -- */ ?"),
                marks(1, "select '/*', ?, '*/'"),
                marks(1, "/* ping */ select ?"),
                marks(1, "select /*+ max_execution_time(1000) */ ?"),
                // executable comments
                marks(2, "select /*! ? + */ ?"),
                marks(2, "select /*!50000 ? + */ ?"),
                marks(2, "select /*!50699 ? + */ ?"),
                marks(1, "select /*!1 + */ ?"),
                marks(1, "select /*!5000 + */ ?"),
                marks(2, "select /*!50000 '?' , ? , */ ?"),
                marks(1, "select /*!999999 ? + */ ?"),
                between(1, 2, "select /*!50700 ? + */ ?"),
                between(1, 2, "select /*!80000 ? + */ ?"),
                between(1, 2, "select /*!99999 ? + */ ?"),
                between(1, 2, "select /*!101100 ? + */ ?"),
                between(1, 2, "select /*M! ? + */ ?"),
                between(1, 2, "select /*M!100000 ? + */ ?")));
        all.addAll(List.of(
                statements(1, "select 1;"),
                statements(2, "select 1; select 2"),
                statements(2, "select 5--1; select 2"),
                statements(1, "select 5 -- 1; select 2"),
                statements(2, "select 1 # ;\n; select 2"),
                statements(2, "select 1 /* ; */; select 2 -- ;"),
                statements(3, "select ';'; select \";\"; select 1 as `;`"),
                statements(2, "select '\\''; select 2"),
                statements(2, "select '\\\\'; select ';'"),
                statements(2, "select /*!50000 1 */; select 2"),
                statements(2, "select /*!50000 ';' */; select 2"),
                statements(2, "select /*+ max_execution_time(1000) */ 1; select 2"),
                statements(ORDINARY, 2, "select '\\'; select 2"),
                statements(ORDINARY, 2, "select '\\', ';'; select 2"),
                statements(NAMES, 2, "select 1 as \"\\\"; select 2"),
                statements(BOTH, 3, "select 1 as \"\\\"; select '\\'; select 3")));
        return all.stream();
    }
}
