import { delimiter } from 'node:path';
import type { Program } from '../command/command.ts';
import {
  ALL_RUNS,
  GH_RUNS,
  GH_VARIABLES,
  KEPT_GIT,
  NO_HELPER_ALIASES,
  NO_TRANSPORT,
  READ_CONFIG,
  READS,
  REMOVED,
  SHOWN,
  TRANSPORTS,
} from './guards.ts';
import type { ConfigEntry, OwnConfig } from './own-config.ts';
import type { Environment } from './process.ts';
import { foldersOutside } from './programs.ts';

/** The access that gh is given; git is given none of it. */
export interface GhAccess {
  readonly token?: string | undefined;
  /** The host of an enterprise, undefined for github.com. */
  readonly host?: string | undefined;
  /** A folder of ours: the person's own gh config, aliases and extensions stay out. */
  readonly configDir: string;
}

export interface EnvironmentRequest {
  readonly program: Program;
  readonly inherited: Readonly<Record<string, string | undefined>>;
  readonly kind: 'read' | 'write';
  /** Given for a read that talks to a git remote: every other read gets no transport. */
  readonly own?: OwnConfig | undefined;
  /** Config for the repository at hand, besides the guards of every read. */
  readonly config?: readonly ConfigEntry[] | undefined;
  /** True for a read that prints what the person's programs are, and starts none. */
  readonly aboutConfig?: boolean | undefined;
  /** The workspace folders: no program is looked for in them. */
  readonly roots?: readonly string[] | undefined;
  /** A private copy of the index, for reads that insist on refreshing it. */
  readonly indexFile?: string | undefined;
  /** Given for gh, which is not started without it. */
  readonly gh?: GhAccess | undefined;
  readonly platform?: NodeJS.Platform | undefined;
}

/** Builds the complete environment of a child; the guards come last, so that nothing inherited weakens them. */
export function environmentFor(request: EnvironmentRequest): Environment {
  const { program, inherited, kind, indexFile } = request;
  const windows = (request.platform ?? process.platform) === 'win32';
  // Windows does not tell PATH from Path; a second spelling would win or lose by chance.
  const nameOf = (name: string) => (windows ? name.toUpperCase() : name);
  const kept = new Map<string, [name: string, value: string]>();
  for (const [name, value] of Object.entries(inherited)) {
    if (value !== undefined && isKept(nameOf(name), program)) kept.set(nameOf(name), [name, value]);
  }
  const own = (name: string) => kept.get(name)?.[1];
  const folders = foldersOutside(own('PATH') ?? '', request.roots ?? []);
  // An empty PATH would mean the working directory; none at all means the system's own.
  kept.delete('PATH');
  const guards: Record<string, string> = {
    ...(folders.length > 0 && { PATH: folders.join(delimiter) }),
    ...ALL_RUNS,
    ...(program === 'gh' && { ...GH_RUNS, ...ghAccess(request.gh) }),
    ...(kind === 'read' ? readGuards(request, own) : { GIT_ALLOW_PROTOCOL: TRANSPORTS }),
    ...(indexFile !== undefined && { GIT_INDEX_FILE: indexFile }),
  };
  if (request.aboutConfig) for (const name of SHOWN) restore(guards, name, inherited[name]);
  for (const [name, value] of Object.entries(guards)) kept.set(nameOf(name), [name, value]);
  return Object.fromEntries(kept.values());
}

/** Puts a variable back as it was inherited. */
function restore(guards: Record<string, string>, name: string, value: string | undefined): void {
  if (value === undefined) delete guards[name];
  else guards[name] = value;
}

function isKept(name: string, program: Program): boolean {
  if (REMOVED.has(name)) return false;
  if (name.startsWith('GIT_'))
    return KEPT_GIT.some(kept => (kept.endsWith('_') ? name.startsWith(kept) : name === kept));
  return !name.startsWith('GH_') && !(program === 'gh' && (name.startsWith('GITHUB_') || GH_VARIABLES.has(name)));
}

function readGuards({ program, own, config = [] }: EnvironmentRequest, kept: (name: string) => string | undefined) {
  const network = program === 'git' && own !== undefined;
  return {
    ...READS,
    GIT_ASKPASS: kept('GIT_ASKPASS') ?? '',
    GIT_ALLOW_PROTOCOL: network ? TRANSPORTS : NO_TRANSPORT,
    ...(network && { GIT_SSH_COMMAND: sshCommand(own, kept) }),
    ...(program === 'gh' && configVariables([...READ_CONFIG, ...config])),
  };
}

/** Asks nothing, writes no keys that the host has besides into known_hosts, and leaves no connection open behind it. */
const QUIET_SSH = 'ssh -o BatchMode=yes -o UpdateHostKeys=no -o ControlMaster=no';

/** The person's own ssh in git's order of precedence, the repository's config left out of it. */
function sshCommand(own: OwnConfig, kept: (name: string) => string | undefined): string {
  const program = kept('GIT_SSH');
  const quoted = program === undefined ? undefined : `'${program.replaceAll("'", "'\\''")}'`;
  return kept('GIT_SSH_COMMAND') ?? own.sshCommand ?? quoted ?? QUIET_SSH;
}

function ghAccess(access: GhAccess | undefined): Record<string, string> {
  if (access === undefined) throw new Error('gh is not started with the config of the person.');
  const { token, host, configDir } = access;
  return {
    ...(token && Object.fromEntries(tokenVariables(host).map(name => [name, token]))),
    ...(host !== undefined && { GH_HOST: host }),
    GH_CONFIG_DIR: configDir,
    // gh looks for its extensions, its update notes and its cache here.
    XDG_DATA_HOME: `${configDir}/data`,
    XDG_STATE_HOME: `${configDir}/state`,
    XDG_CACHE_HOME: `${configDir}/cache`,
  };
}

const GITHUB_VARIABLES = ['GITHUB_TOKEN', 'GH_TOKEN'];
const ENTERPRISE_VARIABLES = ['GITHUB_ENTERPRISE_TOKEN', 'GH_ENTERPRISE_TOKEN'];

/** The variables in which gh looks for the token of a host; newer and older ghs differ about a host of ghe.com. */
function tokenVariables(host: string | undefined): readonly string[] {
  if (host === undefined) return GITHUB_VARIABLES;
  return host.endsWith('.ghe.com') ? [...GITHUB_VARIABLES, ...ENTERPRISE_VARIABLES] : ENTERPRISE_VARIABLES;
}

/** The variables by which a system names the folder for temporary files. */
export const temporaryVariables = (folder: string): Environment => ({ TMPDIR: folder, TMP: folder, TEMP: folder });

/** The config of a git read, said on the command line: git older than 2.31 does not know GIT_CONFIG_COUNT. */
export function configWords(config: readonly ConfigEntry[] = [], own?: OwnConfig): string[] {
  return [...READ_CONFIG, ...config, ...(own ? NO_HELPER_ALIASES : []), ...(own?.overrides ?? [])].flatMap(
    ([key, value]) => ['-c', `${key}=${value}`],
  );
}

/** The same for the git that gh starts. */
function configVariables(entries: readonly ConfigEntry[]): Record<string, string> {
  const pairs = entries.flatMap(([key, value], index) => [
    [`GIT_CONFIG_KEY_${index}`, key],
    [`GIT_CONFIG_VALUE_${index}`, value],
  ]);
  return { GIT_CONFIG_COUNT: String(entries.length), ...Object.fromEntries(pairs) };
}
