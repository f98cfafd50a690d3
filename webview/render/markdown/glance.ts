import { h } from '../../ui/dom.ts';
import type { PullFacts } from '../document.ts';
import { plain } from '../inline.ts';
import { CHECK_OUTCOMES, GLANCE } from '../labels.ts';
import { stateIcon, stateOf } from '../states.ts';
import './summary.css';

/** The states whose icons these have. */
const MERGEABLE = { yes: 'success', conflicts: 'failure', unknown: 'pending' } as const;
const DECISIONS = {
  approved: 'approved',
  'changes-requested': 'changes requested',
  'review-required': 'requested',
} as const;

/** A pull request at a glance, above gh's text: what that does not say. Nothing before the host has told it. */
export function drawGlance(facts: PullFacts | null, isOpen: boolean): HTMLElement {
  const element = h('div', { class: 'row glance' });
  if (facts === null) return element;
  const add = (name: string, items: readonly Node[]) => {
    if (items.length === 0) return;
    element.append(
      h('div', { class: 'field' }, h('span', { class: 'name' }, name), h('span', { class: 'glance-items' }, ...items)),
    );
  };
  const branch = (name: string) => h('code', {}, ...plain(name));
  add(GLANCE.branches, [
    h('span', {}, branch(facts.head), ' → ', branch(facts.base)),
    ...(facts.byOutsider ? [item('warning', GLANCE.byOutsider)] : []),
  ]);
  add(GLANCE.checks, checkItems(facts));
  // Nobody waits for what is merged or closed.
  if (!isOpen) return element;
  const { decision } = facts;
  add(GLANCE.review, decision === null ? [] : [item(DECISIONS[decision], GLANCE.decisions[decision])]);
  add(GLANCE.merge, [item(MERGEABLE[facts.mergeable], GLANCE.mergeable[facts.mergeable])]);
  return element;
}

function checkItems({ checks, moreChecks }: PullFacts): readonly Node[] {
  const { passed, failed, running, skipped } = checks;
  const counted = (count: number, state: string, outcome: keyof typeof CHECK_OUTCOMES, names = '') =>
    count === 0 ? [] : [item(state, `${count} ${CHECK_OUTCOMES[outcome].toLowerCase()}${names}`)];
  const more = failed.count > failed.names.length ? ', …' : '';
  return [
    ...counted(failed.count, 'failure', 'failed', `: ${failed.names.join(', ')}${more}`),
    ...counted(running, 'in progress', 'running'),
    ...counted(passed, 'success', 'passed'),
    ...counted(skipped, 'skipped', 'skipped'),
    ...(moreChecks === 0 ? [] : [h('span', {}, GLANCE.more(moreChecks))]),
  ];
}

/** An icon and words; the words say all. */
function item(word: string, text: string): HTMLElement {
  const state = stateOf(word);
  const element = h('span', { class: 'glance-item' }, h('span', {}, ...plain(text)));
  if (state !== null) element.prepend(stateIcon(state));
  return element;
}
