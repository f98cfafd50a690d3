import { eachJsonToken } from './parse.ts';

export type JsonType = 'object' | 'array' | 'string' | 'number' | 'boolean' | 'null';

/** A value in a JSON text, and where it is. */
export interface JsonNode {
  readonly parent: JsonNode | null;
  /** The key it has in an object or its place in an array; null for the whole. */
  readonly name: string | number | null;
  readonly type: JsonType;
  /** As it is written; for an object or an array the bracket that opens it. */
  readonly source: string;
  readonly depth: number;
  /** A number that stands for where it is: paths of a hostile text would fill the memory. */
  readonly place: number;
  /** How many members an object or an array has. */
  size: number;
}

const DEEPEST = 200;

/** Every value of a JSON text in the order written; null when they are nested deeper than a person can follow. */
export function jsonTree(text: string): readonly JsonNode[] | null {
  const nodes: JsonNode[] = [];
  const open: JsonNode[] = [];
  let key: string | null = null;
  eachJsonToken(text, token => {
    if (token === ',' || token === ':') return true;
    const parent = open.at(-1) ?? null;
    if (token === '}' || token === ']') {
      open.pop();
    } else if (parent?.type === 'object' && key === null) {
      key = unescaped(token);
    } else {
      const node = nodeOf(token, parent, key);
      key = null;
      nodes.push(node);
      if (parent !== null) parent.size += 1;
      if (token === '{' || token === '[') open.push(node);
    }
    return open.length <= DEEPEST;
  });
  return open.length > DEEPEST ? null : nodes;
}

function nodeOf(source: string, parent: JsonNode | null, key: string | null): JsonNode {
  const name = key ?? parent?.size ?? null;
  const place = mixed(parent?.place ?? 0, String(name));
  return { parent, name, place, type: typeOf(source), source, depth: parent === null ? 0 : parent.depth + 1, size: 0 };
}

/** Where a value is, as jq and JavaScript write it. */
export function pathOf(node: JsonNode): string {
  const steps: string[] = [];
  for (let at: JsonNode = node; at.parent !== null; at = at.parent) {
    const { name } = at;
    if (typeof name === 'number') steps.push(`[${name}]`);
    else steps.push(/^[A-Za-z_]\w*$/.test(name ?? '') ? `.${name}` : `[${JSON.stringify(name)}]`);
  }
  return steps.length === 0
    ? '.'
    : steps
        .reverse()
        .join('')
        .replace(/^(?=\[)/, '.');
}

function unescaped(token: string): string {
  if (!token.includes('\\')) return token.slice(1, -1);
  const value: unknown = JSON.parse(token);
  return typeof value === 'string' ? value : token;
}

function typeOf(token: string): JsonType {
  if (token === '{') return 'object';
  if (token === '[') return 'array';
  if (token === 'null') return 'null';
  if (token === 'true' || token === 'false') return 'boolean';
  return token.startsWith('"') ? 'string' : 'number';
}

const MOST_MIXED = 64;

function mixed(seed: number, name: string): number {
  let mix = seed ^ name.length;
  for (let i = 0; i < Math.min(name.length, MOST_MIXED); i += 1) mix = Math.imul(mix ^ name.charCodeAt(i), 0x01000193);
  return mix >>> 0;
}
