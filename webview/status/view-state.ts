import * as z from 'zod/mini';
import { SORTS } from './order.ts';

/** As many folds as are kept over a reload: a state without end would be written at every click. */
const MOST = 500;

const keys = z.catch(z.array(z.string()), []);

const saved = z.object({
  sort: z.catch(z.object({ by: z.enum(SORTS), descending: z.boolean() }), { by: 'path', descending: false }),
  grouped: z.catch(z.boolean(), false),
  filter: z.catch(z.string(), ''),
  folded: keys,
  expanded: keys,
});

/** A person's own view: order, grouping, filter, folds and open diffs; kept over refreshes and reloads. */
export interface ViewState extends Readonly<Omit<z.infer<typeof saved>, 'folded' | 'expanded'>> {
  /** Keys of rows: of folders and sections that are closed, and of files whose diff is open. */
  readonly folded: ReadonlySet<string>;
  readonly expanded: ReadonlySet<string>;
}

/** The state that was kept; whatever of it cannot be read is as it was at the very first. */
export function viewStateFrom(state: unknown): ViewState {
  const kept = saved.safeParse(state).data ?? saved.parse({});
  return { ...kept, folded: new Set(kept.folded), expanded: new Set(kept.expanded) };
}

/** The state as plain data. */
export function toState(viewState: ViewState): z.infer<typeof saved> {
  return { ...viewState, folded: [...viewState.folded].slice(-MOST), expanded: [...viewState.expanded].slice(-MOST) };
}

/** The set with the key put in or taken out. */
export function toggled(set: ReadonlySet<string>, key: string, on: boolean): ReadonlySet<string> {
  const next = new Set(set);
  if (on) next.add(key);
  else next.delete(key);
  return next;
}
