import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const project = fileURLToPath(new URL('../..', import.meta.url));

const filesUnder = (folder: string): string[] =>
  readdirSync(join(project, folder), { recursive: true, encoding: 'utf8' })
    .filter(name => name.endsWith('.ts') && !name.endsWith('.d.ts'))
    .map(name => join(folder, name).replaceAll('\\', '/'));

const specifiersIn = (source: string): string[] =>
  [...source.matchAll(/(?:\bfrom|\bimport|\brequire)\s*\(?\s*['"]([^'"]+)['"]/g)].map(([, name = '']) => name);

const files = ['src', 'webview'].flatMap(filesUnder);
/** Every import between files of ours, those of types too. */
const imports = new Map(
  files.map(file => {
    const own = specifiersIn(readFileSync(join(project, file), 'utf8')).filter(name => name.startsWith('.'));
    return [
      file,
      own.map(name => join(dirname(file), name).replaceAll('\\', '/')).filter(name => files.includes(name)),
    ];
  }),
);

/** The order of DESIGN: a room imports only from itself and from rooms on earlier lines. */
const ORDER: readonly (readonly string[])[] = [
  ['shared'],
  ['protocol'],
  ['core leaves'],
  ['core/command'],
  ['core/shell-line'],
  ['core/git'],
  ['core/repository'],
  ['core/panels', 'core/writes'],
  ['core/conflicts'],
  ['core/github', 'core/windows'],
  ['core/sandbox'],
  ['core/execute.ts'],
  ['core/tools'],
  ['core'],
  ['mcp', 'hook'],
  // Two commands of the command line are other doors.
  ['vscode', 'cli'],
];

/** Files of core that everybody may import and that import nobody. */
const LEAVES = ['change.ts', 'origin.ts', 'refusals.ts', 'seals.ts', 'user-state.ts'].map(name => `src/core/${name}`);

function roomOf(file: string): string {
  if (LEAVES.includes(file)) return 'core leaves';
  const [top = '', first = '', second = ''] = file.split('/');
  if (top === 'webview') return 'webview';
  if (first !== 'core') return first;
  return second.endsWith('.ts') && second !== 'execute.ts' ? 'core' : `core/${second}`;
}

const rank = (room: string): number => ORDER.findIndex(line => line.includes(room));

/** A command of the command line that is a door of its own. */
const isOwnCommand = (from: string, to: string): boolean => from === 'cli' && to === 'mcp';

const mayImport = (from: string, to: string): boolean =>
  from === 'webview'
    ? ['webview', 'shared', 'protocol'].includes(to)
    : from === to || rank(to) < rank(from) || isOwnCommand(from, to);

/** The first circle in a graph, as the nodes on it; undefined when there is none. */
function circleIn(graph: ReadonlyMap<string, Iterable<string>>): readonly string[] | undefined {
  const done = new Set<string>();
  const visit = (node: string, way: readonly string[]): readonly string[] | undefined => {
    const at = way.indexOf(node);
    if (at !== -1) return [...way.slice(at), node];
    if (done.has(node)) return undefined;
    for (const next of graph.get(node) ?? []) {
      const circle = visit(next, [...way, node]);
      if (circle) return circle;
    }
    done.add(node);
    return undefined;
  };
  for (const node of graph.keys()) {
    const circle = visit(node, []);
    if (circle) return circle;
  }
  return undefined;
}

/** Imports between the folders side by side in a folder. */
function siblings(parent: string): ReadonlyMap<string, Set<string>> {
  const childOf = (file: string) => {
    const way = relative(parent, file).split('/');
    return way.length > 1 && way[0] !== '..' ? way[0] : undefined;
  };
  const graph = new Map<string, Set<string>>();
  for (const [file, targets] of imports) {
    const from = childOf(file);
    if (from === undefined) continue;
    const to = targets.map(childOf).filter(child => child !== undefined && child !== from);
    graph.set(from, new Set([...(graph.get(from) ?? []), ...(to as string[])]));
  }
  return graph;
}

const folders = [
  ...new Set(files.flatMap(file => file.split('/').map((_, at, parts) => parts.slice(0, at).join('/')))),
];

describe('the folder says what may be imported', () => {
  it('finds imports in every spelling', () => {
    const spellings = ["import a from 'x'", "import 'x'", "await import('x')", "require('x')", "export * from 'x'"];
    expect(spellings.map(specifiersIn)).toEqual(spellings.map(() => ['x']));
    expect(specifiersIn("import type { A } from './a.ts'")).toEqual(['./a.ts']);
  });

  it('finds circles, and would find these', () => {
    expect(
      circleIn(
        new Map([
          ['a', ['b']],
          ['b', ['c']],
          ['c', []],
        ]),
      ),
    ).toBeUndefined();
    expect(
      circleIn(
        new Map([
          ['a', ['b']],
          ['b', ['c']],
          ['c', ['b']],
        ]),
      ),
    ).toEqual(['b', 'c', 'b']);
    expect([mayImport('core/git', 'core/writes'), mayImport('core/panels', 'core/writes')]).toEqual([false, false]);
    expect([mayImport('webview', 'core/git'), mayImport('cli', 'vscode'), mayImport('core', 'cli')]).toEqual([
      false,
      false,
      false,
    ]);
  });

  it('every folder of src has its place in the order', () => {
    const rooms = new Set(files.filter(file => file.startsWith('src/')).map(roomOf));
    expect([...rooms].filter(room => rank(room) === -1)).toEqual([]);
  });

  it('no import goes against the order', () => {
    const wrong = [...imports].flatMap(([file, targets]) =>
      targets.filter(target => !mayImport(roomOf(file), roomOf(target))).map(target => `${file} imports ${target}`),
    );
    expect(wrong).toEqual([]);
  });

  it('leaves import nobody', () => {
    expect(LEAVES.filter(leaf => (imports.get(leaf)?.length ?? 1) > 0)).toEqual([]);
  });

  it('no file imports in a circle, types included', () => {
    expect(circleIn(imports)).toBeUndefined();
  });

  it.each(folders)('no folder in %j imports in a circle', folder => {
    expect(circleIn(siblings(folder))).toBeUndefined();
  });

  it('only the editor door takes anything from the editor', () => {
    const users = files.filter(file => specifiersIn(readFileSync(join(project, file), 'utf8')).includes('vscode'));
    expect(users.filter(file => !file.startsWith('src/vscode/'))).toEqual([]);
  });

  it('only the gate gives approvals, and only classify seals commands', () => {
    const usersOf = (name: string) =>
      files.filter(file =>
        new RegExp(`import[^;]*\\b${name}\\b[^;]*from`).test(readFileSync(join(project, file), 'utf8')),
      );
    expect(usersOf('issue')).toEqual(['src/core/writes/gate.ts']);
    expect(usersOf('sealApproval')).toEqual(['src/core/writes/approval.ts']);
    expect(usersOf('sealCommand')).toEqual(['src/core/command/classify.ts']);
  });
});
