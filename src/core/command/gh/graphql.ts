/** The kind of operation in a GraphQL document: `unclear` when it cannot be read with certainty. */
export type GraphqlDocument = 'reads' | 'changes' | 'unclear';

/** Spaces, commas, a byte-order mark and comments mean nothing between two tokens. */
const ignored = /(?:[\t\n\r ,\uFEFF]|#[^\n\r]*)+/y;
/** A backslash or a fourth quote in a block string is read differently by different parsers: not read here. */
const blockString = /"""(?:[^"\\]|"(?!""))*"""(?!")/y;
const string = /"(?!"")(?:[^"\\\n\r]|\\(?:["\\/bfnrt]|u[\dA-Fa-f]{4}|u\{[\dA-Fa-f]+\}))*"/y;
const name = /[A-Z_a-z]\w*/y;
const number = /-?\d[\d.Ee+-]*/y;
const punctuator = /\.\.\.|[!$&():=@[\]{|}]/y;

/** Splits a document into tokens, every string into `""`; undefined when a character fits nowhere. */
function tokenize(text: string): string[] | undefined {
  const tokens: string[] = [];
  let at = 0;
  const match = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = at;
    const found = pattern.exec(text)?.[0];
    if (found !== undefined) at += found.length;
    return found;
  };
  while (at < text.length) {
    if (match(ignored) !== undefined) continue;
    if (match(blockString) !== undefined || match(string) !== undefined) tokens.push('""');
    else {
      const token = match(name) ?? match(number) ?? match(punctuator);
      if (token === undefined) return undefined;
      tokens.push(token);
    }
  }
  return tokens;
}

const closers: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' };
const isName = (token: string | undefined): boolean => token !== undefined && /^[A-Z_a-z]/.test(token);

/** Reads the definitions one by one: only queries and fragments may stand there. */
export function readDocument(text: string): GraphqlDocument {
  const tokens = tokenize(text);
  if (!tokens || tokens.length === 0) return 'unclear';
  let at = 0;
  const accept = (token: string): boolean => tokens[at] === token && ++at > 0;
  const acceptName = (): boolean => isName(tokens[at]) && ++at > 0;
  /** Passes a bracket and all it holds. */
  const enclosed = (opener: string): boolean => {
    if (!accept(opener)) return false;
    const open = [closers[opener]];
    for (; at < tokens.length && open.length > 0; at += 1) {
      const token = tokens[at] ?? '';
      if (Object.hasOwn(closers, token)) open.push(closers[token]);
      else if (')]}'.includes(token) && open.pop() !== token) return false;
    }
    return open.length === 0;
  };
  const directives = (): boolean => {
    while (accept('@')) {
      if (!acceptName()) return false;
      if (tokens[at] === '(' && !enclosed('(')) return false;
    }
    return true;
  };

  while (at < tokens.length) {
    if (accept('query')) {
      acceptName();
      if (tokens[at] === '(' && !enclosed('(')) return 'unclear';
      if (!directives()) return 'unclear';
    } else if (accept('fragment')) {
      if (!acceptName() || !accept('on') || !acceptName() || !directives()) return 'unclear';
    } else if (tokens[at] === 'mutation' || tokens[at] === 'subscription') return 'changes';
    if (!enclosed('{')) return 'unclear';
  }
  return 'reads';
}

/** The fields of a document that is one plain mutation: `addStar` of `mutation { addStar(…) { … } }`; undefined for any other. */
export function fieldsOfMutation(text: string): readonly string[] | undefined {
  const tokens = tokenize(text);
  if (tokens?.[0] !== 'mutation' || tokens.includes('...')) return undefined;
  const fields: string[] = [];
  const open: string[] = [];
  for (const [at, token] of tokens.entries()) {
    // Whatever follows the end of the operation is a second one.
    if (at > 0 && open.length === 0 && tokens[at - 1] === '}') return undefined;
    const isField = isName(token) && tokens[at + 1] !== ':' && tokens[at - 1] !== '@';
    if (Object.hasOwn(closers, token)) open.push(token);
    else if (')]}'.includes(token)) open.pop();
    else if (open.join('') === '{' && isField) fields.push(token);
  }
  return fields;
}
