import * as z from 'zod/mini';

const viewState = z.object({
  /** True when the person chose plain text over what the output is rendered as. */
  plain: z.boolean(),
  /** Null until the person chose: then the setting of the window holds. */
  wrap: z.nullable(z.boolean()),
  filter: z.string(),
  folded: z.array(z.string()),
  /** Of the heads that are folded until somebody opens them, those that somebody did. */
  opened: z._default(z.array(z.string()), []),
  sort: z.nullable(z.object({ column: z.int(), descending: z.boolean() })),
  sideBySide: z.boolean(),
  anchor: z.nullable(z.object({ key: z.string(), offset: z.number() })),
});

/** By the panel's `uid` the host finds it again after a reload. */
const saved = z.object({ uid: z.string(), look: viewState });

/** A person's own view of a panel: what is folded, filtered, sorted and scrolled to. */
export type ViewState = z.infer<typeof viewState>;
type Saved = z.infer<typeof saved>;

export const INITIAL_VIEW_STATE: ViewState = {
  plain: false,
  wrap: null,
  filter: '',
  folded: [],
  opened: [],
  sort: null,
  sideBySide: false,
  anchor: null,
};

/** More folds than this are not kept, or every save would cost. */
const MOST_FOLDS = 2000;

/** The state that was kept, or null when there is nothing that can be used. */
export function readSaved(value: unknown): Saved | null {
  const parsed = saved.safeParse(value);
  return parsed.success ? parsed.data : null;
}

export function writeSaved(uid: string, viewState: ViewState): Saved {
  const { folded, opened } = viewState;
  return { uid, look: { ...viewState, folded: folded.slice(0, MOST_FOLDS), opened: opened.slice(0, MOST_FOLDS) } };
}
