import { destroys, overwritesFile, refuse, reveals } from '../acts.ts';
import { objectTo } from '../judge.ts';
import type { Objection } from '../table.ts';

/** The refs of the journal: whoever moves, deletes or publishes them takes undo away, or gives away what it keeps. */
const OWN = 'refs/sluice/';
/** Whatever its case: on some disks that is the same file. */
const FULL = /(?:^(?:-\w)?|[+:^=/])refs\/sluice(?:\/|$)/i;
/** git also finds a ref by its name without `refs/`; to commands that take files it is one of those. */
const SHORT = /(?:^|[+:^=])sluice\/(?:expired|journal|keep)(?:\/|$)/i;
/** With the id of an entry, which no file is called. */
const ENTRY = /(?:^(?:-\w)?|[+:^=])sluice\/(?:expired|journal|keep)\/\d{8}T\d{9}Z-[\da-f]{8}/i;
const TRANSFERS = ['fetch', 'pull', 'push', 'remote', 'send-pack'];
const TAKES_REFS = [...TRANSFERS, 'branch', 'refs', 'symbolic-ref', 'tag', 'update-ref'];

const keeps = refuse(destroys('is where Sluice keeps what undo brings back; use Undo, or remove it in a terminal'));
const publishes = refuse(
  destroys('includes refs/sluice/, with what undo brings back; name branches and tags, as with --all and --tags'),
);

/** Subcommands that write what refs reach into a file, for others to have. */
const EXPORTS = ['bundle', 'pack-objects'];
const LEFT_OUT = `--exclude=${OWN}*`;
const takesAlong = refuse(
  overwritesFile(
    `includes refs/sluice/, with the files that Undo brings back; write --branches --tags, or ${LEFT_OUT} before it`,
  ),
);

/** Subcommands that say nothing of a ref but its name and what it points to. */
const LISTS = ['for-each-ref', 'ls-remote', 'name-rev', 'refs', 'rev-parse', 'show-ref', 'symbolic-ref'];
const shows = reveals('holds files that Undo brings back, secrets among them; the journal shows which');

/** The objection to a read that would show what the journal keeps. */
export function objectToShownJournal(subcommand: string, words: readonly string[]): Objection | undefined {
  const named = LISTS.includes(subcommand) ? undefined : words.find(word => FULL.test(word) || SHORT.test(word));
  return named === undefined ? undefined : objectTo(`'${named}'`, shows);
}

/** The objection to a write that names the refs of the journal, or every ref there is; `before` stands before the subcommand. */
export function objectToOwnRefs(
  subcommand: string,
  words: readonly string[],
  before: readonly string[],
): Objection | undefined {
  const isExport = EXPORTS.includes(subcommand);
  const named =
    words.find(
      word =>
        !(isExport && word === LEFT_OUT) &&
        (FULL.test(word) || ENTRY.test(word) || (TAKES_REFS.includes(subcommand) && SHORT.test(word))),
    ) ?? before.find(word => FULL.test(word));
  if (named !== undefined) return objectTo(`'${named}'`, keeps);
  const taken = isExport ? wholeSet(words) : undefined;
  if (taken !== undefined) return objectTo(taken, takesAlong);
  const set = subcommand === 'config' ? words.find(word => word.includes('refs/') && isPatternOfOwn(word)) : undefined;
  if (set !== undefined) return objectTo(`'${set}'`, publishes);
  if (!TRANSFERS.includes(subcommand)) return undefined;
  const all =
    words.find(word => (MIRRORS.includes(subcommand) && isMirror(word)) || isPatternOfOwn(valueIn(word))) ??
    before.find(word => REFSPECS.test(word));
  return all === undefined ? undefined : objectTo(`'${all}'`, publishes);
}

/** The word that stands for refs of the journal too. What is left out is left out of the next set alone. */
function wholeSet(words: readonly string[]): string | undefined {
  return words.find((word, at) => {
    const glob = /^--glob(?:=(.*))?$/s.exec(word);
    const isWhole =
      word === '--all' || word === '--reflog' || (glob !== null && mayFit(glob[1] ?? words[at + 1] ?? ''));
    return isWhole && words[at - 1] !== LEFT_OUT;
  });
}

/** git puts `refs/` before a pattern that does not begin with it, and a star behind one that has none. */
function mayFit(glob: string): boolean {
  const pattern = glob.startsWith('refs/') ? glob : `refs/${glob}`;
  const wild = pattern.search(/[*?[\\]/);
  return fits(wild === -1 ? `${pattern}/` : pattern.slice(0, wild));
}

const MIRRORS = ['push', 'remote', 'send-pack'];
/** Also abbreviated, as git takes it. */
const isMirror = (word: string): boolean => /^--m(?:i(?:r(?:r(?:or?)?)?)?)?(?:=|$)/.test(word);
/** Settings by which a transfer without such words reaches every ref all the same. */
const REFSPECS = /(?:^|=)remote\..*\.(?:fetch|mirror|push)(?:=|$)/is;
/** The refspec that an option such as `--refmap` may be given. */
const valueIn = (word: string): string => (word.startsWith('-') ? word.slice(word.indexOf('=') + 1) : word);

/** A refspec whose pattern fits the refs of the journal on either side. */
export function isPatternOfOwn(word: string): boolean {
  if (word.startsWith('-') || word.startsWith('^')) return false;
  const sides = word.replace(/^\+/, '').split(':');
  return sides.some(side => side.includes('*') && fits(side.slice(0, side.indexOf('*'))));
}

const fits = (before: string): boolean => {
  const prefix = before.toLowerCase();
  return OWN.startsWith(prefix) || prefix.startsWith(OWN);
};

/** Whether a setting `remote.<name>.<fetch|mirror|push>` lets a transfer reach the refs of the journal. */
export const isSettingOfOwn = (key: string, value: string): boolean =>
  key.endsWith('.mirror') ? !/^(?:false|no|off|0|)$/i.test(value) : FULL.test(value) || isPatternOfOwn(value);
