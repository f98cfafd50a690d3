import * as z from 'zod/mini';
import { fieldsOfMutation } from '../../command/gh/graphql.ts';
import type { Walked } from '../../command/table.ts';
import { type Impact, unknownImpact } from '../../writes/impact/impact.ts';
import { quotedNames } from '../../writes/impact/wording.ts';
import { find } from './ask.ts';
import { findRepository } from './find-repository.ts';
import { type GhLine, type GhPlace, type GhWrite, ghWrite } from './record.ts';
import { onGitHub, titled } from './wording.ts';

/** The fields by which a person knows a thing of the API. */
const thingSchema = z.looseObject({
  id: z.optional(z.union([z.number(), z.string()])),
  full_name: z.optional(z.nullable(z.string())),
  title: z.optional(z.nullable(z.string())),
  name: z.optional(z.nullable(z.string())),
  tag_name: z.optional(z.nullable(z.string())),
  ref: z.optional(z.nullable(z.string())),
  login: z.optional(z.nullable(z.string())),
  body: z.optional(z.nullable(z.string())),
});
type Thing = z.infer<typeof thingSchema>;

const nameIn = ({ full_name, title, name, tag_name, ref, login, body }: Thing): string | undefined =>
  full_name ?? title ?? tag_name ?? name ?? ref ?? login ?? body ?? undefined;

const fieldsOf = ({ found }: Walked): readonly string[] =>
  found.flatMap(({ option, value }) =>
    value !== undefined && (option.name === '--field' || option.name === '--raw-field') ? [value] : [],
  );

/** A field as it would be sent; a long value is cut, and the gate takes secrets out of it. */
function fieldWords(field: string): string {
  const at = field.indexOf('=');
  return at === -1 ? titled(field) : `${titled(field.slice(0, at))} = ${titled(field.slice(at + 1))}`;
}

async function sending(line: GhLine, place: GhPlace): Promise<Impact> {
  const { walked, words } = line;
  const [endpoint = ''] = words;
  if (endpoint === 'graphql') return sendingMutation(walked, place);
  const fields = fieldsOf(walked);
  const given = walked.options.get('--method');
  const method =
    typeof given === 'string'
      ? given.toUpperCase()
      : fields.length > 0 || walked.options.has('--input')
        ? 'POST'
        : 'GET';
  const path = await filled(endpoint.replace(/^\/+/, ''), line, place);
  if (path === undefined || /^[a-z]+:/i.test(path)) return unknownImpact('Sluice cannot tell what this address is.');
  // A thing that is changed or deleted is there now; what a POST adds is not.
  const there = method === 'POST' ? undefined : await thingAt(place, path);
  const known = there && nameIn(there);
  const goes = method === 'DELETE' && there !== undefined;
  return onGitHub(place.repository, {
    harms: goes ? [`${titled(known ?? path)} would be deleted`] : [],
    sentences: [
      `Sends ${method} ${titled(path)} to ${place.repository.host}.`,
      ...(there === undefined || goes || known === undefined ? [] : [`There it finds ${titled(known)}.`]),
      ...(there === undefined && method !== 'POST'
        ? ['There is nothing at this address now, or the token may not see it.']
        : []),
      ...(fields.length > 0 ? [`With ${fields.map(fieldWords).join(', ')}.`] : []),
      ...(walked.options.has('--input') ? [`With the file ${titled(String(walked.options.get('--input')))}.`] : []),
    ],
    state: { method, path, id: there?.id, known },
  });
}

/** The path with the names gh puts in; undefined where it has others. */
async function filled(path: string, { walked }: GhLine, place: GhPlace): Promise<string | undefined> {
  if (!/[{}]|:(?:owner|repo|branch)\b/.test(path)) return path;
  const { owner, name } = await findRepository(walked, [], place);
  const done = path.replace(/\{owner\}|:owner\b/g, owner).replace(/\{repo\}|:repo\b/g, name);
  return /[{}]|:branch\b/.test(done) ? undefined : done;
}

const thingAt = async (place: GhPlace, path: string): Promise<Thing | undefined> => {
  const found = await find(place, path, z.unknown());
  const parsed = thingSchema.safeParse(found);
  return parsed.success ? parsed.data : undefined;
};

function sendingMutation(walked: Walked, { repository }: GhPlace): Impact {
  const fields = fieldsOf(walked);
  const query = fields.find(field => field.startsWith('query='))?.slice('query='.length) ?? '';
  const mutations = fieldsOfMutation(query) ?? [];
  if (mutations.length === 0) return unknownImpact('Sluice cannot tell what this sends to GitHub.');
  const variables = fields.filter(field => !field.startsWith('query='));
  return onGitHub(repository, {
    sentences: [
      `Sends the GraphQL ${mutations.length === 1 ? 'mutation' : 'mutations'} ${quotedNames(mutations)} to ${repository.host}.`,
      ...(variables.length > 0 ? [`With ${variables.map(fieldWords).join(', ')}.`] : []),
    ],
    unknown: 'Sluice cannot tell what it is sent to: ids do not say what they are of.',
    state: { mutations },
  });
}

export const apis: Readonly<Record<string, GhWrite>> = {
  api: ghWrite({
    options: {
      flag: ['-i --include', '--paginate', '--silent', '--slurp', '--verbose'],
      value: [
        '-f --raw-field',
        '-F --field',
        '-H --header',
        '-p --preview',
        '-q --jq',
        '-t --template',
        '-X --method',
        '--cache',
        '--hostname',
        '--input',
      ],
    },
    about: 'none',
    impact: sending,
    examples: {
      remote: ['gh api repos/octo/demo/issues -f title=x'],
      destructive: ['gh api -X DELETE repos/octo/demo/labels/bug', 'gh api -X PATCH repos/octo/demo -f has_wiki=false'],
    },
  }),
};
