/** A stream for git fast-import, put together piece by piece: one process makes the whole history. */
class Stream {
  #text = '';
  #clock = 1_700_000_000;

  raw(line: string): this {
    this.#text += `${line}\n`;
    return this;
  }

  data(content: string): this {
    return this.raw(`data ${Buffer.byteLength(content)}\n${content}`);
  }

  /** Starts a commit; files follow. */
  commit(ref: string, message: string, parents: { from?: string; merge?: readonly string[] } = {}): this {
    this.#clock += 3600;
    this.raw(`commit ${ref}`).raw(`mark :${this.#mark(message)}`);
    this.raw(`author Ann Author <ann@example.com> ${this.#clock} +0200`);
    this.raw(`committer Cay Committer <cay@example.com> ${this.#clock} +0000`).data(`${message}\n`);
    if (parents.from !== undefined) this.raw(`from ${parents.from}`);
    for (const parent of parents.merge ?? []) this.raw(`merge ${parent}`);
    return this;
  }

  file(path: string, content: string, mode = '100644'): this {
    return this.raw(`M ${mode} inline ${JSON.stringify(path)}`).data(content);
  }

  tag(name: string, from: string, message: string): this {
    this.raw(`tag ${name}`).raw(`from ${from}`);
    return this.raw(`tagger Ann Author <ann@example.com> ${this.#clock} +0000`).data(message);
  }

  /** The number of the commit with this message. */
  #mark(message: string): number {
    return this.#marks.push(message);
  }
  readonly #marks: string[] = [];
  at(message: string): string {
    return `:${this.#marks.indexOf(message) + 1}`;
  }

  get text(): string {
    return `${this.#text}done\n`;
  }
}

/** Names that trip whoever splits at blanks, quotes badly or trims; the last two look like options. */
export const oddNames = [
  'name with spaces.txt',
  `quo"te's.txt`,
  'ünï cödé.txt',
  'trailing blank ',
  '-dash',
  '--output=x',
];

/** One file of every kind the attributes send through a program. */
const driven = ['x.ext', 'x.conv', 'x.flt', 'x.proc', 'x.mrg'];

const lines = (title: string, from = 1, to = 12) =>
  Array.from({ length: to - from + 1 }, (_, index) => `${title} line ${from + index}\n`).join('');

/** Two commits, for a submodule. */
export function submoduleHistory(): string {
  const stream = new Stream();
  stream.commit('refs/heads/main', 'sub one').file('.gitattributes', '*.ext diff=external\n*.conv diff=conv\n');
  for (const name of ['s.txt', 's.ext', 's.conv']) stream.file(name, lines(name));
  stream.commit('refs/heads/main', 'sub two', { from: stream.at('sub one') }).file('s.ext', lines('changed'));
  return stream.text;
}

/** Branches, a merge with a resolved conflict, tags, notes and a stash that holds untracked files. */
export function mainHistory(attributes: string, submodule: string): string {
  const stream = new Stream();
  const at = (message: string) => stream.at(message);
  stream.commit('refs/heads/main', 'first').file('.gitattributes', attributes).file('.gitignore', '*.log\nbuild/\n');
  stream.file('.mailmap', 'Ann <ann@example.com> <old@example.com>\n');
  const modules = ['sub', 'raw'].map(name => `[submodule "${name}"]\n\tpath = ${name}\n\turl = ./${name}\n`);
  stream.file('.gitmodules', modules.join(''));
  for (const name of [
    ...driven,
    ...oddNames,
    'a.txt',
    'dir/b.txt',
    'staged.txt',
    'conflict.txt',
    'gone.txt',
    'e.crlf',
  ]) {
    stream.file(name, lines(name));
  }
  stream.file('dir/deep/c.c', 'int main(void)\n{\n\treturn 0;\n}\n\nint other(int a)\n{\n\treturn a;\n}\n');
  stream
    .file('bin.dat', '\0\u0001\u0002binary\0')
    .file('run.sh', '#!/bin/sh\n', '100755')
    .file('link', 'a.txt', '120000');
  for (const path of ['sub', 'raw']) stream.raw(`M 160000 ${submodule} ${path}`);
  stream.commit('refs/heads/main', 'second on main', { from: at('first') });
  for (const name of [...driven, 'a.txt', 'conflict.txt']) stream.file(name, lines(`main ${name}`));
  stream.raw('R "gone.txt" "dir/renamed.txt"');
  stream.commit('refs/heads/topic', 'on topic', { from: at('first') });
  for (const name of [...driven, 'dir/b.txt', 'conflict.txt']) stream.file(name, lines(`topic ${name}`));
  const merge = { from: at('second on main'), merge: [at('on topic')] };
  stream.commit('refs/heads/main', "Merge branch 'topic'", merge);
  for (const name of [...driven, 'conflict.txt']) stream.file(name, lines(`merged ${name}`));
  const trailer = 'with a trailer\n\nThe body.\n\nReviewed-by: Rae <rae@example.com>';
  stream.commit('refs/heads/main', trailer, { from: at("Merge branch 'topic'") }).file('dir/deep/d.txt', 'd\n');
  stream.commit('refs/heads/theirs', 'conflicting', { from: at("Merge branch 'topic'") });
  stream.file('conflict.txt', lines('theirs')).file('x.mrg', lines('theirs'));
  stream.commit('refs/heads/main', 'ours', { from: at(trailer) });
  stream.file('conflict.txt', lines('ours')).file('x.mrg', lines('ours'));
  stream
    .raw('reset refs/heads/feature/odd')
    .raw(`from ${at('second on main')}`)
    .raw('');
  stream
    .raw('reset refs/remotes/origin/main')
    .raw(`from ${at("Merge branch 'topic'")}`)
    .raw('');
  stream
    .raw('reset refs/tags/light')
    .raw(`from ${at('first')}`)
    .raw('');
  stream
    .raw('reset refs/bisect/bad')
    .raw(`from ${at('ours')}`)
    .raw('');
  stream.tag('v1.0', at("Merge branch 'topic'"), 'Version 1.0\n\nNotes of the release.\n');
  stream.commit('refs/stash-index', 'index on main: ours', { from: at('ours') }).file('staged.txt', lines('stashed'));
  stream.commit('refs/stash-files', 'untracked files on main: ours').file('stashed untracked.conv', 'untracked\n');
  const parts = { from: at('ours'), merge: [at('index on main: ours'), at('untracked files on main: ours')] };
  stream.commit('refs/stash', 'WIP on main: ours', parts);
  for (const name of driven) stream.file(name, lines(`stashed ${name}`));
  stream
    .commit('refs/notes/commits', 'a note')
    .raw(`N inline ${at('ours')}`)
    .data('A note.\n');
  return stream.text;
}
