import { createEmitter, type Emitter } from '../../../shared/emitter.ts';
import type { ReadOnlyCommand } from '../../command/command.ts';
import type { LivePanels } from '../../panels/live.ts';
import type { Panel } from '../../panels/panel.ts';
import type { Rate } from '../client.ts';
import type { FindProbes, Probes } from '../probes/probe.ts';
import type { GitHubPlace } from '../remotes.ts';
import type { Tokens } from '../tokens/tokens.ts';
import { stoppedUntil } from './budget.ts';
import { type ActivePanel, bucketOf, type Cost, FLOOR_MS, type Written } from './poll-state.ts';
import type { SharedPoller } from './shared-poller.ts';

export interface PanelPollingOptions {
  readonly panels: LivePanels;
  readonly findProbes: FindProbes;
  /** What a run of a command costs, the look for its probes included. */
  readonly costOf: (command: ReadOnlyCommand) => Cost;
  /** The host that a command talks to, and about whose repositories. */
  readonly placeOf: (command: ReadOnlyCommand, root: string) => Promise<GitHubPlace | undefined>;
  readonly tokens: Pick<Tokens, 'inUse' | 'listen'>;
  /** False in an untrusted workspace: nothing is asked there. */
  readonly trusted: () => boolean;
  /** This window's share in the poller of a token, that of an owner now; `polled` hears what was found. */
  readonly share: (
    host: string,
    fingerprint: string,
    polled: (found: Written) => void,
    owner: () => string | undefined,
  ) => SharedPoller;
  /** What it changes is not written to a file: such a panel is run by hand only. */
  readonly redact: (text: string) => string;
  /** Names this window among those of the machine. */
  readonly windowId: string;
  readonly now: () => number;
  readonly reportError: (error: unknown) => void;
}

/** Keeps the panels of GitHub in a window fresh, as long as somebody looks at them or reads them. */
export interface PanelPolling {
  /** Something was changed on GitHub from here: whoever shows it is to ask soon. */
  changedByUs(): void;
  /** What was last heard of the budgets, and when that changes. */
  rates(): readonly Rate[];
  readonly ratesChanged: Pick<Emitter<void>, 'listen'>;
  /** Resolves when nothing is being looked up or run. */
  settled(): Promise<void>;
  dispose(): Promise<void>;
}

/** What polling knows of a panel. */
interface Followed {
  /** The newest run, when it began, and the newest that has ended. */
  run: number;
  begunAt: number;
  ended: number;
  /** When the run began whose output is shown; 0 for none. */
  ranAt: number;
  triedAt: number;
  failures: number;
  visible: boolean;
  seenAt: number | undefined;
  /** Of the run that began then. */
  probes: { readonly ranAt: number; readonly found: Probes | undefined } | undefined;
  /** The token whose poller asks for it. */
  fingerprint: string | undefined;
  /** When it was last told to run again. */
  toldAt: number;
  /** True until it has done so. */
  told: boolean;
  /** How many such runs in a row printed what was there before. */
  inVain: number;
  /** What it shows: the same object as long as it is the same. */
  shown: Panel['result'];
}

interface Share {
  readonly poller: SharedPoller;
  /** One of those whose token it is, so that another token is used as soon as that changes. */
  owner: string | undefined;
  found: Written | undefined;
}

export function createPanelPolling(options: PanelPollingOptions): PanelPolling {
  const {
    panels: live,
    findProbes,
    costOf,
    placeOf,
    tokens,
    trusted,
    redact,
    share,
    windowId,
    now,
    reportError,
  } = options;
  const followed = new Map<string, Followed>();
  /** By fingerprint. */
  const shares = new Map<string, Share>();
  const ratesChanged = createEmitter<void>(reportError);
  const under = new Set<Promise<unknown>>();
  let changedAt = 0;
  let disposed = false;

  const track = (work: Promise<unknown>) => {
    const done = work.catch(reportError).finally(() => under.delete(done));
    under.add(done);
  };

  const keyOf = ({ uid }: Panel) => `${windowId}:${uid}`;

  /** Notes what became of a panel since it was last heard of. */
  const note = (panel: Panel): void => {
    const { run, freshness, visible, limitedUntil } = panel.live;
    const known = followed.get(panel.id) ?? { ...UNKNOWN };
    followed.set(panel.id, known);
    // GitHub did not say how long.
    if (freshness === 'rate-limited' && limitedUntil === undefined) live.limited(panel.id, now() + LIMIT_MS);
    // Whoever comes back wants to know.
    if (visible && !known.visible) Object.assign(known, { seenAt: now(), inVain: 0 });
    known.visible = visible;
    if (run > known.run) Object.assign(known, { run, begunAt: begunAt(panel) });
    if (freshness === 'refreshing' || run === known.ended) return;
    known.ended = run;
    known.triedAt = known.begunAt;
    if (!hasOutput(panel)) {
      known.failures += 1;
      return;
    }
    const { inVain, shown, told } = known;
    const { result } = panel;
    Object.assign(known, { ranAt: known.begunAt, failures: 0, told: false, shown: result });
    if (result !== shown) known.inVain = 0;
    else if (told) known.inVain = Math.min(inVain + 1, MOST_IN_VAIN);
  };

  /** One that was there before its polling has run some time ago. */
  const begunAt = ({ live: { freshness }, refreshed, result }: Panel): number =>
    freshness === 'refreshing' || refreshed === undefined ? now() : refreshed - (result?.durationMs ?? 0);

  const isActive = (panel: Panel, known: Followed): boolean => {
    if (panel.live.paused || known.ended === 0) return false;
    return panel.live.visible || (panel.read ?? 0) > polledAt(panel, known);
  };

  /** When a panel was last asked about or told to run. */
  const polledAt = (panel: Panel, { probes, ranAt }: Followed): number => {
    const paths = probes?.found?.paths;
    const times = [...shares.values()].flatMap(({ found }) => {
      if (found === undefined) return [];
      if (paths === undefined) return found.reruns[keyOf(panel)]?.at ?? [];
      return paths.length === 0 ? [] : Math.min(...paths.map(path => found.paths[path]?.checkedAt ?? 0));
    });
    return Math.max(ranAt, ...times);
  };

  const lookUp = async ({ id, command, repository }: Panel, known: Followed): Promise<Probes | undefined> => {
    const { ranAt, probes } = known;
    if (probes?.ranAt === ranAt) return probes.found;
    const found = await findProbes(command, repository);
    known.probes = { ranAt, found };
    live.panels.send(id, { type: 'may-lag', fields: found?.mayLag ?? [] });
    return found;
  };

  const activePanel = async (panel: Panel) => {
    const known = followed.get(panel.id);
    if (known === undefined || !isActive(panel, known)) return undefined;
    const probes = await lookUp(panel, known);
    if (probes?.paths.some(path => redact(path) !== path)) return undefined;
    const place = await placeOf(panel.command, panel.repository);
    const token = place && (await tokens.inUse(place.host, place.owner));
    if (place === undefined || token === undefined) return undefined;
    known.fingerprint = token.fingerprint;
    const { ranAt, triedAt, failures, seenAt, inVain } = known;
    const active: ActivePanel = {
      key: keyOf(panel),
      ...(probes && { paths: probes.paths }),
      ...(probes && probes.churning.length > 0 && { churning: probes.churning }),
      ...(probes?.churning.length !== 0 && { inVain }),
      cost: costOf(panel.command),
      ...{ ranAt, triedAt, failures },
      ...(probes && probes.mayLag.length > 0 && seenAt !== undefined && { seenAt }),
    };
    return { place, fingerprint: token.fingerprint, active };
  };

  const shareOf = ({ host, owner }: GitHubPlace, fingerprint: string): void => {
    const known = shares.get(fingerprint);
    if (known) {
      known.owner = owner;
      return;
    }
    const polled = (found: Written) => {
      made.found = found;
      apply(found, fingerprint);
      ratesChanged.emit();
    };
    const made: Share = { poller: share(host, fingerprint, polled, () => made.owner), owner, found: undefined };
    shares.set(fingerprint, made);
  };

  const show = async (): Promise<void> => {
    if (disposed || !trusted()) return;
    const found = await Promise.all(live.panels.list().filter(isOfGitHub).map(activePanel));
    const active = found.filter(each => each !== undefined);
    for (const { place, fingerprint } of active) shareOf(place, fingerprint);
    await Promise.all(
      [...shares].map(([own, { poller }]) =>
        poller.show(
          active.flatMap(each => (each.fingerprint === own ? each.active : [])),
          changedAt,
        ),
      ),
    );
  };

  let isShowing = false;
  let showAgain = false;
  /** One after the other, and once for all that happens meanwhile. */
  const showSoon = (): void => {
    showAgain = true;
    if (isShowing || disposed) return;
    isShowing = true;
    const work = async () => {
      try {
        while (showAgain) {
          showAgain = false;
          await show();
        }
      } finally {
        isShowing = false;
      }
    };
    track(work());
  };

  /** Does what the poller found to be due. */
  const apply = ({ reruns, budget }: Written, fingerprint: string): void => {
    for (const [id, known] of followed) {
      const panel = live.panels.find(id);
      if (panel === undefined || known.fingerprint !== fingerprint) continue;
      const buckets = [...Object.keys(costOf(panel.command)), ...(known.probes?.found?.paths ?? []).map(bucketOf)];
      const until = Math.max(...buckets.map(bucket => stoppedUntil(budget, bucket, now())));
      const { limitedUntil } = panel.live;
      if (until > now()) live.limited(id, until);
      else if (limitedUntil !== undefined && limitedUntil <= now()) live.limited(id, undefined);
      const toldAt = reruns[keyOf(panel)]?.at ?? 0;
      if (toldAt <= known.toldAt) continue;
      Object.assign(known, { toldAt, told: true });
      // Whoever wrote the file: no panel runs by it more often than it may.
      if (now() >= known.triedAt + FLOOR_MS) track(live.invalidate(id));
    }
    showSoon();
  };

  const stops = [
    live.panels.listen(({ type, panel }) => {
      if (!isOfGitHub(panel)) return;
      if (type === 'closed') followed.delete(panel.id);
      else note(panel);
      showSoon();
    }),
    tokens.listen(showSoon),
  ];
  for (const panel of live.panels.list().filter(isOfGitHub)) note(panel);
  showSoon();

  return {
    changedByUs() {
      changedAt = now();
      showSoon();
    },
    rates: () => [...shares.values()].flatMap(({ found }) => found?.budget.rates ?? []),
    ratesChanged,
    async settled() {
      while (under.size > 0) await Promise.all(under);
    },
    async dispose() {
      disposed = true;
      for (const stop of stops) stop();
      await Promise.all([...shares.values()].map(({ poller }) => poller.dispose()));
    },
  };
}

const LIMIT_MS = 60_000;

/** No wait grows by more. */
const MOST_IN_VAIN = 10;

const UNKNOWN: Followed = {
  ...{ run: 0, begunAt: 0, ended: 0, ranAt: 0, triedAt: 0, failures: 0 },
  ...{ visible: false, seenAt: undefined, probes: undefined, fingerprint: undefined, toldAt: 0 },
  ...{ told: false, inVain: 0, shown: undefined },
};

const isOfGitHub = ({ command: { program, verdict } }: Panel): boolean =>
  program === 'gh' && verdict.dependsOn.includes('github');

/** Whether the last run brought an output: gh also ends with a code when a check has failed. */
function hasOutput({ failure, result }: Panel): boolean {
  if (failure === undefined) return true;
  return result?.ok === false && failure.reason === 'exit-code' && result.stdout !== '';
}
