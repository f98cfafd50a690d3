import { asks, changes, destroys, refusesTerminal, runs } from '../acts.ts';
import {
  each,
  group,
  inForce,
  leaf,
  type Node,
  none,
  type OptionRows,
  objectTo,
  options,
  type Shape,
  upTo,
  type Walked,
  words,
} from '../table.ts';
import { abbreviation } from './diff-options.ts';

/** A commit or object: with nothing in its place the option could count as not given. */
const named: Shape = { like: /\S/, written: '<commit>' };

/** Options that branch, tag and for-each-ref share through ref-filter.c. */
const refFilter = {
  checked: {
    '--format': 'ref-format',
    '--merged': { last: named },
    '--no-merged': { last: named },
    '--points-at': { last: named },
    '--sort': 'ref-sort',
    '--with --contains': { last: named },
    '--without --no-contains': { last: named },
  },
} as const satisfies OptionRows;
const filters = ['--contains', '--merged', '--no-contains', '--no-merged', '--points-at'];

const wouldCreate = (what: string) => (walked: Walked) => ({
  ...changes(''),
  reason: `'${walked.positionals[0]}' would create a ${what}; with --list it only reads`,
});

/** git-branch(1): lists with no name or in list mode; any other bare name creates, moves or deletes. */
const branch = leaf({
  options: options(refFilter, {
    flag: [
      '-a --all',
      '-i --ignore-case',
      '-l --list',
      '-q --quiet',
      '-r --remotes',
      '-v --verbose',
      '--no-color',
      '--no-column',
      '--omit-empty',
      '--show-current',
    ],
    optional: ['--color', '--column'],
    value: ['--forked'],
    checked: { '--abbrev': { optional: abbreviation } },
    flagActs: {
      '-c --copy': changes('copies a branch'),
      '-C': destroys('copies a branch over another'),
      '-d --delete': changes('deletes a branch'),
      '-D': destroys('deletes a branch even if it is not merged'),
      '-f --force': destroys('moves a branch that exists'),
      '-m --move': changes('renames a branch'),
      '-M': destroys('renames a branch over another'),
      // A flag to older gits, so that what follows it in a cluster counts.
      '-t': changes('sets up tracking'),
    },
    acts: {
      '--track': changes('sets up tracking'),
      '-u --set-upstream-to': changes('sets the upstream'),
      '--create-reflog': changes('creates a branch'),
      '--delete-merged': destroys('deletes branches'),
      '--edit-description': refusesTerminal('opens an editor; set branch.<name>.description with git config'),
      '--recurse-submodules': changes('creates a branch in submodules'),
      '--set-upstream': changes('sets the upstream'),
      '--unset-upstream': changes('removes the upstream'),
    },
  }),
  forms: [{ with: ['--show-current'], takes: none }, { with: ['--list', ...filters], takes: words() }, { takes: none }],
  otherwise: wouldCreate('branch'),
  dependsOn: ['refs', 'config'],
});

/** git-tag(1): lists with no name or in list mode. */
const tag = leaf({
  options: options(refFilter, {
    flag: ['-i --ignore-case', '-l --list', '--no-color', '--no-column', '--omit-empty'],
    optional: ['--color', '--column'],
    checked: { '-n': { optional: upTo(99_999) } },
    flagActs: {
      '-a --annotate': changes('creates a tag'),
      '-d --delete': destroys('deletes a tag'),
      '-e --edit': asks('opens an editor'),
      '-f --force': destroys('moves a tag that exists'),
      '-s --sign': runs('signs a tag with gpg'),
      '-v --verify': runs('verifies a signature with gpg; cat-file -p shows the signature'),
    },
    acts: {
      '-F --file': changes('creates a tag'),
      '-m --message': changes('creates a tag'),
      '-u --local-user': runs('signs a tag with gpg'),
      '--cleanup': changes('creates a tag'),
      '--create-reflog': changes('creates a tag'),
      '--trailer': changes('creates a tag'),
    },
  }),
  forms: [{ with: ['--list', '-n', ...filters], takes: words() }, { takes: none }],
  otherwise: wouldCreate('tag'),
  dependsOn: ['refs'],
});

/** git-for-each-ref(1), and `git refs list`, which is the same command. */
const forEachRef = leaf({
  options: options(refFilter, {
    flag: [
      '-p --perl',
      '-s --shell',
      '--ignore-case',
      '--include-root-refs',
      '--no-color',
      '--omit-empty',
      '--python',
      '--stdin',
      '--tcl',
    ],
    optional: ['--color'],
    value: ['--exclude', '--start-after'],
    checked: { '--count': upTo(9_999_999) },
  }),
  forms: [{ takes: words() }],
  dependsOn: ['refs'],
});

/** git-show-ref(1). */
const showRef = leaf({
  options: options({
    flag: ['-d --dereference', '-h', '-q --quiet', '--branches', '--exists', '--head', '--heads', '--tags', '--verify'],
    optional: ['--exclude-existing'],
    checked: { '-s --hash': { optional: abbreviation }, '--abbrev': { optional: abbreviation } },
  }),
  forms: [{ takes: words() }],
  dependsOn: ['refs'],
});

/** git-symbolic-ref(1): one name reads, two write. */
const symbolicRef = leaf({
  options: options({
    flag: ['-q --quiet', '--recurse', '--short'],
    acts: { '-d --delete': changes('deletes a symbolic ref'), '-m': changes('sets a symbolic ref') },
  }),
  forms: [{ takes: words(1, 1) }],
  otherwise: ({ options: given, positionals: [name = '', goal = ''] }) =>
    given.has('--delete') && !name.startsWith('refs/remotes/')
      ? objectTo(`'${name}'`, destroys('would be deleted'))
      : objectTo(`'${goal}'`, changes(`would become what '${name}' points to; name one ref to read it`)),
  dependsOn: ['refs'],
});

/** git-show-branch(1). */
const showBranch = leaf({
  options: options({
    flag: [
      '-a --all',
      '-r --remotes',
      '--current',
      '--date-order',
      '--independent',
      '--list',
      '--merge-base',
      '--name',
      '--no-color',
      '--no-name',
      '--sha1-name',
      '--sparse',
      '--topics',
      '--topo-order',
    ],
    optional: ['--color'],
    checked: {
      '-g --reflog': { optional: { like: /^\d{1,5}(?:,.*)?$/, written: '<n>,<base>' } },
      '--more': { optional: { ...upTo(9999), orMinusOne: true } },
    },
  }),
  forms: [{ takes: words() }],
  dependsOn: ['refs'],
});

/** git-describe(1): `--dirty` and `--broken` rewrite the index they refresh, so they are given a copy. */
const describe = leaf({
  options: options({
    flag: ['--all', '--always', '--contains', '--debug', '--exact-match', '--first-parent', '--long', '--tags'],
    optional: ['--broken', '--dirty'],
    value: ['--exclude', '--match'],
    checked: { '--abbrev': { optional: abbreviation }, '--candidates': upTo(9999) },
  }),
  forms: [{ takes: words() }],
  dependsOn: walked => (isDirtyCheck(walked) ? ['refs', 'index', 'worktree'] : ['refs']),
  copyIndex: isDirtyCheck,
});
function isDirtyCheck(walked: Walked): boolean {
  return inForce(walked, '--dirty') || inForce(walked, '--broken');
}

/** git-merge-base(1), git-name-rev(1), git-check-ref-format(1). */
const mergeBase = leaf({
  options: options({ flag: ['-a --all', '--fork-point', '--independent', '--is-ancestor', '--octopus'] }),
  forms: [{ takes: words(1) }],
  dependsOn: ['refs'],
});
const nameRev = leaf({
  options: options({
    flag: ['--all', '--always', '--annotate-stdin', '--name-only', '--peel-tag', '--stdin', '--tags', '--undefined'],
    value: ['--exclude', '--refs'],
  }),
  forms: [{ takes: words() }],
  dependsOn: ['refs'],
});
const checkRefFormat = leaf({
  dialect: 'revisions',
  options: options({
    flag: ['--allow-onelevel', '--branch', '--no-allow-onelevel', '--normalize', '--print', '--refspec-pattern'],
  }),
  forms: [{ takes: words(1, 1) }],
  dependsOn: ['refs'],
});

/** git-refs(1), new in git 2.46. */
const refsCommand = group(
  {
    list: { ...forEachRef, guardAlias: true },
    verify: leaf({
      options: options({ flag: ['--strict', '--verbose'] }),
      forms: [{ takes: none }],
      dependsOn: ['refs'],
      guardAlias: true,
    }),
    exists: leaf({ options: options(), forms: [{ takes: words(1, 1) }], dependsOn: ['refs'], guardAlias: true }),
    ...each('create rename', changes('changes a ref')),
    update: destroys('moves a ref, wherever it is'),
    delete: destroys('deletes a ref'),
    migrate: destroys('rewrites how all refs are stored, which older gits cannot read'),
    optimize: changes('rewrites how refs are stored'),
  },
  changes('changes refs'),
);

/** git-rev-parse(1): its own parser; it prints whatever it does not know, but only what is listed here is let through. */
const revParse = leaf({
  dialect: 'revisions',
  options: options({
    flag: [
      '-q --quiet',
      '--absolute-git-dir',
      '--all',
      '--bisect',
      '--flags',
      '--git-common-dir',
      '--git-dir',
      '--is-bare-repository',
      '--is-inside-git-dir',
      '--is-inside-work-tree',
      '--is-shallow-repository',
      '--local-env-vars',
      '--no-flags',
      '--no-revs',
      '--not',
      '--revs-only',
      '--shared-index-path',
      '--show-cdup',
      '--show-prefix',
      '--show-ref-format',
      '--show-superproject-working-tree',
      '--show-toplevel',
      '--sq',
      '--sq-quote',
      '--symbolic',
      '--symbolic-full-name',
      '--verify',
    ],
    optional: [
      '--abbrev-ref',
      '--after',
      '--before',
      '--branches',
      '--disambiguate',
      '--exclude',
      '--exclude-hidden',
      '--glob',
      '--output-object-format',
      '--path-format',
      '--remotes',
      '--show-object-format',
      '--since',
      '--tags',
      '--until',
    ],
    value: ['--default', '--git-path', '--prefix'],
    checked: { '--resolve-git-dir': 'path', '--short': { optional: abbreviation } },
  }),
  forms: [{ takes: words() }],
  dependsOn: ['refs'],
});

export const refs: Record<string, Node> = {
  branch,
  tag,
  'for-each-ref': forEachRef,
  'show-ref': showRef,
  'symbolic-ref': symbolicRef,
  'show-branch': showBranch,
  describe,
  'merge-base': mergeBase,
  'name-rev': nameRev,
  'check-ref-format': checkRefFormat,
  refs: refsCommand,
  'rev-parse': revParse,
  'verify-commit': runs('verifies a signature with gpg; cat-file -p shows the signature'),
  'verify-tag': runs('verifies a signature with gpg; cat-file -p shows the signature'),
};
