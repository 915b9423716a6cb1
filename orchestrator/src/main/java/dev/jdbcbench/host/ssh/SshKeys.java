package dev.jdbcbench.host.ssh;

import com.jcraft.jsch.AgentIdentityRepository;
import com.jcraft.jsch.AgentProxyException;
import com.jcraft.jsch.Identity;
import com.jcraft.jsch.JSch;
import com.jcraft.jsch.JSchException;
import com.jcraft.jsch.SSHAgentConnector;
import dev.jdbcbench.config.PrivateFile;
import dev.jdbcbench.failure.Failure;
import dev.jdbcbench.host.Secrets;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The keys to offer to one host, in the order that ssh uses: the configured keys of the agent, its other keys, then the
 * files that the agent does not have. Each key comes after its certificates. A key named by the hosts file comes first.
 */
final class SshKeys {
    private static final Logger LOG = LoggerFactory.getLogger(SshKeys.class);

    private final SshTarget target;
    private final SshConfig.Login login;
    private final Secrets secrets;
    private final List<String> notes = new ArrayList<>();

    SshKeys(SshTarget target, Secrets secrets) {
        this.target = target;
        this.login = target.config().login();
        this.secrets = secrets;
    }

    /** Why keys or certificates were not offered. */
    List<String> notes() {
        return List.copyOf(notes);
    }

    /** The keys, certificates included. */
    List<SshKey> find() {
        notes.clear();
        List<Path> files = target.spec().identity().map(List::of).orElse(login.identities());
        Map<String, SshKey> agent = agent();
        Set<String> configured = new HashSet<>();
        List<SshKey> ofFiles = new ArrayList<>();
        List<SshKey> keys = new ArrayList<>();
        for (Path file : files) {
            Optional<String> blob = publicKey(file);
            blob.ifPresent(configured::add);
            Optional<SshKey> ofAgent = blob.map(agent::get);
            if (ofAgent.isPresent()) {
                keys.add(ofAgent.get());
            } else {
                file(file).ifPresent(key -> (target.spec().identity().isPresent() ? keys : ofFiles).add(key));
            }
        }
        agent.forEach((blob, key) -> {
            boolean own = configured.contains(key.publicKey().orElse(""))
                    || SshPublicKey.parse(key.getAlgName() + " " + blob)
                            .filter(held -> configured.contains(held.key()))
                            .isPresent();
            if (!keys.contains(key) && (own || !login.only())) {
                keys.add(key);
            }
        });
        keys.addAll(ofFiles);
        return withCertificates(keys, files);
    }

    private List<SshKey> withCertificates(List<SshKey> keys, List<Path> files) {
        List<Path> candidates = new ArrayList<>(login.certificates());
        files.stream()
                .map(file -> Path.of(file + "-cert.pub"))
                .filter(Files::exists)
                .forEach(candidates::add);
        Map<Path, SshPublicKey> certificates = new LinkedHashMap<>();
        for (Path file : candidates) {
            SshPublicKey.read(file)
                    .filter(SshPublicKey::certificate)
                    .ifPresentOrElse(
                            certificate -> certificates.put(file, certificate),
                            () -> notes.add("the certificate " + file + " cannot be read"));
        }
        List<SshKey> all = new ArrayList<>();
        Set<Path> used = new HashSet<>();
        for (SshKey key : keys) {
            certificates.forEach((file, certificate) -> {
                if (key.publicKey().filter(certificate.key()::equals).isPresent()) {
                    used.add(file);
                    all.add(key.with(certificate, file.toString()));
                }
            });
            all.add(key);
        }
        certificates.keySet().stream()
                .filter(file -> !used.contains(file))
                .forEach(file -> notes.add("there is no private key for the certificate " + file));
        return all;
    }

    /** The public key belonging to a file, or held by the file itself: the private half may be in the agent only. */
    private static Optional<String> publicKey(Path file) {
        return SshPublicKey.read(file)
                .or(() -> SshPublicKey.read(Path.of(file + ".pub")))
                .map(SshPublicKey::key)
                .or(() -> Files.isReadable(file) ? load(file).flatMap(SshKeys::blob) : Optional.empty());
    }

    private static Optional<String> blob(Identity identity) {
        return Optional.ofNullable(identity.getPublicKeyBlob()).map(Base64.getEncoder()::encodeToString);
    }

    private static Optional<Identity> load(Path file) {
        try {
            Path pub = Path.of(file + ".pub");
            JSch loader = new JSch();
            // as bytes: given a name, jsch would look for certificates itself
            loader.addIdentity(
                    file.toString(),
                    Files.readAllBytes(file),
                    Files.isReadable(pub) ? Files.readAllBytes(pub) : null,
                    null);
            return loader.getIdentityRepository().getIdentities().stream().findFirst();
        } catch (JSchException | IOException e) {
            LOG.debug("{} is no private key: {}", file, e.toString());
            return Optional.empty();
        }
    }

    private Optional<SshKey> file(Path file) {
        boolean named = target.spec().identity().isPresent();
        if (!Files.isReadable(file)) {
            if (named) {
                throw new Failure.Host(
                        target.at("cannot log in"),
                        "the identity " + file + " cannot be read",
                        "Correct `identity:` of " + target.spec().name() + " in the hosts file.",
                        null);
            }
            return Optional.empty();
        }
        Optional<String> exposed = exposed(file);
        if (exposed.isPresent() && named) {
            throw new Failure.Host(
                    target.at("cannot log in"),
                    "the identity is not safe: " + exposed.get(),
                    "Make it readable for you alone: chmod 600 " + file,
                    null);
        }
        if (exposed.isPresent()) {
            notes.add(exposed.get() + ": bench did not offer it; chmod 600 " + file);
            return Optional.empty();
        }
        Optional<Identity> identity = load(file);
        if (identity.isEmpty()) {
            notes.add(file + " is not a private key that bench can read");
        }
        return identity.map(key -> new SshKey(
                file.toString(),
                key,
                Optional.empty(),
                () -> secrets.unlock(file, passphrase -> {
                    try {
                        return key.setPassphrase(passphrase.clone()) && !key.isEncrypted();
                    } catch (JSchException e) {
                        return false;
                    }
                })));
    }

    /** Like ssh, bench refuses private keys that others can read. */
    private static Optional<String> exposed(Path file) {
        try {
            return PrivateFile.exposed(file);
        } catch (IOException e) {
            return Optional.of("the permissions of " + file + " cannot be read (" + e.getMessage() + ")");
        }
    }

    /** The keys of the agent, by their public key in base64. */
    private Map<String, SshKey> agent() {
        Map<String, SshKey> keys = new LinkedHashMap<>();
        if (login.agent().isEmpty()) {
            return keys;
        }
        try {
            SSHAgentConnector agent = new SSHAgentConnector(login.agent().get());
            if (agent.isAvailable()) {
                for (Identity identity : new AgentIdentityRepository(agent).getIdentities()) {
                    SshKey key = new SshKey(
                            identity.getName() + " of the SSH agent", identity, Optional.empty(), Optional::empty);
                    blob(identity).ifPresent(blob -> keys.put(blob, key));
                }
            }
        } catch (AgentProxyException e) {
            LOG.debug("no SSH agent: {}", e.getMessage());
        }
        return keys;
    }
}
