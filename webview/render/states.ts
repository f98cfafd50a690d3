import { h, icon } from '../ui/dom.ts';
import { plain } from './inline.ts';
import './states.css';

/** What a state means for whoever looks: its colour, which its icon and its word say too. */
export type Tone = 'good' | 'bad' | 'busy' | 'done' | 'quiet';

export interface State {
  readonly icon: string;
  readonly tone: Tone;
}

type StateTable = Readonly<Record<string, State>>;

const PASSED: State = { icon: 'pass', tone: 'good' };
const FAILED: State = { icon: 'error', tone: 'bad' };
const RUNNING: State = { icon: 'sync', tone: 'busy' };
const WAITING: State = { icon: 'clock', tone: 'busy' };
const SKIPPED: State = { icon: 'circle-slash', tone: 'quiet' };
const HIDDEN: State = { icon: 'lock', tone: 'quiet' };

/** States by GitHub's own words, in lower case with blanks. */
const STATES: StateTable = {
  'action required': { icon: 'warning', tone: 'busy' },
  active: PASSED,
  approved: PASSED,
  archived: { icon: 'archive', tone: 'quiet' },
  cancel: SKIPPED,
  cancelled: SKIPPED,
  'changes requested': { icon: 'request-changes', tone: 'bad' },
  closed: { icon: 'issue-closed', tone: 'done' },
  commented: { icon: 'comment', tone: 'quiet' },
  completed: { icon: 'check', tone: 'quiet' },
  'disabled inactivity': SKIPPED,
  'disabled manually': SKIPPED,
  dismissed: SKIPPED,
  draft: { icon: 'git-pull-request-draft', tone: 'quiet' },
  error: FAILED,
  fail: FAILED,
  failure: FAILED,
  'in progress': RUNNING,
  internal: HIDDEN,
  latest: { icon: 'tag', tone: 'good' },
  merged: { icon: 'git-merge', tone: 'done' },
  neutral: SKIPPED,
  notice: { icon: 'info', tone: 'quiet' },
  open: { icon: 'issue-opened', tone: 'good' },
  pass: PASSED,
  pending: WAITING,
  'pre-release': { icon: 'tag', tone: 'busy' },
  private: HIDDEN,
  public: { icon: 'globe', tone: 'quiet' },
  queued: WAITING,
  requested: WAITING,
  secret: HIDDEN,
  skipped: SKIPPED,
  skipping: SKIPPED,
  stale: SKIPPED,
  'startup failure': FAILED,
  success: PASSED,
  'timed out': FAILED,
  waiting: WAITING,
  warning: { icon: 'warning', tone: 'busy' },
};

/** Those that look different where they are of a pull request. */
const OF_PULLS: StateTable = {
  closed: { icon: 'git-pull-request-closed', tone: 'bad' },
  open: { icon: 'git-pull-request', tone: 'good' },
};

const wordsOf = (state: string) => state.toLowerCase().replaceAll('_', ' ');

/** The look of a state; null for a word that is none. */
export function stateOf(word: string, ofPull = false): State | null {
  const words = wordsOf(word);
  if (ofPull && Object.hasOwn(OF_PULLS, words)) return OF_PULLS[words] ?? null;
  return Object.hasOwn(STATES, words) ? (STATES[words] ?? null) : null;
}

/** A state as its icon and its word; a word that is no state stays text. */
export function stateMark(word: string, ofPull = false): HTMLElement {
  const state = stateOf(word, ofPull);
  const words = wordsOf(word);
  const label = words.charAt(0).toUpperCase() + words.slice(1);
  if (state === null) return h('span', {}, ...plain(word));
  return h('span', { class: `state-mark ${state.tone}` }, icon(state.icon), h('span', {}, label));
}

/** A state's icon alone, with the word for those who do not see it; without one where the words beside it say it. */
export function stateIcon({ icon: name, tone }: State, word?: string): HTMLElement {
  const said = word === undefined ? {} : { role: 'img', 'aria-label': word, title: word };
  return h('span', { class: `state-mark ${tone}`, ...said }, icon(name));
}
