package dev.jdbcbench.untrusted;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SecretWordsTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "-Djavax.net.ssl.trustStorePassword=changeit",
                "-Djavax.net.ssl.keyStorePassword=\"x\"",
                "-Dx.password=tops3cret",
                "-Dx.PASSWORD2=tops3cret",
                "-Dmy-api-key=abc",
                "-Dmy_auth_token=abc",
                "-Daws.secretAccessKey=abc",
                "-Dhttp.proxyPassword=abc",
                "-javaagent:/opt/agent.jar=url=https://x,token=abc",
                "-Durl=jdbc:mysql://h/db?user=a&password=b",
                "-Durl=https://me:tops3cret@example.com/x",
                "-Durl=https://ghp-token-alone@example.com/x",
                "-Dcloud=AKIAIOSFODNN7EXAMPLE",
                "{\"password\": \"abc\"}"
            })
    void secretInAnArgumentIsFoundAndHidden(String word) {
        assertThat(SecretWords.inText(word))
                .hasValueSatisfying(what -> assertThat(what).doesNotContain("changeit", "tops3cret", "abc"));
        assertThat(SecretWords.masked(List.of("run", word))).containsExactly("run", "***");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "-XX:+UseSerialGC",
                "-Xlog:gc*:file=gc.log:time,uptime",
                "-Dhttp.proxyHost=proxy",
                "-Dhttp.proxyUser=me",
                "-Dhttp.nonProxyHosts=localhost|127.*",
                "-Djavax.net.ssl.trustStore=/etc/ssl/store.jks",
                "-Dx.passwordFile=/run/secrets/x",
                "-Dx.requirePassword=true",
                "-Dtokenizer=fast",
                "-Durl=https://example.com:8443/a@b",
                "-Djava.net.preferIPv4Stack=true",
                "--add-opens=java.base/java.lang=ALL-UNNAMED",
                "me@db1.example.com:22",
                "mariadb@3.5.11",
                "passwordCharacterEncoding=UTF-8"
            })
    void otherArgumentsPass(String word) {
        assertThat(SecretWords.inText(word)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "create user a@'%' identified by 'tops3cret'",
                "CREATE USER a IDENTIFIED/**/BY\n  \"tops3cret\"",
                "create user a identified with caching_sha2_password by 'tops3cret'",
                "create user a identified via mysql_native_password using '*hash'",
                "create user a identified via ed25519 using password('tops3cret')",
                "create user a identified via unix_socket or mysql_native_password as '*hash'",
                "create user a /*!50000 identified by*/ 'tops3cret'",
                "alter user a identified by password '*hash'",
                "create user a identified with x as 0x2442",
                "set password for a = 'tops3cret'",
                "SET PASSWORD = PASSWORD('tops3cret')",
                "select password('tops3cret')",
                "change master to master_host = 'h', master_password = 'tops3cret'",
                "change replication source to SOURCE_PASSWORD='tops3cret'",
                "create server s foreign data wrapper mysql options (user 'a', password 'tops3cret')",
                "create table t (a int) engine=federated connection='mysql://a:tops3cret@h/db/t'",
                "prepare s from 'create user a identified by ''tops3cret'''"
            })
    void passwordInAStatementIsFound(String sql) {
        assertThat(SecretWords.inSql(sql))
                .hasValueSatisfying(what -> assertThat(what).doesNotContain("tops3cret"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "select * from users where password = ?",
                "create table users (id int, password varchar(60) not null default '')",
                "create user a identified by random password",
                "create user a identified via unix_socket",
                "insert into notes values ('see https://example.com/a@b')",
                "select 'identified as wanted' as a, token from t where id = 7"
            })
    void otherStatementsPass(String sql) {
        assertThat(SecretWords.inSql(sql)).isEmpty();
    }
}
