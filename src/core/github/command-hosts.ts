import type { CommandBase } from '../command/command.ts';

type GhCommand = Pick<CommandBase, 'subcommand' | 'rest'>;

/** Options whose value is a repository or a host. */
const NAMES_HOST = /^(?:-[A-Za-z]*R=?|--repo=|--hostname=|--source=|--target-repo=)(?=.)/;
const TAKES_REPOSITORY = /^(?:-[A-Za-z]*R|--repo|--source)$/;
const TAKES_HOST = /^--hostname$/;
/** Texts that people write, with whatever addresses in them; gh takes no other meaning from them. */
const TAKES_TEXT = /^--(?:body|description|notes|subject|title)$/;
const IS_TEXT = /^--(?:body|description|notes|subject|title)=/;

const ADDRESS = /^(?<scheme>[a-z][a-z\d+.-]*):\/\/(?:[^/@]*@)?(?<host>[^/?#]*)/i;
const SCP = /^[^/@:]+@(?<host>[^/:]+):/;
/** HOST/OWNER/REPO, which may as well be a path or a branch. */
const THREE_PARTS = /^(?<host>[^/\s]+)\/[^/]+\/[^/]+$/;

/** Groups whose arguments are repositories or addresses of the API. */
const TOLD_BY_ARGUMENT = new Set(['api', 'extension', 'extensions', 'ext', 'repo']);

/** Groups with an action whose argument is another repository. */
const TAKES_OTHERS = new Set(['issue', 'label']);

/** A host that a word names. */
export interface NamedHost {
  readonly host: string;
  /** `told`: gh is told to ask it; `argument`: an item's address; `perhaps`: text of an option, or a path, as likely. */
  readonly as: 'told' | 'argument' | 'perhaps';
}

/**
 * Every host that the words of a gh command name, or could be taken to name. gh hands a token for an enterprise to any
 * host but GitHub's own, so whoever gives it one has to know where all of its words may lead. A host over plain HTTP,
 * where everybody on the way would see the token, is given with its scheme.
 */
export function hostsNamed({ subcommand, rest }: GhCommand): readonly NamedHost[] {
  return rest.flatMap((word, at): NamedHost[] => {
    const previous = rest[at - 1] ?? '';
    if (IS_TEXT.test(word) || isText(rest, at)) return [];
    if (TAKES_HOST.test(previous)) return [{ host: asGitHub(word), as: 'told' }];
    const isOption = word.startsWith('-');
    const value = isOption ? word.replace(NAMES_HOST, '').replace(/^--?[^=]*=/, '') : word;
    if (word.startsWith('--hostname=')) return [{ host: asGitHub(value), as: 'told' }];
    const isToldBy = NAMES_HOST.test(word) || TAKES_REPOSITORY.test(previous);
    const isArgument = !isOption && (!previous.startsWith('-') || previous.includes('='));
    const isTold = isToldBy || (isArgument && TOLD_BY_ARGUMENT.has(subcommand));
    const [host, isAddress] = hostIn(value, subcommand !== 'api' && (isTold || TAKES_OTHERS.has(subcommand))) ?? [];
    if (host === undefined) return [];
    return [{ host: asGitHub(host), as: isTold ? 'told' : isArgument && isAddress ? 'argument' : 'perhaps' }];
  });
}

function hostIn(value: string, isRepository: boolean): readonly [host: string, isAddress: boolean] | undefined {
  const { scheme, host } = ADDRESS.exec(value)?.groups ?? {};
  if (scheme !== undefined && host !== undefined)
    return [scheme.toLowerCase() === 'http' ? `http://${host}` : host, true];
  const overSsh = SCP.exec(value)?.groups?.host;
  if (overSsh !== undefined) return [overSsh, true];
  const first = THREE_PARTS.exec(value)?.groups?.host;
  return first !== undefined && (isRepository || /[.:]/.test(first)) ? [first, false] : undefined;
}

/** The value of an option that takes a text; not where that option may itself be the value of the one before it. */
function isText(words: readonly string[], at: number): boolean {
  const [before = '', option = ''] = [words[at - 2], words[at - 1]];
  return TAKES_TEXT.test(option) && (!before.startsWith('-') || before.includes('='));
}

const GITHUBS_OWN = ['api.github.com', 'gist.github.com', 'ssh.github.com', 'uploads.github.com', 'www.github.com'];

/** GitHub's own names, and those that an enterprise's API goes by, as the host whose token they get. */
function asGitHub(host: string): string {
  const name = host.toLowerCase();
  return GITHUBS_OWN.includes(name) ? 'github.com' : name.replace(/^api\.(?=[^.]+\.ghe\.com$)/, '');
}

/** Groups that are about the repository they run in, unless another is named. */
const OF_THIS_REPOSITORY = new Set([
  'attestation',
  'browse',
  'cache',
  'issue',
  'label',
  'pr',
  'release',
  'ruleset',
  'run',
  'secret',
  'variable',
  'workflow',
]);

/** Whether gh looks for the repository among the remotes. */
export const usesRemotes = ({ subcommand, rest }: GhCommand): boolean =>
  (OF_THIS_REPOSITORY.has(subcommand) || rest.some(word => /\{(?:owner|repo|branch)\}/.test(word))) &&
  !rest.some(word => NAMES_HOST.test(word) || TAKES_REPOSITORY.test(word));
