import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const folder = new URL('../../src/vscode/', import.meta.url);
const read = (file: string) => readFileSync(new URL(file, folder), 'utf8');
const TEXT_FILES = [
  'text.ts',
  'action-text.ts',
  'command-text.ts',
  'gate/text.ts',
  'github/text.ts',
  'chat/text.ts',
  'agents/text.ts',
  'sandbox/text.ts',
];
const others = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .map(file => file.replaceAll('\\', '/'))
  .filter(file => file.endsWith('.ts') && !TEXT_FILES.includes(file));

/** Where the editor takes a text: a property, or the argument of a call. */
const PLACES = [
  /\b(?:label|detail|description|place[hH]older|title|prompt|tooltip|item\.name)\s*[:=](?![=>])/g,
  /\b(?:show(?:Information|Warning|Error)Message|TreeItem|separator|sayNo|askEdit)\(/g,
];

/** The same in every language: a command as it is typed, git's own names, the editor's name of a language. */
const ALLOWED = /^(?:'HEAD'|'shellscript'|`git log [^`]*`)$/;

/** The expression that begins at an index, up to the comma or bracket that ends it. */
function expressionAt(source: string, from: number): string {
  let depth = 0;
  for (const { 0: token, index } of source.slice(from).matchAll(/'(?:\\.|[^'])*'|`(?:\\.|[^`])*`|[([{]|[)\]}]|[,;]/g)) {
    if ('([{'.includes(token)) depth += 1;
    else if (')]}'.includes(token)) depth -= 1;
    if (depth < 0 || (depth === 0 && /^[,;]$/.test(token))) return source.slice(from, from + index);
  }
  return source.slice(from);
}

const hasWords = (literal: string): boolean => /\p{L}{2}/u.test(literal.replace(/\$\{[^}]*\}|\$\([^)]*\)/g, ''));

/** The literals that an expression gives as a text; icons, what is put in and what is compared are none. */
const textsIn = (expression: string): string[] =>
  [...expression.matchAll(/([!=]== )?('(?:\\.|[^'])*'|`(?:\\.|[^`])*`)/g)].flatMap(([, compared, literal = '']) =>
    compared === undefined && hasWords(literal) && !ALLOWED.test(literal) ? [literal] : [],
  );

const textsAtPlaces = (source: string): string[] =>
  PLACES.flatMap(place => [...source.matchAll(place)]).flatMap(({ 0: place, index }) =>
    textsIn(expressionAt(source, index + place.length)),
  );

it('texts of the editor stand in its text files only', () => {
  expect(others.flatMap(file => textsAtPlaces(read(file)).map(text => `${file}: ${text}`))).toEqual([]);
});

it.each([
  ["{ act: 'run', label: '$(play) Run', description: text }", ["'$(play) Run'"]],
  ["pick.title = kind === 'undo' ? 'Undo this?' : run;", ["'Undo this?'"]],
  ['item.tooltip = plain(`Running it, now`);', ['`Running it, now`']],
  ["window.showErrorMessage(plainMessage(forDisplay('No, not now')));", ["'No, not now'"]],
  ["{ label: TEXT.edit, what: 'args' }", []],
])('in %s they are %j', (source, texts) => {
  expect(textsAtPlaces(source)).toEqual(texts);
});

it('a translator’s tool can read each of them: it is one plain string', () => {
  for (const file of TEXT_FILES) expect(read(file).match(/l10n\.t\((?!\s*').*/g) ?? [], file).toEqual([]);
});

it('the gate’s are loaded with the gate', () => {
  expect(read('text.ts').match(/^import (?!type\b).*/gm)).toEqual(["import { l10n } from 'vscode';"]);
});
