import { spellOutInvisible } from '../../../src/shared/invisible-characters.ts';
import { h } from '../../ui/dom.ts';
import { type Incremental, mapIncrementally, runToEnd } from '../../ui/incremental.ts';
import type { Document, Row } from '../document.ts';
import { inline, plain, twistie } from '../inline.ts';
import { arraySize, objectSize } from '../labels.ts';
import { createRowKeys } from '../rows.ts';
import { parsedJson } from './parse.ts';
import { type JsonNode, jsonTree, pathOf } from './tree.ts';
import './json.css';

/** Pixels a step deeper is indented by. */
const INDENT = 16;
const MARGIN = 12;

/** Of a tree that is not all there yet: more than any screen holds. */
const FIRST_NODES = 1_000;

/** A JSON text as a tree that folds; null when it is none. */
export const renderJson = (text: string) => treeOf(text);

/** The first rows of the same tree, each as it will be then. */
export const jsonBeginning = (text: string) => runToEnd(treeOf(text, FIRST_NODES));

function* treeOf(text: string, most?: number): Incremental<Document | null> {
  const value = parsedJson(text);
  const nodes = value === undefined ? null : yield* jsonTree(text, value, most);
  if (nodes === null) return null;
  const keyOf = createRowKeys();
  const rows = yield* mapIncrementally(nodes, node => new JsonRow(node, keyOf(`${node.place} ${node.name}`)));
  return { kind: 'json', rows, columns: null, wantsCommits: [], tall: false };
}

/** A class for speed: a text of a megabyte has a hundred thousand of them. */
class JsonRow implements Row {
  readonly depth: number;
  readonly heads: boolean;
  readonly key: string;
  readonly #node: JsonNode;

  constructor(node: JsonNode, key: string) {
    this.key = key;
    this.depth = node.depth;
    this.heads = node.size > 0;
    this.#node = node;
  }

  /** Put together when it is asked for, which only a filter does for all. */
  get text(): string {
    const value = shownValue(this.#node);
    return this.#node.name === null ? value : `${this.#node.name}: ${value}`;
  }

  draw(): HTMLElement {
    return drawNode(this.#node);
  }
}

function shownValue({ type, source, size }: JsonNode): string {
  if (type === 'object') return size === 0 ? '{}' : objectSize(size);
  if (type === 'array') return size === 0 ? '[]' : arraySize(size);
  return source;
}

function drawNode(node: JsonNode): HTMLElement {
  const { name, type, depth } = node;
  const value = shownValue(node);
  const row = h(
    'div',
    { class: 'row json', title: spellOutInvisible(pathOf(node)) },
    twistie(),
    ...(name === null
      ? []
      : [h('span', { class: typeof name === 'number' ? 'place' : 'key' }, ...plain(String(name))), ': ']),
    h('span', { class: `of-${type}` }, ...(type === 'string' ? inline(value) : plain(value))),
  );
  row.style.paddingInlineStart = `${MARGIN + depth * INDENT}px`;
  return row;
}
