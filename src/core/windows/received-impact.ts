import type { ImpactFrame } from '../../protocol/window/to-window.ts';
import { deferred } from '../../shared/deferred.ts';
import { type Impact, impact, type Preview, type SoFar, unknownImpact } from '../writes/impact/impact.ts';

/** The impact of a command in another process, as it comes. */
export interface ReceivedImpact {
  readonly whole: Promise<Impact>;
  readonly soFar: (hear: SoFar) => void;
  readonly unsaved: (found: Impact) => string | null;
  take(frame: Pick<ImpactFrame, 'impact' | 'whole' | 'unsaved'>): void;
  /** Nothing more comes. */
  end(): void;
}

const GONE = 'The process that asked is gone.';

export function createReceivedImpact(): ReceivedImpact {
  const hearers: SoFar[] = [];
  const unsaved = new WeakMap<Impact, string>();
  const { promise, resolve } = deferred<Impact>();
  let latest: Impact | undefined;
  return {
    whole: promise,
    soFar(hear) {
      hearers.push(hear);
      if (latest !== undefined) hear(latest);
    },
    unsaved: found => unsaved.get(found) ?? null,
    take(frame) {
      const found = impactOf(frame.impact);
      latest = found;
      if (frame.unsaved !== null) unsaved.set(found, frame.unsaved);
      for (const hear of hearers) hear(found);
      if (frame.whole) resolve(found);
    },
    end: () => resolve(latest ?? unknownImpact(GONE)),
  };
}

function impactOf({ harms, preview, rewrites, fetchFirst, ...shown }: ImpactFrame['impact']): Impact {
  return impact({
    ...shown,
    preview: preview === null ? null : previewOf(preview),
    ...(harms.length > 0 && { gitHub: { host: '', state: '', harms, reverts: [] } }),
    ...(rewrites && { rewrites }),
    ...(fetchFirst !== null && { fetchFirst }),
  });
}

function previewOf(shown: NonNullable<ImpactFrame['impact']['preview']>): Preview {
  if (!('goes' in shown)) return shown;
  const { goes, ...preview } = shown;
  return goes === null ? preview : { ...preview, goes };
}
