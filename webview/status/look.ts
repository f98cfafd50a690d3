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

/** How a person looks at the view; it is kept over refreshes and reloads and is nobody else's business. */
export interface Look extends Readonly<Omit<z.infer<typeof saved>, 'folded' | 'expanded'>> {
  /** Keys of rows: of folders and sections that are closed, and of files whose diff is open. */
  readonly folded: ReadonlySet<string>;
  readonly expanded: ReadonlySet<string>;
}

/** The look that was kept; whatever of it cannot be read is as it was at the very first. */
export function lookFrom(state: unknown): Look {
  const kept = saved.safeParse(state).data ?? saved.parse({});
  return { ...kept, folded: new Set(kept.folded), expanded: new Set(kept.expanded) };
}

/** The look as plain data. */
export function toState(look: Look): z.infer<typeof saved> {
  return { ...look, folded: [...look.folded].slice(-MOST), expanded: [...look.expanded].slice(-MOST) };
}

/** The set with the key put in or taken out. */
export function toggled(set: ReadonlySet<string>, key: string, on: boolean): ReadonlySet<string> {
  const next = new Set(set);
  if (on) next.add(key);
  else next.delete(key);
  return next;
}
