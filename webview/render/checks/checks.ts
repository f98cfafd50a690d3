import { h } from '../../ui/dom.ts';
import type { Document, Row } from '../document.ts';
import { anchor, inline, plain, twistie } from '../inline.ts';
import { CHECK_OUTCOMES, checkCount } from '../labels.ts';
import { createRowKeys } from '../rows.ts';
import { type State, stateIcon, stateOf } from '../states.ts';
import { type Check, checksIn, OUTCOMES, type Outcome } from './parse.ts';
import './checks.css';

const SKIPPED: State = { icon: 'circle-slash', tone: 'quiet' };

/** The look of an outcome: gh has another word for each. */
const lookOf = (outcome: Outcome): State =>
  stateOf({ failed: 'fail', running: 'in progress', passed: 'pass', skipped: 'skipping' }[outcome]) ?? SKIPPED;

/** `gh pr checks`: how many became what, then the checks themselves, those that failed first; null when it is none. */
export function renderChecks(text: string): Document | null {
  const checks = checksIn(text);
  if (checks === null) return null;
  const keyOf = createRowKeys();
  const groups = OUTCOMES.flatMap(outcome => {
    const members = checks.filter(check => check.outcome === outcome);
    return members.length === 0 ? [] : [{ outcome, members }];
  });
  const total = groups.map(({ outcome, members }) => `${members.length} ${CHECK_OUTCOMES[outcome].toLowerCase()}`);
  const rows = groups.flatMap(({ outcome, members }): Row[] => [
    headRow(outcome, members.length),
    ...members.map(check => checkRow(check, keyOf(check.name))),
  ]);
  const summary = `${checkCount(checks.length)}: ${total.join(', ')}`;
  const first: Row = {
    key: '\0total',
    text: summary,
    depth: 0,
    heads: false,
    draw: () => h('div', { class: 'row check-total' }, summary),
  };
  return { kind: 'checks', rows: [first, ...rows], columns: null, wantsCommits: [], tall: false };
}

function headRow(outcome: Outcome, count: number): Row {
  const label = CHECK_OUTCOMES[outcome];
  const draw = () =>
    h(
      'div',
      { class: 'row head' },
      twistie(),
      stateIcon(lookOf(outcome)),
      h('strong', {}, label),
      h('span', { class: 'badge' }, String(count)),
    );
  return { key: `\0${outcome}`, text: label, depth: 0, heads: true, draw };
}

function checkRow({ text, name, outcome, elapsed, link, description }: Check, key: string): Row {
  const draw = () =>
    h(
      'div',
      { class: 'row check' },
      stateIcon(lookOf(outcome), CHECK_OUTCOMES[outcome]),
      h(
        'span',
        { class: 'name', title: name },
        ...(link === '' ? plain(name) : [anchor({ kind: 'url', value: link }, name)]),
      ),
      h('span', { class: 'note', title: description }, ...inline(description)),
      h('span', { class: 'elapsed note' }, ...plain(elapsed)),
    );
  return { key, text, depth: 1, heads: false, draw };
}
