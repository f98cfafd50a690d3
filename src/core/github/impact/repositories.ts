import * as z from 'zod/mini';
import { plural } from '../../../shared/plural.ts';
import { quote } from '../../command/quote.ts';
import { inForce } from '../../command/table.ts';
import { type Impact, unknownImpact } from '../../writes/impact/impact.ts';
import { below, find } from './ask.ts';
import { findRepository, repositoryNamed } from './find-repository.ts';
import { type GhLine, type GhPlace, type GhWrite, ghWrite } from './record.ts';
import { hostWords, NOT_REVERTED, nameOf, notThere, onGitHub, titled } from './wording.ts';

const repositorySchema = z.object({
  id: z.number(),
  full_name: z.string(),
  description: z.nullable(z.string()),
  homepage: z.nullable(z.string()),
  private: z.boolean(),
  visibility: z.optional(z.string()),
  archived: z.boolean(),
  fork: z.boolean(),
  stargazers_count: z.number(),
  forks_count: z.number(),
  open_issues_count: z.number(),
});
type Known = z.infer<typeof repositorySchema>;

/** Whose repository one without an owner is. */
const viewerSchema = z.object({ login: z.string() });

/** The repository that the first word names, else that of the remotes. */
async function placeOf(line: GhLine, place: GhPlace, word = line.words[0]): Promise<GhPlace> {
  if (word === undefined) return { ...place, repository: await findRepository(line.walked, [], place) };
  const named = repositoryNamed(word, place.usual);
  if (named !== undefined) return { ...place, repository: named };
  const { login = '' } = (await find(place, 'user', viewerSchema)) ?? {};
  return { ...place, repository: { host: place.repository.host, owner: login, name: word } };
}

const withRepository =
  (
    impactOf: (line: GhLine, place: GhPlace, known: Known) => Impact,
    nameAt?: (line: GhLine) => string | undefined,
  ): GhWrite['impact'] =>
  async (line, anyPlace) => {
    const place = await placeOf(line, anyPlace, nameAt ? nameAt(line) : line.words[0]);
    const known = await find(place, below(place.repository), repositorySchema);
    return known === undefined
      ? notThere(place.repository, `repository ${nameOf(place.repository)}`)
      : impactOf(line, place, known);
  };

const seen = ({ private: isPrivate, visibility = isPrivate ? 'private' : 'public' }: Known): string => visibility;
const described = (known: Known): string =>
  `the ${seen(known)} ${known.fork ? 'fork' : 'repository'} ${titled(known.full_name)}`;
const counts = ({ stargazers_count, forks_count, open_issues_count }: Known): string =>
  `${plural(stargazers_count, 'star')}, ${plural(forks_count, 'fork')}, ${open_issues_count} open issues and pull requests`;
const boundTo = (known: Known) => [known.id, known.full_name, seen(known), known.archived];

const deleting = withRepository((_line, { repository }, known) =>
  onGitHub(repository, {
    harms: [`${described(known)} would be deleted with all its issues, pull requests and releases (${counts(known)})`],
    sentences: [NOT_REVERTED],
    state: boundTo(known),
  }),
);

const archiving = (archives: boolean) =>
  withRepository((_line, { repository }, known) =>
    known.archived === archives
      ? onGitHub(repository, {
          sentences: [`${nameOf(repository)} is ${archives ? 'archived' : 'not archived'} already.`],
          state: boundTo(known),
        })
      : onGitHub(repository, {
          harms: archives ? [`${described(known)} would be read-only for everybody`] : [],
          sentences: [archives ? `It has ${counts(known)}.` : `Makes ${described(known)} writable again.`],
          state: boundTo(known),
          // Older ghs have no unarchive.
          reverts: [
            archives
              ? quote('gh', ['api', '-X', 'PATCH', below(repository), '-F', 'archived=false', ...hostWords(repository)])
              : quote('gh', ['repo', 'archive', nameOf(repository), '--yes']),
          ],
        }),
  );

const editing = withRepository(({ walked }, { repository }, known) => {
  const visibility = walked.options.get('--visibility');
  const back = (['--description', '--homepage'] as const).flatMap(name => {
    const old = name === '--homepage' ? known.homepage : known.description;
    return walked.options.has(name) ? [name, old ?? ''] : [];
  });
  const changes = typeof visibility === 'string' && visibility !== seen(known);
  const others = walked.found
    .map(({ written }) => written)
    .filter(name => name !== '--visibility' && !name.endsWith('-R'));
  return onGitHub(repository, {
    harms: changes
      ? [
          `${described(known)} would become ${visibility === 'public' ? 'public: everybody could read its code, its history and its issues' : `${visibility}: others lose it, with their stars and forks (${counts(known)})`}`,
        ]
      : [],
    sentences: [
      `Changes ${[...(changes ? ['who can see it'] : []), ...others].join(', ') || 'nothing'} of ${nameOf(repository)}.`,
    ],
    state: boundTo(known),
    reverts: back.length === 0 ? [] : [quote('gh', ['repo', 'edit', nameOf(repository), ...back])],
  });
});

const renaming = withRepository(
  ({ words: [name = ''] }, { repository }, known) =>
    onGitHub(repository, {
      harms: [`${described(known)} would be called ${titled(name)}; its address changes, and here the remote with it`],
      sentences: ['GitHub forwards the old address until another repository takes it.'],
      state: boundTo(known),
      reverts: [quote('gh', ['repo', 'rename', repository.name, '-R', nameOf({ ...repository, name }), '--yes'])],
    }),
  ({ walked }) => {
    const named = walked.options.get('--repo');
    return typeof named === 'string' ? named : undefined;
  },
);

const creating: GhWrite['impact'] = async ({ walked, words: [name = ''] }, place) => {
  const visibility = ['--public', '--private', '--internal'].find(each => inForce(walked, each))?.slice(2);
  if (name === '') return unknownImpact('gh would ask for a name.');
  return onGitHub(place.repository, {
    sentences: [
      `Creates the repository ${titled(name)}${visibility === undefined ? '' : `, ${visibility}`}.`,
      ...(inForce(walked, '--push') ? ['Pushes the commits of this repository to it.'] : []),
      ...(inForce(walked, '--clone') ? ['Clones it here.'] : []),
      'Deleting it again takes gh repo delete.',
    ],
    state: { name, visibility },
  });
};

const forking = withRepository(({ walked }, { repository }, known) =>
  onGitHub(repository, {
    sentences: [
      `Forks ${described(known)}${inForce(walked, '--org') ? ` into ${titled(String(walked.options.get('--org')))}` : ' into your account'}.`,
      ...(inForce(walked, '--clone') ? ['Clones it here.'] : []),
      ...(inForce(walked, '--remote') ? ['Adds a remote here.'] : []),
    ],
    state: boundTo(known),
  }),
);

const syncing = withRepository(({ walked, words: [there] }, { repository }, known) => {
  const branch = walked.options.get('--branch');
  const which = typeof branch === 'string' ? `the branch ${titled(branch)}` : 'the default branch';
  const where = there === undefined ? 'here' : `of ${nameOf(repository)}`;
  return onGitHub(repository, {
    harms: inForce(walked, '--force')
      ? [`commits of ${which} ${where} that its source does not have would be lost`]
      : [],
    sentences: [`Brings ${which} ${where} up to date with its source.`],
    state: boundTo(known),
  });
});

const yes = { flag: ['-y --yes', '--confirm'] };

export const repositories: Readonly<Record<string, GhWrite>> = {
  'repo archive': ghWrite({
    options: yes,
    about: 'none',
    impact: archiving(true),
    examples: { destructive: ['gh repo archive octo/demo --yes'] },
  }),
  'repo create': ghWrite({
    options: {
      flag: [
        '-c --clone',
        '--add-readme',
        '--disable-issues',
        '--disable-wiki',
        '--include-all-branches',
        '--internal',
        '--private',
        '--public',
        '--push',
      ],
      value: [
        '-d --description',
        '-g --gitignore',
        '-h --homepage',
        '-l --license',
        '-p --template',
        '-r --remote',
        '-s --source',
        '-t --team',
      ],
    },
    about: 'none',
    impact: creating,
    examples: { remote: ['gh repo create octo/new --private'], destructive: ['gh repo create octo/new --public'] },
  }),
  'repo delete': ghWrite({
    options: yes,
    about: 'none',
    impact: deleting,
    examples: { destructive: ['gh repo delete octo/demo --yes'] },
  }),
  'repo edit': ghWrite({
    options: {
      flag: [
        '--accept-visibility-change-consequences',
        '--allow-forking',
        '--allow-update-branch',
        '--delete-branch-on-merge',
        '--enable-auto-merge',
        '--enable-discussions',
        '--enable-issues',
        '--enable-merge-commit',
        '--enable-projects',
        '--enable-rebase-merge',
        '--enable-squash-merge',
        '--enable-wiki',
        '--template',
      ],
      value: ['-d --description', '-h --homepage', '--add-topic', '--default-branch', '--remove-topic', '--visibility'],
    },
    about: 'none',
    impact: editing,
    examples: {
      remote: ['gh repo edit octo/demo --description x'],
      destructive: ['gh repo edit octo/demo --visibility private', 'gh repo edit octo/demo --enable-wiki=false'],
    },
  }),
  'repo fork': ghWrite({
    options: {
      flag: ['--clone', '--default-branch-only', '--remote'],
      value: ['--fork-name', '--org', '--remote-name'],
    },
    about: 'none',
    impact: forking,
    examples: { remote: ['gh repo fork octo/demo'] },
  }),
  'repo rename': ghWrite({
    options: yes,
    about: 'none',
    impact: renaming,
    examples: { destructive: ['gh repo rename other --yes'] },
  }),
  'repo sync': ghWrite({
    options: { flag: ['--force'], value: ['-b --branch', '-s --source'] },
    about: 'none',
    impact: syncing,
    examples: { remote: ['gh repo sync octo/demo'], destructive: ['gh repo sync octo/demo --force'] },
  }),
  'repo unarchive': ghWrite({
    options: yes,
    about: 'none',
    impact: archiving(false),
    examples: { remote: ['gh repo unarchive octo/demo --yes'] },
  }),
};
