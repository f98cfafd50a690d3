import * as z from 'zod/mini';
import { inForce } from '../../command/table.ts';
import { type Impact, unknownImpact } from '../../writes/impact/impact.ts';
import { below, find } from './ask.ts';
import { type GhLine, type GhPlace, type GhWrite, ghWrite } from './record.ts';
import { inRepository } from './subject.ts';
import { NOT_REVERTED, notThere, onGitHub, revertBy, titled } from './wording.ts';

const labelSchema = z.object({ name: z.string(), color: z.string(), description: z.nullable(z.string()) });
type Label = z.infer<typeof labelSchema>;

const labelOf = (place: GhPlace, name: string) => find(place, below(place.repository, 'labels', name), labelSchema);

const describedLabel = ({ name, description }: Label): string =>
  `the label ${titled(name)}${description ? ` (${titled(description)})` : ''}`;

const asItIs = ({ color, description }: Label): readonly string[] => [
  '--color',
  color,
  '--description',
  description ?? '',
];

const creatingLabel: GhWrite['impact'] = async ({ walked, words: [name = ''] }, place) => {
  const there = await labelOf(place, name);
  const { repository } = place;
  const force = inForce(walked, '--force');
  if (there === undefined)
    return onGitHub(repository, {
      sentences: [`Creates the label ${titled(name)} in ${inRepository(place)}.`],
      state: null,
      reverts: [revertBy(repository, 'label', 'delete', name, '--yes')],
    });
  return onGitHub(repository, {
    refused: !force,
    harms: force ? [`${describedLabel(there)} of ${inRepository(place)} would be overwritten`] : [],
    sentences: force ? [] : [`GitHub would refuse: there is ${describedLabel(there)} already.`],
    state: there,
    reverts: force ? [revertBy(repository, 'label', 'edit', there.name, ...asItIs(there))] : [],
  });
};

const withLabel =
  (impactOf: (line: GhLine, place: GhPlace, label: Label) => Impact): GhWrite['impact'] =>
  async (line, place) => {
    const [name = ''] = line.words;
    const label = await labelOf(place, name);
    return label === undefined
      ? notThere(place.repository, `label ${titled(name)} in ${inRepository(place)}`)
      : impactOf(line, place, label);
  };

const deletingLabel = withLabel((_line, place, label) =>
  onGitHub(place.repository, {
    harms: [
      `${describedLabel(label)} would be deleted, and go from all issues and pull requests of ${inRepository(place)}`,
    ],
    sentences: ['A new label of that name is on none of them.'],
    state: label,
  }),
);

const editingLabel = withLabel(({ walked }, place, label) => {
  const to = walked.options.get('--name');
  const name = typeof to === 'string' ? to : label.name;
  const back = [...asItIs(label), ...(name === label.name ? [] : ['--name', label.name])];
  return onGitHub(place.repository, {
    sentences: [
      `Edits ${describedLabel(label)} of ${inRepository(place)}${name === label.name ? '' : `, and calls it ${titled(name)}`}.`,
    ],
    state: label,
    reverts: [revertBy(place.repository, 'label', 'edit', name, ...back)],
  });
});

/** Where a secret or variable is kept, as gh finds it: of an environment, an organization, a person or the repository. */
function keptAt(
  { path, walked }: GhLine,
  place: GhPlace,
): { readonly path: string; readonly where: string } | undefined {
  const kind = path.startsWith('secret') ? 'secrets' : 'variables';
  const value = (name: string) => {
    const given = walked.options.get(name);
    return typeof given === 'string' ? given : undefined;
  };
  const app = value('--app') ?? 'actions';
  const [env, org] = [value('--env'), value('--org')];
  if (inForce(walked, '--user')) return undefined;
  if (org !== undefined)
    return { path: `orgs/${encodeURIComponent(org)}/${app}/${kind}`, where: `the organization ${titled(org)}` };
  if (env !== undefined)
    return {
      path: below(place.repository, 'environments', env, kind),
      where: `the environment ${titled(env)} of ${inRepository(place)}`,
    };
  return { path: below(place.repository, app, kind), where: inRepository(place) };
}

const keptSchema = z.object({ name: z.string(), updated_at: z.optional(z.string()) });

const keeping =
  (act: 'set' | 'delete'): GhWrite['impact'] =>
  async (line, place) => {
    const [name = ''] = line.words;
    const isSecret = line.path.startsWith('secret');
    const what = isSecret ? 'secret' : 'variable';
    const kept = keptAt(line, place);
    if (name === '' || kept === undefined) return unknownImpact(`Sluice cannot tell which ${what} this is about.`);
    const { where, path } = kept;
    const there = await find(place, `${path}/${encodeURIComponent(name)}`, keptSchema);
    const known = `the ${what} ${titled(name)} of ${where}`;
    if (there === undefined)
      return act === 'delete'
        ? notThere(place.repository, `${what} ${titled(name)} in ${where}`)
        : onGitHub(place.repository, {
            sentences: [`Makes ${known}.`, 'Sluice does not show its value.'],
            state: null,
          });
    const since = there.updated_at === undefined ? '' : `, as it is since ${there.updated_at.slice(0, 10)}`;
    return onGitHub(place.repository, {
      harms:
        isSecret || act === 'delete' ? [`${known}${since} would be ${act === 'set' ? 'overwritten' : 'deleted'}`] : [],
      sentences: [
        ...(isSecret ? ['Nobody can read the old value any more: keep it elsewhere first.'] : [`Changes ${known}.`]),
        ...(act === 'delete' ? [NOT_REVERTED] : []),
      ],
      state: there,
    });
  };

const kept = {
  flag: ['-u --user', '--no-repos-selected', '--no-store'],
  value: ['-a --app', '-b --body', '-e --env', '-f --env-file', '-o --org', '-r --repos', '-v --visibility'],
};

const gistSchema = z.object({
  id: z.string(),
  description: z.nullable(z.string()),
  public: z.boolean(),
  files: z.record(z.string(), z.unknown()),
});

const aboutGist =
  (act: 'delete' | 'edit' | 'rename'): GhWrite['impact'] =>
  async ({ walked, words: [word = ''] }, place) => {
    const id = word.split('/').at(-1) ?? '';
    const gist = await find(place, `gists/${encodeURIComponent(id)}`, gistSchema);
    if (gist === undefined) return notThere(place.repository, `gist ${titled(id)}`);
    const files = Object.keys(gist.files);
    const known = `the ${gist.public ? 'public' : 'secret'} gist ${titled(gist.description || id)} with ${files.map(titled).join(', ')}`;
    const removes = walked.options.get('--remove');
    const harm =
      act === 'delete'
        ? `${known} would be deleted`
        : typeof removes === 'string'
          ? `${titled(removes)} would be removed from ${known}`
          : undefined;
    return onGitHub(place.repository, {
      harms: harm === undefined ? [] : [harm],
      sentences: act === 'delete' ? [NOT_REVERTED] : [`Changes ${known}. Its history keeps what was there.`],
      state: [gist.id, files],
    });
  };

const creatingGist: GhWrite['impact'] = async ({ walked, words }, place) =>
  onGitHub(place.repository, {
    harms: inForce(walked, '--public') ? [`everybody could read ${words.map(titled).join(', ') || 'it'}`] : [],
    sentences: [
      `Publishes a ${inForce(walked, '--public') ? 'public gist' : 'secret gist, which whoever has its address can read,'} of ${words.map(titled).join(', ') || 'what stands on standard input'}.`,
    ],
    state: null,
    makesNew: true,
  });

const keySchema = z.object({ id: z.number(), title: z.optional(z.string()), key_id: z.optional(z.string()) });

/** gh deletes SSH keys by their number, GPG keys by their own id. */
const deletingKey: GhWrite['impact'] = async ({ path, words: [id = ''] }, place) => {
  const kind = path.startsWith('ssh') ? 'SSH' : 'GPG';
  const keys = (await find(place, `user/${kind === 'SSH' ? '' : 'gpg_'}keys?per_page=100`, z.array(keySchema))) ?? [];
  const key = keys.find(each => String(each.id) === id || each.key_id === id);
  if (key === undefined) return notThere(place.repository, `${kind} key ${titled(id)} of yours`);
  return onGitHub(place.repository, {
    harms: [`your ${kind} key ${titled(key.title ?? key.key_id ?? id)} would be deleted: who uses it is locked out`],
    sentences: [NOT_REVERTED],
    state: key.id,
  });
};

const addingKey: GhWrite['impact'] = async ({ path, words: [file = ''] }, place) =>
  onGitHub(place.repository, {
    harms: [
      `whoever has the key of ${titled(file)} would get ${path.startsWith('ssh') ? 'access to your account' : 'your name on what they sign'}`,
    ],
    sentences: [],
    state: null,
  });

export const settings: Readonly<Record<string, GhWrite>> = {
  'gist create': ghWrite({
    options: { flag: ['-p --public'], value: ['-d --desc', '-f --filename'] },
    most: Number.POSITIVE_INFINITY,
    about: 'none',
    impact: creatingGist,
    examples: { remote: ['gh gist create notes.md'], destructive: ['gh gist create --public notes.md'] },
  }),
  'gist delete': ghWrite({
    options: { flag: ['--yes'] },
    about: 'none',
    impact: aboutGist('delete'),
    examples: { destructive: ['gh gist delete abc'] },
  }),
  'gist edit': ghWrite({
    options: { value: ['-a --add', '-d --desc', '-f --filename', '-r --remove'] },
    most: 2,
    about: 'none',
    impact: aboutGist('edit'),
    examples: { remote: ['gh gist edit abc -a x.md'], destructive: ['gh gist edit abc --remove x.md'] },
  }),
  'gist rename': ghWrite({
    most: 3,
    about: 'none',
    impact: aboutGist('rename'),
    examples: { remote: ['gh gist rename abc old.md new.md'] },
  }),
  'gpg-key add': ghWrite({
    options: { value: ['-t --title'] },
    about: 'none',
    impact: addingKey,
    examples: { destructive: ['gh gpg-key add key.asc'] },
  }),
  'gpg-key delete': ghWrite({
    options: { flag: ['-y --yes'] },
    about: 'none',
    impact: deletingKey,
    examples: { destructive: ['gh gpg-key delete 3262EFF25BA0D270 --yes'] },
  }),
  'label create': ghWrite({
    options: { flag: ['-f --force'], value: ['-c --color', '-d --description'] },
    impact: creatingLabel,
    examples: { remote: ['gh label create new'], destructive: ['gh label create bug --force'] },
  }),
  'label delete': ghWrite({
    options: { flag: ['--confirm', '--yes'] },
    impact: deletingLabel,
    examples: { destructive: ['gh label delete bug --yes'] },
  }),
  'label edit': ghWrite({
    options: { value: ['-c --color', '-d --description', '-n --name'] },
    impact: editingLabel,
    examples: { remote: ['gh label edit bug --name defect'] },
  }),
  'secret delete': ghWrite({
    options: kept,
    impact: keeping('delete'),
    examples: { destructive: ['gh secret delete DEPLOY_KEY'] },
  }),
  'secret set': ghWrite({
    options: kept,
    impact: keeping('set'),
    examples: { destructive: ['gh secret set DEPLOY_KEY --body x'] },
  }),
  'ssh-key add': ghWrite({
    options: { value: ['-t --title', '--type'] },
    about: 'none',
    impact: addingKey,
    examples: { destructive: ['gh ssh-key add key.pub'] },
  }),
  'ssh-key delete': ghWrite({
    options: { flag: ['-y --yes'] },
    about: 'none',
    impact: deletingKey,
    examples: { destructive: ['gh ssh-key delete 11 --yes'] },
  }),
  'variable delete': ghWrite({
    options: kept,
    impact: keeping('delete'),
    examples: { destructive: ['gh variable delete STAGE'] },
  }),
  'variable set': ghWrite({
    options: kept,
    impact: keeping('set'),
    examples: { remote: ['gh variable set STAGE --body x'] },
  }),
};
