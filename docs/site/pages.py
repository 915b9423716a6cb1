"""A hook of MkDocs that takes the pages of the checkout as they are.

Links in the pages suit a repository: some lead out of docs/, some to a directory. Here a file outside of docs/ that a page links to becomes a page
itself, under checkout/, and a directory becomes a list of its files. The navigation is the table of docs/index.md.
"""

import os
import posixpath
import re
from pathlib import Path

from mkdocs.exceptions import PluginError
from mkdocs.structure.files import File, InclusionLevel

CHECKOUT = Path(__file__).resolve().parent.parent.parent
DOCS = "docs/"
OUTSIDE = "checkout/"
HOME = "index.md"
README = "README.md"

# Groups: what stands before the target, its path, its anchor.
LINK = re.compile(r"(?<!`)(\[[^]]*]\()([^)\s#]+)(#[^)\s]*)?(?=\))")
CODE_BLOCK = re.compile(r"(?ms)^```.*?^```")
GROUP = re.compile(r"(?m)^\| \*\*([^*]+)\*\* \| (.*) \|$")


def path_in_checkout(src_uri):
    """The path of a page's source in the checkout."""
    if not src_uri.startswith(OUTSIDE):
        return DOCS + src_uri
    path = src_uri[len(OUTSIDE) :]
    return path if (CHECKOUT / path).exists() else path.removesuffix(".md")


def place(path):
    """Where a file or directory of the checkout is found among the pages."""
    file = CHECKOUT / path
    inside = path[len(DOCS) :] if path.startswith(DOCS) else OUTSIDE + path
    if file.is_dir():
        return inside + "/index.md"
    return inside if path.startswith(DOCS) or path.endswith(".md") else inside + ".md"


def targets(path, markdown):
    """The files and directories of the checkout to which the page at this path links; those that are missing are left to MkDocs."""
    for link in LINK.finditer(CODE_BLOCK.sub("", markdown)):
        target = resolved(path, link.group(2))
        if target:
            yield target


def resolved(path, target):
    joined = posixpath.normpath(posixpath.join(posixpath.dirname(path), target))
    inside = not re.match(r"[a-z]+:|/", target) and not joined.startswith("..")
    return joined if inside and (CHECKOUT / joined).exists() else None


def title(path):
    heading = re.search(r"(?m)^# (.*)$", (CHECKOUT / path).read_text(encoding="utf-8"))
    return heading.group(1) if heading else posixpath.basename(path)


def listing(directory):
    """A page with the files under a directory."""
    # A search finds the pages themselves.
    lines = ["---", "search: { exclude: true }", "---", f"# {posixpath.basename(directory).capitalize()}", ""]
    for file in sorted(entry for entry in (CHECKOUT / directory).rglob("*") if entry.is_file()):
        name = file.relative_to(CHECKOUT / directory).as_posix()
        label = title(f"{directory}/{name}") if name.endswith(".md") else name
        lines.append(f"- [{label}]({name})")
    return "\n".join(lines) + "\n"


def content(path):
    file = CHECKOUT / path
    if file.is_dir():
        return listing(path)
    text = file.read_text(encoding="utf-8")
    if path.endswith(".md"):
        return text
    return f"# {posixpath.basename(path)}\n\n```{file.suffix[1:]}\n{text}```\n"


def on_config(config):
    index = (CHECKOUT / DOCS / HOME).read_text(encoding="utf-8")
    nav = [{"Documentation": HOME}, {"README": OUTSIDE + README}]
    for name, links in GROUP.findall(index):
        entries = []
        for before, target, anchor in LINK.findall(links):
            if not anchor:
                label = before[1:-2]
                entries.append({label[0].upper() + label[1:]: section(target)})
        nav.append({name: entries})
    if len(nav) < 4:
        raise PluginError("docs/index.md has no table of pages")
    config.nav = nav
    return config


def section(target):
    directory = CHECKOUT / DOCS / target
    if not directory.is_dir():
        return target
    return [f"{target}/{HOME}"] + [f"{target}/{page.name}" for page in sorted(directory.glob("*.md"))]


def on_files(files, config):
    waiting = [README] + [path_in_checkout(file.src_uri) for file in files.documentation_pages()]
    while waiting:
        path = waiting.pop()
        uri = place(path)
        if uri not in files.src_uris:
            files.append(File.generated(config, uri, content=content(path), inclusion=InclusionLevel.NOT_IN_NAV))
        if path.endswith(".md"):
            markdown = (CHECKOUT / path).read_text(encoding="utf-8")
            waiting += [target for target in targets(path, markdown) if place(target) not in files.src_uris]
    return files


def on_page_markdown(markdown, page, config, files):
    path = path_in_checkout(page.file.src_uri)

    def rewritten(link):
        target = resolved(path, link.group(2))
        if not target:
            return link.group(0)
        there = os.path.relpath(place(target), posixpath.dirname(page.file.src_uri) or ".")
        return link.group(1) + there + (link.group(3) or "")

    return LINK.sub(rewritten, markdown)
