import { h } from '../../ui/dom.ts';
import { drawMoment } from '../dates.ts';
import type { Row } from '../document.ts';
import { anchor, inline, plain, twistie } from '../inline.ts';
import { FIELD_NAMES, OUTSIDER, OUTSIDER_HINT, PREVIEW_RELEASE } from '../labels.ts';
import { conversationParts } from '../links.ts';
import { stateMark } from '../states.ts';
import { drawGlance } from './glance.ts';
import '../states.css';
import './summary.css';

/** A field that gh prints above a text, such as `state:\tOPEN`. */
interface Field {
  readonly name: string;
  readonly value: string;
}

function fieldOf(line: string): Field {
  const colon = line.indexOf(':');
  return { name: line.slice(0, colon), value: line.slice(colon + 1).trim() };
}

/** Said in the first two rows, or of no use to who reads them. */
const IN_SUMMARY: ReadonlySet<string> = new Set([
  ...['additions', 'author', 'comments', 'deletions', 'draft', 'name', 'number', 'prerelease', 'state', 'tag', 'title'],
]);

/** Rows of what gh views: its title, what state it is in, and the fields that say something. */
export function summaryRows(
  lines: readonly string[],
  keyOf: (what: string) => string,
  subcommand: string,
): readonly Row[] {
  const fields = lines.map(fieldOf);
  const fieldValue = (name: string) => fields.find(field => field.name === name)?.value ?? '';
  const title = fieldValue('title') || fieldValue('name');
  const isIn = ({ name, value }: Field) =>
    IN_SUMMARY.has(name) || value === '' || (name === 'auto-merge' && value === 'disabled');
  const rest = fields.filter(field => !isIn(field));
  const ofPull = subcommand === 'pr view';
  const head = title === '' ? [] : [titleRow(title, fieldValue, lines), factsRow(fieldValue, ofPull)];
  const glance: Row = {
    key: '\0glance',
    text: '',
    depth: 0,
    heads: false,
    draw: known => drawGlance(known?.pull ?? null, /^(?:open|draft)$/i.test(fieldValue('state'))),
  };
  return [
    ...head,
    ...(ofPull ? [glance] : []),
    ...rest.map(field => fieldRow(field, keyOf(`${field.name}:${field.value}`))),
  ];
}

function titleRow(title: string, fieldValue: (name: string) => string, lines: readonly string[]): Row {
  const number = fieldValue('number');
  const draw = () =>
    h(
      'div',
      { class: 'row summary-title' },
      h(
        'h1',
        {},
        ...plain(title),
        ...(number === '' ? [] : [' ', h('span', { class: 'note' }, ...plain(`#${number}`))]),
      ),
    );
  // A filter finds what the two rows say by gh's own words.
  const text = lines.filter(line => IN_SUMMARY.has(fieldOf(line).name)).join('\n');
  return { key: '\0title', text, depth: 0, heads: false, draw };
}

function factsRow(fieldValue: (name: string) => string, ofPull: boolean): Row {
  const draw = () => {
    const row = h('div', { class: 'row summary' });
    const add = (...nodes: readonly Node[]) => row.append(h('span', {}, ...nodes));
    const [state, author, tag, comments] = ['state', 'author', 'tag', 'comments'].map(fieldValue);
    if (state) row.append(h('span', { class: 'pill' }, stateMark(state, ofPull)));
    if (tag) row.append(h('span', { class: 'chip' }, ...plain(tag)));
    if (fieldValue('draft') === 'true') add(stateMark('draft'));
    if (fieldValue('prerelease') === 'true') add(...plain(PREVIEW_RELEASE));
    if (author) add(userLink(author));
    if (fieldValue('additions') !== '') add(...changes(fieldValue('additions'), fieldValue('deletions')));
    if (comments && comments !== '0') add(...plain(`${FIELD_NAMES.comments}: ${comments}`));
    return row;
  };
  return { key: '\0facts', text: '', depth: 0, heads: false, draw };
}

function changes(added: string, removed: string): Node[] {
  return [
    h('span', { class: 'added-count' }, ...plain(`+${added}`)),
    document.createTextNode(' '),
    h('span', { class: 'removed-count' }, ...plain(`−${removed}`)),
  ];
}

function userLink(login: string): Node {
  return /^[A-Za-z0-9][A-Za-z0-9-]{0,38}(?:\[bot\])?$/.test(login)
    ? anchor({ kind: 'user', value: login }, login)
    : h('span', {}, ...plain(login));
}

function fieldRow({ name, value }: Field, key: string): Row {
  const draw = () =>
    h(
      'div',
      { class: 'row field' },
      h('span', { class: 'name' }, ...plain(nameOf(name))),
      h('span', {}, ...contentOf(name, value)),
    );
  return { key, text: `${name}:\t${value}`, depth: 0, heads: false, draw };
}

const nameOf = (name: string) =>
  Object.hasOwn(FIELD_NAMES, name) ? FIELD_NAMES[name as keyof typeof FIELD_NAMES] : name;

/** A field's value: people, labels and dates as what they are. */
function contentOf(name: string, value: string): Node[] {
  if (name === 'labels')
    return [
      h('span', { class: 'chips' }, ...value.split(', ').map(label => h('span', { class: 'chip' }, ...plain(label)))),
    ];
  if (name === 'assignees') return separated(value.split(', ').map(login => [userLink(login)]));
  if (name === 'reviewers') return separated(value.split(', ').map(drawReviewer));
  if (name === 'created' || name === 'published') return drawMoment(value);
  if (name === 'url' && /^https:\/\/\S+$/.test(value)) return [anchor({ kind: 'web', value }, value)];
  return inline(value, conversationParts);
}

/** `hubot (Approved)`. */
function drawReviewer(text: string): Node[] {
  const [, login = text, state = ''] = /^(.*) \(([^()]*)\)$/.exec(text) ?? [];
  return [h('span', { class: 'reviewer' }, userLink(login), ...(state === '' ? [] : [' ', stateMark(state)]))];
}

const separated = (items: readonly (readonly Node[])[]): Node[] =>
  items.flatMap((item, at) => (at === 0 ? [...item] : [document.createTextNode(', '), ...item]));

/** The head of a comment: who wrote it, whether they may push, and what they said of the change. */
export function commentRow(lines: readonly string[], key: string): Row {
  const fields = lines.map(fieldOf);
  const fieldValue = (name: string) => fields.find(field => field.name === name)?.value ?? '';
  const association = fieldValue('association');
  const status = fieldValue('status');
  const draw = () =>
    h(
      'div',
      { class: 'row head comment' },
      twistie(),
      h('strong', {}, userLink(fieldValue('author'))),
      ...(association === '' ? [] : [associationMark(association)]),
      ...(status === '' || status === 'none' ? [] : [stateMark(status)]),
      ...(fieldValue('edited') === 'true' ? [h('span', { class: 'note' }, FIELD_NAMES.edited)] : []),
    );
  return { key, text: lines.join('\n'), depth: 0, heads: true, draw };
}

/** Those who may push to the repository, by GitHub's words. */
const INSIDERS: ReadonlySet<string> = new Set(['collaborator', 'member', 'owner']);

const associationMark = (word: string) =>
  INSIDERS.has(word)
    ? h('span', { class: 'chip' }, ...plain(word))
    : h('span', { class: 'chip outsider', title: OUTSIDER_HINT }, OUTSIDER);
