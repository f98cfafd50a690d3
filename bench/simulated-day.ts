import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { GitReader } from '../src/core/git/reader.ts';
import { costOfRun, createFindProbes } from '../src/core/github/probes/find-probes.ts';
import { mapInBatches } from '../src/shared/map-in-batches.ts';
import { type VirtualWindow, virtualWindows } from '../test/core/github/poll/windows.ts';
import { Random } from '../test/differential/random.ts';
import { finishRun, setStatus, startRun } from '../test/github/changes/actions.ts';
import { addComment, addLabels, closeIssue, openIssue } from '../test/github/changes/conversations.ts';
import { addReview } from '../test/github/changes/pulls.ts';
import { Gh, ghPrograms } from '../test/github/gh.ts';
import type { LoggedRequest } from '../test/github/request-log.ts';
import { addSample, type Sample, token } from '../test/github/sample.ts';
import { type LocalGitHub, startGitHub } from '../test/github/server.ts';
import { commandOf } from '../test/support/verdict-of.ts';

/** What people keep open: lists, and the items they work on. A plain `run list` prints how long ago by the machine's own clock. */
export const PANELS: readonly string[] = [
  'pr list',
  'issue list',
  'pr view 4',
  'run list --json number,status,conclusion',
  'pr checks 4',
  'issue view 1',
  'pr list --json number,title,updatedAt,comments',
  'label list',
  'release list',
  'pr view 5',
  'issue list --label bug',
  'pr checks 5',
  'issue view 2',
  'workflow list',
  'pr diff 4',
  'pr list --state all',
  'issue list --state closed',
  'pr view 4 --json reviews,comments,title',
  'run list --branch fix-crash --json number,status,conclusion',
  'issue view 1 --comments',
];

/** Searches and their like: no request tells for free whether they would find something else. */
export const SEARCHES: readonly string[] = [
  'search prs --author monalisa',
  'pr list --search review:required',
  'status',
];

export interface DayOptions {
  readonly hours: number;
  readonly windows: number;
  readonly panels: readonly string[];
  /** How many things people do in an hour, on average. */
  readonly changesAnHour: number;
  /** Whether somebody out there downloads a file of a release all the time. */
  readonly downloads?: boolean;
  readonly seed: number;
}

/** What a day has cost, and how old what people looked at was. */
export interface Day {
  /** Requests that counted before anything was polled: each panel's first run, and the first answer of each probe. */
  readonly first: Readonly<Record<string, number>>;
  /** Requests that counted from then on. */
  readonly later: Readonly<Record<string, number>>;
  /** Those of them from before any panel was due for having been shown for six hours. */
  readonly beforeCeiling: Readonly<Record<string, number>>;
  /** The most of them in any hour. */
  readonly mostAnHour: Readonly<Record<string, number>>;
  /** Requests that were free. */
  readonly free: number;
  /** How often panels ran again. */
  readonly reruns: number;
  /** How long, in milliseconds, a panel showed an output that was no longer true, each time. */
  readonly staleness: readonly number[];
  /** The same for running each panel every 120 s. */
  readonly stalenessPlain: readonly number[];
  /** What one run of gh for each panel costs. */
  readonly costOfAll: Readonly<Record<string, number>>;
}

const PLAIN_MS = 120_000;
const CEILING_MS = 6 * 3_600_000;
const STEP_SECONDS = 5;
/** Processes at once. */
const AT_ONCE = 4;
/** Of the same person: gh also prints who is asking. */
const observersToken = 'ghp_ObserverObserverObserverObserver5678';
/** gh of before 2.82 asks real GitHub for what it no longer has; here that is beside the point. */
const program = ghPrograms.at(-1);

export async function simulateDay(options: DayOptions): Promise<Day> {
  const { hours, windows: count, panels, changesAnHour, seed, downloads = false } = options;
  if (program === undefined) throw new Error('There is no gh.');
  const folder = mkdtempSync(join(tmpdir(), 'sluice-day-'));
  const github = await startGitHub();
  const sample = addSample(github);
  github.tokens.add({ value: observersToken, login: sample.monalisa.login, scopes: ['gist', 'read:org', 'repo'] });
  github.state.classicProjects = true;
  if (!downloads) sample.asset.downloadedEvery = 0;
  const [gh, observer] = [new Gh(program, github), new Gh(program, github)];
  const random = new Random(seed);
  const machine = virtualWindows({
    ...{ github, gh, folder, costOf: costOfRun, chance: () => random.next() },
    findProbes: client =>
      createFindProbes({
        client,
        git: NO_GIT,
        remotesOf: async () => [],
        placeOf: () => ({ host: 'github.com', owner: undefined }),
      }),
  });
  try {
    for (const text of panels) await gh.run([...argsOf(text)]);
    const costOfAll = countedBy(ours(github));
    github.log.clear();
    const all = Array.from({ length: count }, () => machine.add());
    const open = await openPanels(all, panels);
    await machine.settle();
    const first = countedBy(ours(github));
    github.log.clear();
    const people = createPeople(github, sample, random);
    const watch = createObserver(github, observer, open);
    await watch.look();
    const begun = github.clock.now();
    const counted: { at: number; request: LoggedRequest }[] = [];
    let seen = 0;
    const note = () => {
      for (; seen < github.log.requests.length; seen += 1) {
        const request = github.log.requests[seen];
        if (request) counted.push({ at: github.clock.now(), request });
      }
    };
    const ends = begun + hours * 3_600_000;
    let nextChange = changesAnHour > 0 ? begun + pause(random, changesAnHour) : Number.POSITIVE_INFINITY;
    while (github.clock.now() < ends) {
      const nextAt = await machine.settle();
      note();
      watch.compare();
      if (nextChange <= github.clock.now()) {
        people.act();
        await watch.look();
        nextChange = github.clock.now() + pause(random, changesAnHour);
      }
      const step = (Math.min(nextAt, nextChange, ends) - github.clock.now()) / 1000;
      github.clock.advance({ seconds: Math.max(STEP_SECONDS, Math.ceil(step)) });
    }
    await machine.settle();
    note();
    const own = counted.filter(({ request }) => request.token === token.slice(-4));
    return {
      first,
      costOfAll,
      later: countedBy(own.map(({ request }) => request)),
      beforeCeiling: countedBy(own.flatMap(({ at, request }) => (at < begun + CEILING_MS ? request : []))),
      mostAnHour: mostAnHour(own),
      free: own.filter(({ request }) => request.cost === 0).length,
      reruns: open.reduce((sum, { window, id }) => sum + (window.live.panels.find(id)?.live.run ?? 1) - 1, 0),
      ...watch.ended(),
    };
  } finally {
    await machine.dispose();
    gh.remove();
    observer.remove();
    await github.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

interface OpenPanel {
  readonly window: VirtualWindow;
  readonly id: string;
  readonly text: string;
}

async function openPanels(windows: readonly VirtualWindow[], texts: readonly string[]): Promise<OpenPanel[]> {
  const open: OpenPanel[] = [];
  for (const [at, text] of texts.entries()) {
    const window = windows[at % windows.length];
    if (window === undefined) throw new Error('There is no window.');
    const id = await window.show(lineOf(text));
    const { failure } = window.live.panels.find(id) ?? {};
    if (failure && failure.reason !== 'exit-code') throw new Error(`${text}: ${failure.message}`);
    open.push({ window, id, text });
  }
  return open;
}

/** Knows at every moment what gh would print, with a token of its own, and so since when a panel has been out of date. */
function createObserver(github: LocalGitHub, gh: Gh, open: readonly OpenPanel[]) {
  const truth = new Map<string, string>();
  const staleSince = new Map<OpenPanel, number>();
  const staleness: number[] = [];
  const stalenessPlain: number[] = [];
  const begun = github.clock.now();
  const shown = ({ window, id }: OpenPanel) => window.live.panels.find(id)?.result?.stdout ?? '';
  const plainSince = new Map<OpenPanel, number>();
  return {
    async look() {
      const now = github.clock.now();
      const outputs = await mapInBatches(
        [...new Set(open.map(panel => panel.text))],
        async text => ({ text, ...(await gh.run([...argsOf(text)], { env: { GH_TOKEN: observersToken } })) }),
        AT_ONCE,
      );
      for (const { text, stdout } of outputs) {
        const before = truth.get(text);
        truth.set(text, stdout);
        if (before === undefined || before === stdout) continue;
        for (const [at, panel] of open.entries()) {
          if (panel.text !== text) continue;
          if (shown(panel) !== stdout && !staleSince.has(panel)) staleSince.set(panel, now);
          // Its runs are spread over the two minutes.
          const phase = (PLAIN_MS * at) / open.length;
          const sinceRun = (now - begun - phase + PLAIN_MS) % PLAIN_MS;
          if ((plainSince.get(panel) ?? 0) > now) continue;
          stalenessPlain.push(PLAIN_MS - sinceRun);
          plainSince.set(panel, now + PLAIN_MS - sinceRun);
        }
      }
    },
    compare() {
      for (const [panel, since] of staleSince) {
        if (shown(panel) !== truth.get(panel.text)) continue;
        staleness.push(github.clock.now() - since);
        staleSince.delete(panel);
      }
    },
    /** What is still out of date counts with its age. */
    ended() {
      for (const since of staleSince.values()) staleness.push(github.clock.now() - since);
      return { staleness, stalenessPlain };
    },
  };
}

/** Searches are of no one repository. */
const lineOf = (text: string): string => `gh ${text}${/^(?:search|status)/.test(text) ? '' : ' -R octo/demo'}`;
const argsOf = (text: string): readonly string[] => commandOf(lineOf(text)).args;

/** People who work on a repository: most of what they do is talk, and every push runs its checks. */
function createPeople({ state }: LocalGitHub, sample: Sample, random: Random) {
  const { crash, wish, fix, quotes, hubot, outsider, demo, workflow, bug, enhancement } = sample;
  const runs = [sample.running];
  let n = 0;
  const deeds: readonly (() => void)[] = [
    () => addComment(state, random.pick([crash, wish]), hubot, `Comment ${n}`),
    () => addComment(state, random.pick([fix, quotes]), outsider, `Comment ${n}`),
    () => addComment(state, random.pick([fix, crash]), hubot, `Comment ${n}`),
    () => openIssue(state, { repository: demo, author: outsider, title: `Question ${n}`, body: '' }),
    () =>
      closeIssue(
        state,
        openIssue(state, { repository: demo, author: outsider, title: `Mistake ${n}`, body: '' }),
        hubot,
      ),
    () => addReview(state, random.pick([fix, quotes]), hubot, { state: 'COMMENTED', body: `Look at line ${n}.` }),
    () => addLabels(state, random.pick([crash, fix]), [random.pick([bug, enhancement])]),
    () =>
      setStatus(state, {
        repository: demo,
        oid: fix.headOid,
        context: `ci/${n % 3}`,
        state: random.pick(['PENDING', 'SUCCESS', 'FAILURE'] as const),
        creator: hubot,
      }),
    () =>
      runs.push(
        startRun(state, {
          workflow,
          branch: random.pick(['fix-crash', 'quotes', 'main']),
          actor: hubot,
          jobs: [{ name: 'build', steps: [{ name: 'Run tests' }] }],
        }),
      ),
    () => {
      const run = runs.shift();
      if (run) finishRun(state, run);
    },
  ];
  return {
    act() {
      n += 1;
      random.pick(deeds)();
    },
  };
}

const pause = (random: Random, anHour: number): number => (-Math.log(1 - random.next()) * 3_600_000) / anHour;

const ours = ({ log }: LocalGitHub): readonly LoggedRequest[] =>
  log.requests.filter(request => request.token === token.slice(-4));

function countedBy(requests: readonly LoggedRequest[]): Record<string, number> {
  const counted: Record<string, number> = {};
  for (const { bucket = '', cost } of requests) if (cost > 0) counted[bucket] = (counted[bucket] ?? 0) + cost;
  return counted;
}

function mostAnHour(
  counted: readonly { readonly at: number; readonly request: LoggedRequest }[],
): Record<string, number> {
  const most: Record<string, number> = {};
  const costly = counted.filter(({ request }) => request.cost > 0);
  for (const { at } of costly) {
    const hour = countedBy(
      costly.filter(each => each.at >= at && each.at < at + 3_600_000).map(({ request }) => request),
    );
    for (const [bucket, requests] of Object.entries(hour)) most[bucket] = Math.max(most[bucket] ?? 0, requests);
  }
  return most;
}

/** Every command here names its repository and its item. */
const NO_GIT = new Proxy({} as GitReader, {
  get() {
    throw new Error('No git is needed for this.');
  },
});
