import { BATCH, type Incremental } from '../../ui/incremental.ts';
import { jsonTokens } from './parse.ts';

type JsonType = 'object' | 'array' | 'string' | 'number' | 'boolean' | 'null';

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

/**
 * Every value of a JSON text in the order written, or as many as are wanted; null when they are nested deeper than a
 * person can follow. `whole`, what the text says, tells how many members those have that are not read to their end.
 */
export function* jsonTree(
  text: string,
  whole: unknown,
  most = Number.POSITIVE_INFINITY,
): Incremental<JsonNode[] | null> {
  const nodes: JsonNode[] = [];
  const open: JsonNode[] = [];
  let key: string | null = null;
  for (const token of jsonTokens(text)) {
    if (token === ',' || token === ':') continue;
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
      if (open.length > DEEPEST) return null;
      if (nodes.length >= most) break;
      if (nodes.length % BATCH === 0) yield;
    }
  }
  countMembers(open, whole);
  return nodes;
}

/** Nodes that are each in the one before: what they hold is counted in the value they stand for. */
function countMembers(nodes: readonly JsonNode[], whole: unknown): void {
  let value = whole;
  for (const node of nodes) {
    if (node.name !== null && isObject(value)) value = value[node.name];
    // Of two equal keys the value has only the last.
    if (isObject(value))
      node.size = Math.max(node.size, Array.isArray(value) ? value.length : Object.keys(value).length);
  }
}

const isObject = (value: unknown): value is Readonly<Record<string | number, unknown>> =>
  typeof value === 'object' && value !== null;

function nodeOf(source: string, parent: JsonNode | null, key: string | null): JsonNode {
  const name = key ?? parent?.size ?? null;
  const place = mixed(parent?.place ?? 0, String(name));
  return { parent, name, place, type: typeOf(source), source, depth: parent === null ? 0 : parent.depth + 1, size: 0 };
}

/** The path to a value, as jq and JavaScript write it. */
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
