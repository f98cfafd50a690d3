import { describe, expect, it } from 'vitest';
import { verdictOf } from '../../../support/verdict-of.ts';

const quoted = (program: string) => `'${program.replaceAll("'", `'\\''`)}'`;
const withJq = (program: string) => verdictOf(`gh api user --jq ${quoted(program)}`);
const withTemplate = (template: string) => verdictOf(`gh pr list --json number --template ${quoted(template)}`);

describe('a jq filter that selects and shapes', () => {
  it.each([
    '.env',
    '.config.env.PATH',
    '{env}',
    '{env: .environment}',
    '.["env"]',
    '."env"',
    '.[] | select(.name == "env")',
    '.[] | "\\(.number)\\t\\(.title)"',
    '.[] | select(.labels | map(.name) | index("bug")) | .url',
    '[.[] | {number, title, author: .author.login}]',
    'group_by(.state) | map({state: .[0].state, count: length})',
    'sort_by(.createdAt) | reverse | .[0:5] | .[].title',
    'to_entries | map("\\(.key)=\\(.value)") | join("\\n")',
    '[.[].id] | unique | length',
    '.[] | select(.id == 123456789012)',
    'if .draft then "draft" else "ready" end',
    '.. | .login? // empty',
    '.[] | [.number, .title] | @tsv',
    '.total * 100',
    'recurse | .name?',
    '.created_at | fromdate | strftime("%Y-%m-%d")',
  ])('reads: %s', program => expect(withJq(program).class).toBe('read-only'));
});

describe('a jq filter that need not end, or looks elsewhere', () => {
  it.each([
    'repeat(1)',
    '[range(1e12)]',
    'until(false; .)',
    'while(true; .)',
    'recurse(.)',
    'def f: f; f',
    'last(repeat(1))',
    '"a" * 1000000000',
    '"a" * .id',
    '"a" * 9999 * 9999',
    '[] | .[1e9] = 1',
    '[][1e9] |= 1',
    'reduce .[] as $x ("a"; . + .)',
    'infinite',
    'input',
    'limit(5; repeat(1))',
    '"\\(repeat(1))"',
    '{a: (1, range(1e9))}',
    '.x | strftime("%1000000000d")',
    'include "x"; .',
    'getpath(["a"]) | setpath([1e9]; 1)',
    '"unterminated',
    '[combinations]',
  ])('asks: %s', program => expect(withJq(program)).toMatchObject({ class: 'mutating' }));

  it.each(['env', '$ENV', '.[env:5]', '"\\(env)"', '{a: env}', '{(env|tojson): 1}', '[.[], env]', '{a: 1 | env}'])(
    'is refused: %s',
    program => expect(withJq(program)).toMatchObject({ class: 'refused', effects: ['reveals-secret'] }),
  );
});

describe('a template', () => {
  it.each([
    '{{range .}}{{.number}} {{.title}}{{"\\n"}}{{end}}',
    '{{range $i, $pr := .}}{{tablerow $i (.title | truncate 40) (timeago .createdAt)}}{{end}}{{tablerender}}',
    '{{if eq .state "OPEN"}}{{printf "%-20s" .title}}{{else}}{{.title}}{{end}}',
    '{{- /* nothing */ -}}plain text with repeat(1) in it',
    '{{"}}"}}{{.x}}',
  ])('reads: %s', template => expect(withTemplate(template).class).toBe('read-only'));

  it.each([
    '{{define "a"}}{{template "b"}}{{template "b"}}{{end}}{{template "a"}}',
    '{{block "a" .}}{{end}}',
    '{{range 1000000000}}x{{end}}',
    '{{range $i := 1000}}x{{end}}',
    '{{printf "%1000000d" 1}}',
    '{{printf "%*d" .id 1}}',
    '{{range .}}{{range $}}{{range $}}{{range $}}{{range $}}x{{end}}{{end}}{{end}}{{end}}{{end}}',
    '{{print "}}" | call .x}}',
    '{{call .x}}',
    '{{.x',
  ])('asks: %s', template => expect(withTemplate(template).class).toBe('mutating'));
});
