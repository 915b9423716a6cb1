package dev.jdbcbench.desk;

import java.io.File;
import java.io.IOException;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.net.URI;
import java.nio.channels.FileChannel;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.AccessMode;
import java.nio.file.CopyOption;
import java.nio.file.DirectoryStream;
import java.nio.file.FileStore;
import java.nio.file.FileSystem;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.nio.file.StandardOpenOption;
import java.nio.file.WatchService;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.FileAttributeView;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.UserPrincipalLookupService;
import java.nio.file.spi.FileSystemProvider;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.StreamSupport;

/**
 * The files of this machine as a JVM on another system sees them. Nothing is below {@code /proc} and {@code /sys}. With the
 * property {@code desk.windows}, there are no POSIX permissions, Unix attributes and links; directories cannot be opened;
 * names that Windows refuses cannot be made; and paths are printed with backslashes, except where a program of this machine
 * must read them ({@code desk.windows=names}). For {@code -Djava.nio.file.spi.DefaultFileSystemProvider}.
 */
public final class DeskFileSystemProvider extends FileSystemProvider {
    private static final Pattern HIDDEN = Pattern.compile("/(proc|sys)(/.*)?");
    private static final Pattern REFUSED = Pattern.compile(".*([<>:\"|?*\\\\]|[ .]$).*");

    private final FileSystemProvider real;
    private final FileSystem realFiles;
    private final Desk files = new Desk();
    private final boolean windows = System.getProperty("desk.windows") != null;
    private final boolean backslashes = "paths".equals(System.getProperty("desk.windows"));

    /** Sees the files of another provider, which is that of this machine. */
    public DeskFileSystemProvider(FileSystemProvider real) {
        this.real = real;
        this.realFiles = real.getFileSystem(URI.create("file:///"));
    }

    private Path seen(Path path) {
        return (Path) Proxy.newProxyInstance(
                DeskFileSystemProvider.class.getClassLoader(), new Class<?>[] {Path.class}, new Seen(behind(path)));
    }

    private static Path behind(Path path) {
        return Proxy.isProxyClass(path.getClass()) && Proxy.getInvocationHandler(path) instanceof Seen seen
                ? seen.path
                : path;
    }

    /** The real file of a path that a JVM on the desk may use. */
    private Path usable(Path path) throws NoSuchFileException {
        Path file = behind(path);
        if (HIDDEN.matcher(file.toAbsolutePath().normalize().toString()).matches()) {
            throw new NoSuchFileException(file + " of another system");
        }
        return file;
    }

    private Path made(Path path) throws NoSuchFileException {
        Path file = usable(path);
        if (windows && REFUSED.matcher(String.valueOf(file.getFileName())).matches()) {
            throw new InvalidPathException(file.toString(), "a name that Windows refuses");
        }
        return file;
    }

    private void refuse(FileAttribute<?>... attributes) {
        for (FileAttribute<?> attribute : attributes) {
            refuse(attribute.name());
        }
    }

    private void refuse(String attributes) {
        if (windows && (attributes.startsWith("posix:") || attributes.startsWith("unix:"))) {
            throw new UnsupportedOperationException(attributes);
        }
    }

    private Path opened(Path path, Set<? extends OpenOption> options) throws IOException {
        boolean makes = options.contains(StandardOpenOption.CREATE) || options.contains(StandardOpenOption.CREATE_NEW);
        Path file = makes ? made(path) : usable(path);
        if (windows && Files.isDirectory(file)) {
            throw new AccessDeniedException(file.toString());
        }
        return file;
    }

    /** A path as it is seen: what it returns is seen, too. */
    private final class Seen implements InvocationHandler {
        private final Path path;

        private Seen(Path path) {
            this.path = path;
        }

        @Override
        public Object invoke(Object self, Method method, Object[] args) throws Throwable {
            switch (method.getName()) {
                case "getFileSystem":
                    return files;
                case "toFile":
                    return new File(path.toString());
                case "toString":
                    return backslashes ? path.toString().replace('/', '\\') : path.toString();
                case "equals":
                    return args[0] instanceof Path other && path.equals(behind(other));
                case "toRealPath":
                    return seen(usable(path).toRealPath((LinkOption[]) args[0]));
                case "iterator":
                    return each(path).iterator();
                default:
                    return found(method, args);
            }
        }

        private Object found(Method method, Object[] args) throws Throwable {
            Object[] all = args == null ? new Object[0] : args.clone();
            for (int i = 0; i < all.length; i++) {
                if (all[i] instanceof Path other) {
                    all[i] = behind(other);
                } else if (all[i] instanceof String text) {
                    all[i] = slashes(text);
                }
            }
            try {
                Object result = method.invoke(path, all);
                return result instanceof Path found ? seen(found) : result;
            } catch (InvocationTargetException e) {
                throw e.getCause();
            }
        }
    }

    private String slashes(String text) {
        return windows ? text.replace('\\', '/') : text;
    }

    private List<Path> each(Iterable<Path> some) {
        List<Path> all = new ArrayList<>();
        some.forEach(path -> all.add(seen(path)));
        return all;
    }

    private final class Desk extends FileSystem {
        @Override
        public FileSystemProvider provider() {
            return DeskFileSystemProvider.this;
        }

        @Override
        public void close() {
            throw new UnsupportedOperationException();
        }

        @Override
        public boolean isOpen() {
            return true;
        }

        @Override
        public boolean isReadOnly() {
            return false;
        }

        @Override
        public String getSeparator() {
            return backslashes ? "\\" : "/";
        }

        @Override
        public Iterable<Path> getRootDirectories() {
            return each(realFiles.getRootDirectories());
        }

        @Override
        public Iterable<FileStore> getFileStores() {
            return realFiles.getFileStores();
        }

        @Override
        public Set<String> supportedFileAttributeViews() {
            return windows ? Set.of("basic", "owner", "dos", "acl", "user") : Set.of("basic", "owner", "posix", "unix");
        }

        @Override
        public Path getPath(String first, String... more) {
            String[] rest = new String[more.length];
            for (int i = 0; i < more.length; i++) {
                rest[i] = slashes(more[i]);
            }
            return seen(realFiles.getPath(slashes(first), rest));
        }

        @Override
        public PathMatcher getPathMatcher(String pattern) {
            PathMatcher matcher = realFiles.getPathMatcher(pattern);
            return path -> matcher.matches(behind(path));
        }

        @Override
        public UserPrincipalLookupService getUserPrincipalLookupService() {
            return realFiles.getUserPrincipalLookupService();
        }

        @Override
        public WatchService newWatchService() throws IOException {
            return realFiles.newWatchService();
        }
    }

    @Override
    public String getScheme() {
        return real.getScheme();
    }

    @Override
    public FileSystem newFileSystem(URI uri, Map<String, ?> settings) throws IOException {
        return real.newFileSystem(uri, settings);
    }

    @Override
    public FileSystem getFileSystem(URI uri) {
        return files;
    }

    @Override
    public Path getPath(URI uri) {
        return seen(real.getPath(uri));
    }

    @Override
    public SeekableByteChannel newByteChannel(
            Path path, Set<? extends OpenOption> options, FileAttribute<?>... attributes) throws IOException {
        refuse(attributes);
        return real.newByteChannel(opened(path, options), options, attributes);
    }

    @Override
    public FileChannel newFileChannel(Path path, Set<? extends OpenOption> options, FileAttribute<?>... attributes)
            throws IOException {
        refuse(attributes);
        return real.newFileChannel(opened(path, options), options, attributes);
    }

    @Override
    public DirectoryStream<Path> newDirectoryStream(Path directory, DirectoryStream.Filter<? super Path> filter)
            throws IOException {
        DirectoryStream<Path> found = real.newDirectoryStream(usable(directory), path -> filter.accept(seen(path)));
        return new DirectoryStream<>() {
            @Override
            public Iterator<Path> iterator() {
                return StreamSupport.stream(found.spliterator(), false)
                        .map(DeskFileSystemProvider.this::seen)
                        .iterator();
            }

            @Override
            public void close() throws IOException {
                found.close();
            }
        };
    }

    @Override
    public void createDirectory(Path directory, FileAttribute<?>... attributes) throws IOException {
        refuse(attributes);
        real.createDirectory(made(directory), attributes);
    }

    @Override
    public void createSymbolicLink(Path link, Path target, FileAttribute<?>... attributes) throws IOException {
        if (windows) {
            throw new FileSystemException(link + ": a required privilege is not held by the client");
        }
        real.createSymbolicLink(made(link), behind(target), attributes);
    }

    @Override
    public Path readSymbolicLink(Path link) throws IOException {
        return seen(real.readSymbolicLink(usable(link)));
    }

    @Override
    public void delete(Path path) throws IOException {
        real.delete(usable(path));
    }

    @Override
    public void copy(Path source, Path target, CopyOption... options) throws IOException {
        real.copy(usable(source), made(target), options);
    }

    @Override
    public void move(Path source, Path target, CopyOption... options) throws IOException {
        real.move(usable(source), made(target), options);
    }

    @Override
    public boolean isSameFile(Path one, Path other) throws IOException {
        return real.isSameFile(usable(one), usable(other));
    }

    @Override
    public boolean isHidden(Path path) throws IOException {
        return real.isHidden(usable(path));
    }

    @Override
    public FileStore getFileStore(Path path) throws IOException {
        return real.getFileStore(usable(path));
    }

    @Override
    public void checkAccess(Path path, AccessMode... modes) throws IOException {
        real.checkAccess(usable(path), modes);
    }

    @Override
    public <V extends FileAttributeView> V getFileAttributeView(Path path, Class<V> type, LinkOption... options) {
        return windows && type == PosixFileAttributeView.class
                ? null
                : real.getFileAttributeView(behind(path), type, options);
    }

    @Override
    public <A extends BasicFileAttributes> A readAttributes(Path path, Class<A> type, LinkOption... options)
            throws IOException {
        if (windows && type == PosixFileAttributes.class) {
            throw new UnsupportedOperationException(type.getName());
        }
        return real.readAttributes(usable(path), type, options);
    }

    @Override
    public Map<String, Object> readAttributes(Path path, String attributes, LinkOption... options) throws IOException {
        refuse(attributes);
        return real.readAttributes(usable(path), attributes, options);
    }

    @Override
    public void setAttribute(Path path, String attribute, Object value, LinkOption... options) throws IOException {
        refuse(attribute);
        real.setAttribute(usable(path), attribute, value, options);
    }
}
