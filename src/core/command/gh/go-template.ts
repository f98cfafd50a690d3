import { lasts, unknown } from '../acts.ts';
import { type Objection, objectTo, type ValueCheck } from '../table.ts';

/** The functions and keywords of gh's templates that end by themselves; templates that call templates need not. */
const WORDS: ReadonlySet<string> = new Set(
  [
    'and autocolor break color contains continue else end eq false ge gt hasPrefix hasSuffix html hyperlink if index',
    'join js le len lt ne nil not or pluck print printf println range regexMatch slice tablerender tablerow timeago',
    'timefmt true truncate urlquery with',
  ].flatMap(line => line.split(' ')),
);

/** Lists inside lists inside lists: more than anyone prints, and each level multiplies. */
const MOST_RANGES = 4;

const token =
  /\s+|\/\*[\s\S]*?\*\/|"(?:[^"\\\n]|\\.)*"|`[^`]*`|'(?:[^'\\\n]|\\.)*'|[.$][\w.]*|[A-Za-z_]\w*|[-+]?\d[\w.]*|:=|[-=()|,]/y;

const unclear = unknown('is not a template Sluice can read; use --json and --jq');
const endless = (word: string) =>
  lasts(`uses '${word}', which may not end or may fill the memory; use --json and --jq`);

/** A template that prints what is there. */
export const goTemplate: ValueCheck = (template, option) => {
  const tokens = tokenize(template);
  return tokens === undefined ? objectTo(option, unclear) : objectToTokens(tokens, option);
};

function objectToTokens(tokens: readonly string[], option: string): Objection | undefined {
  const odd = tokens.find((text, at) => !isTame(text, tokens[at - 1] ?? ''));
  const many = tokens.filter(text => text === 'range').length > MOST_RANGES ? 'range' : undefined;
  const named = odd ?? many;
  return named === undefined ? undefined : objectTo(option, endless(named));
}

function isTame(text: string, before: string): boolean {
  if (/^[A-Za-z_]/.test(text)) return WORDS.has(text);
  if (/^[-+]?\d/.test(text)) return /^[-+]?\d{1,4}$/.test(text) && before !== 'range' && before !== ':=';
  return !/^["'`]/.test(text) || !/%[-+# 0]*(?:\*|\d{4})/.test(text);
}

/** The words inside `{{ }}`; undefined when they cannot be told with certainty. */
function tokenize(template: string): string[] | undefined {
  const tokens: string[] = [];
  let at = 0;
  for (;;) {
    const opening = template.indexOf('{{', at);
    if (opening < 0) return tokens;
    at = opening + 2;
    while (!template.startsWith('}}', at)) {
      token.lastIndex = at;
      const found = token.exec(template)?.[0];
      if (found === undefined) return undefined;
      at += found.length;
      if (!/^(?:\s|\/\*)/.test(found)) tokens.push(found);
    }
    at += 2;
  }
}
