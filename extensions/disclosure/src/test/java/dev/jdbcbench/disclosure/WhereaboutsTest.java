package dev.jdbcbench.disclosure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class WhereaboutsTest {
    private static String shown(String text) {
        return Whereabouts.replaced(text, (kind, found) -> {});
    }

    @ParameterizedTest
    @CsvSource(delimiter = ';', textBlock = """
                fd00:12::7 and [2001:db8::20]:3306;      address and [address]:3306
                fe80::1%eth0 refused;                    address refused
                203.0.113.9 refused;                     address refused
                from 203.0.113.9, port 1;                from address, port 1
                52:54:00:ab:cd:ef is up;                 identifier is up
                52-54-00-AB-CD-EF;                       identifier
                0123456789abcdef0123456789abcdef;        identifier
                id 123e4567-e89b-12d3-a456-426614174000; id identifier
                at ~carol/x y;                           at path y
                at \\\\filer\\share\\x y;                at path y
                at //filer/share/x y;                    at path y
                at D:/data/x y;                          at path y
                in ../carol/x y;                         in path y
                see /home/carol/x.log: no;               see path: no
                -I/home/carol/x;                         -Ipath
                db7.internal is down;                    name is down
                cannot resolve db7.prod.corp.example.;   cannot resolve name.
                UnknownHostException: db7;               UnknownHostException: name
                db7:3306 refused;                        name:3306 refused
                ip-10-0-0-12;                            name
                Access denied for user 'carol'@'db7';    Access denied for user user@host
                carol@db7 refused;                       user@host refused
                jdbc:mariadb://db7/x?user=carol;         jdbc:mariadb://address
                jdbc:oracle:thin:carol/pw@db7;           jdbc:address
                https://carol:pw@db7/x y;                https://address y
                password=hunter2&x=1;                    password=***
                api-key: hunter2;                        api-key: ***
                user=carol&x=1;                          user=name&x=1
                host=db7 x=1;                            host=name x=1
                password="a b" x;                        password=*** x
                password=abc,def x;                      password=*** x
                near 'IDENTIFIED BY 'hunter2' at;        ***
                to host:address=(host=dbprod)(port=1);   to host:address=(host=name)(port=1)
                to host:address=dbprod;                  to host:address=name
                dbprod/10.1.2.3:3306 refused;            name/address:3306 refused
                cannot reach dbprod:3306. Start it;      cannot reach name:3306. Start it
                connect to host dbprod port 22;          connect to host name port 22
                resolve hostname dbprod: no;             resolve hostname name: no
                alice@10.0.0.5: no;                      user@address: no
                general_log_file=dbprod.log;             general_log_file=name
                at /home/alice/My Documents/Secret Project/x y; at path y
                """)
    void placesAndSecretsAreReplaced(String text, String shown) {
        assertThat(shown(text)).isEqualTo(shown);
        assertThat(Whereabouts.in(text)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "MariaDB 10.11.19",
                "JDK 17.0.8.1, VM 17.0.8.1+1",
                "mysql@9.7.0 text",
                "distant/client/database/mariadb/Select1Row/text/mysql@9.7.0/tcp/1",
                "62 µs / operation at 12:34:56",
                "127.0.0.1:3306 and ::1, localhost:3306",
                "java.sql.SQLException: no rows",
                "com.mysql.cj.jdbc.Driver",
                "see events.ndjson and logs/fork-01.log",
                "2026-11-28T10:00:00.5Z",
                "user=root host=localhost users=100",
                "useSSL=false, 3.5 %, e.g. 1.5 ms",
                "--db-host NAME",
                "localhost/127.0.0.1:3306, the host is gone",
                "its log is logs/local-mariadb.log and agent.log",
                "java.net.ConnectException: Connection refused",
                "Access denied (using password: YES)"
            })
    void otherTextStays(String text) {
        assertThat(shown(text)).isEqualTo(text);
    }

    /** Texts come from files of others. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "a.",
                "a-",
                "1:",
                "a@",
                "/a",
                "'",
                "a=",
                "-Xlog:aaaa",
                "jdbc:",
                "~a",
                "ab:",
                "/a B",
                "a@1.",
                "password=\"",
                "-----BEGIN PRIVATE KEY-----",
                "SET PASSWORD ",
                "/*",
                "a/1."
            })
    void longTextIsReadOnce(String part) {
        String text = part.repeat(10_000) + "!";
        assertTimeoutPreemptively(Duration.ofSeconds(20), () -> shown(text));
        assertThat(JvmOption.isHarmless(text)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"\n-----END RSA PRIVATE KEY-----", ""})
    void privateKeysAreReplacedToTheirEnd(String end) {
        assertThat(shown("-----BEGIN RSA PRIVATE KEY-----\nMIIhunter2\nabc==" + end))
                .isEqualTo("***");
    }

    @Test
    void findsAreReported() {
        List<String> found = new ArrayList<>();
        Whereabouts.replaced("db7.internal at 203.0.113.9", (kind, text) -> found.add(kind.title() + " " + text));
        assertThat(found).containsExactly("host name db7.internal", "address 203.0.113.9");
    }

    @ParameterizedTest
    @CsvSource({
        "password, x, true", "host, db7, true", "jdbcUrl, x, true", "DB_USER, carol, true",
                "target, db7.internal, true",
        "hosts, 3, false", "users, 100, false", "size, 10, false", "password, false, false", "kind, a, false",
        "driver, jdbc:mariadb://h/x, true"
    })
    void optionsAreJudgedByKeyAndValue(String key, String value, boolean hidden) {
        assertThat(Whereabouts.inOption(key, value)).isEqualTo(hidden);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "-Xmx256M",
                "-XX:+UseSerialGC",
                "-XX:-UsePerfData",
                "-XX:ActiveProcessorCount=2",
                "-server",
                "-Xlog:gc*",
                "-XX:MaxRAMPercentage=75.0",
                "-Duser.language=en",
                "-Duser.timezone=Europe/Berlin",
                "--add-opens=java.base/java.lang=ALL-UNNAMED"
            })
    void optionsOfTheJvmAreHarmless(String option) {
        assertThat(JvmOption.isHarmless(option)).isTrue();
    }

    @ParameterizedTest
    @CsvSource(delimiter = ';', textBlock = """
                -XX:OnOutOfMemoryError=mail pw@db7;   -XX:OnOutOfMemoryError
                -XX:HeapDumpPath=/home/carol;         -XX:HeapDumpPath
                -Dcarol.password=x y;                 -Dcarol.password
                -javaagent:/home/carol/x.jar;         -javaagent
                -cp;                                  -cp
                -cp /home/carol/x.jar;                -cp
                -classpath /home/carol/x.jar;         -classpath
                @/home/carol/args;                    others
                /home/carol/x.jar;                    others
                -Xmx1g hunter2;                       others
                -Xlog:gc:file=/home/carol/x;          -Xlog
                -hunter;                              others
                """)
    void otherOptionsAreNamedWithoutTheirValue(String option, String name) {
        assertThat(JvmOption.isHarmless(option)).isFalse();
        assertThat(JvmOption.name(option)).isEqualTo(name);
    }
}
