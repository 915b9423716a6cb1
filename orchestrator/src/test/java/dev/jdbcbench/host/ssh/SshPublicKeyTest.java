package dev.jdbcbench.host.ssh;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SshPublicKeyTest {
    /** Keys and their certificates, made by ssh-keygen. */
    @ParameterizedTest
    @CsvSource({
        "ssh-ed25519,AAAAC3NzaC1lZDI1NTE5AAAAIPB6qPUyFp1M0f9rm0/VxndzR0CfyOnFBhU7Mo0VbJIj,AAAAIHNzaC1lZDI"
                + "1NTE5LWNlcnQtdjAxQG9wZW5zc2guY29tAAAAIPGP4f4Fh9+uj4qoAKrmRB4l9LDzOtmf4wtX84XLZSDqAAAAIPB6qPUyFp1"
                + "M0f9rm0/VxndzR0CfyOnFBhU7Mo0VbJIjAAAAAAAAAAAAAAABAAAAAmlkAAAABgAAAAJtZQAAAAAAAAAA//////////8AAAA"
                + "AAAAAggAAABVwZXJtaXQtWDExLWZvcndhcmRpbmcAAAAAAAAAF3Blcm1pdC1hZ2VudC1mb3J3YXJkaW5nAAAAAAAAABZwZXJ"
                + "taXQtcG9ydC1mb3J3YXJkaW5nAAAAAAAAAApwZXJtaXQtcHR5AAAAAAAAAA5wZXJtaXQtdXNlci1yYwAAAAAAAAAAAAAAMwA"
                + "AAAtzc2gtZWQyNTUxOQAAACAoDbLgqzryDTDJEHSnVFkwqNOLlJNvBcMwYfSNIYBPIAAAAFMAAAALc3NoLWVkMjU1MTkAAAB"
                + "ACVjUd2j1qNInEnzSdqo6pcppcndLvGLb79c8pTABUSVYlcF3Y6FmFzwlpFKdLFDKr7baqhQYbxKhduYPgtACAQ==",
        "ecdsa-sha2-nistp256,AAAAE2VjZHNhLXNoYTItbmlzdHAyNTYAAAAIbmlzdHAyNTYAAABBBCU+gb7g6i7FnU5EDyn1X3Tj"
                + "2vJ21walABfcnJG9LreN8jUw7xqxmt7PvNlEUaTFyev/PnCoqBmFwbJSP6PMytw=,AAAAKGVjZHNhLXNoYTItbmlzdHAyNTY"
                + "tY2VydC12MDFAb3BlbnNzaC5jb20AAAAgb66Hol/sJF5GDV16AIXCCtqmIqvwcGK562VHFc9CmRgAAAAIbmlzdHAyNTYAAAB"
                + "BBCU+gb7g6i7FnU5EDyn1X3Tj2vJ21walABfcnJG9LreN8jUw7xqxmt7PvNlEUaTFyev/PnCoqBmFwbJSP6PMytwAAAAAAAA"
                + "AAAAAAAEAAAACaWQAAAAGAAAAAm1lAAAAAAAAAAD//////////wAAAAAAAACCAAAAFXBlcm1pdC1YMTEtZm9yd2FyZGluZwA"
                + "AAAAAAAAXcGVybWl0LWFnZW50LWZvcndhcmRpbmcAAAAAAAAAFnBlcm1pdC1wb3J0LWZvcndhcmRpbmcAAAAAAAAACnBlcm1"
                + "pdC1wdHkAAAAAAAAADnBlcm1pdC11c2VyLXJjAAAAAAAAAAAAAAAzAAAAC3NzaC1lZDI1NTE5AAAAICgNsuCrOvINMMkQdKd"
                + "UWTCo04uUk28FwzBh9I0hgE8gAAAAUwAAAAtzc2gtZWQyNTUxOQAAAEBDIsKTWMieR/MGvAftHHd2suUQCSqb0BoZ8HlW2ep"
                + "Hq+sUYSEz4zCj0W0sN4EMCtZ2q0Nbe11qG+tx52MbbvkA",
        "ssh-rsa,AAAAB3NzaC1yc2EAAAADAQABAAAAgQDs3eSsAwpJHGednhFFr54a0ItxmBMRGw+VjqbEAPMMwan3nDrSu7cOP4/9"
                + "UwNoqY7bRd9E9QDHMJrxiLPQZGrOfHYaEON1KXVf2jN9Mc4bvjBkQm/xGJqA3qvjO488aYEv+QrbRW6OrMMW3ty/FGaI9m5m"
                + "PnrSJPgl/0kPFaRkJw==,AAAAHHNzaC1yc2EtY2VydC12MDFAb3BlbnNzaC5jb20AAAAgVfYwLOLSZLmGdEnYsGUk+AEfPIO"
                + "53HhFAlR++0QXmaIAAAADAQABAAAAgQDs3eSsAwpJHGednhFFr54a0ItxmBMRGw+VjqbEAPMMwan3nDrSu7cOP4/9UwNoqY7"
                + "bRd9E9QDHMJrxiLPQZGrOfHYaEON1KXVf2jN9Mc4bvjBkQm/xGJqA3qvjO488aYEv+QrbRW6OrMMW3ty/FGaI9m5mPnrSJPg"
                + "l/0kPFaRkJwAAAAAAAAAAAAAAAQAAAAJpZAAAAAYAAAACbWUAAAAAAAAAAP//////////AAAAAAAAAIIAAAAVcGVybWl0LVg"
                + "xMS1mb3J3YXJkaW5nAAAAAAAAABdwZXJtaXQtYWdlbnQtZm9yd2FyZGluZwAAAAAAAAAWcGVybWl0LXBvcnQtZm9yd2FyZGl"
                + "uZwAAAAAAAAAKcGVybWl0LXB0eQAAAAAAAAAOcGVybWl0LXVzZXItcmMAAAAAAAAAAAAAADMAAAALc3NoLWVkMjU1MTkAAAA"
                + "gKA2y4Ks68g0wyRB0p1RZMKjTi5STbwXDMGH0jSGATyAAAABTAAAAC3NzaC1lZDI1NTE5AAAAQMc966JMVayUYKb+WGnXQNM"
                + "8Q/1gl41LU8DzWpk5N8rhDRcrf78KIeZ6YKm6AoGyDIAYbiX/MbKhwKJl1e9D2gM="
    })
    void certificateHasThePlainKey(String type, String key, String certificate) {
        SshPublicKey plain = SshPublicKey.parse(type + " " + key + " comment").orElseThrow();
        assertThat(plain.key()).isEqualTo(key);
        assertThat(plain.certificate()).isFalse();
        SshPublicKey signed = SshPublicKey.parse(type + SshPublicKey.CERTIFICATE + " " + certificate)
                .orElseThrow();
        assertThat(signed.key()).isEqualTo(key);
        assertThat(signed.certificate()).isTrue();
    }

    /** The length of a string in it is negative, or greater than what follows. */
    @ParameterizedTest
    @ValueSource(strings = {"/////w==", "AAAAAQ==", "AAAAAf////8=", "AAA="})
    void damagedCertificateIsNoKey(String blob) {
        assertThat(SshPublicKey.parse("ssh-rsa" + SshPublicKey.CERTIFICATE + " " + blob))
                .isEmpty();
    }
}
