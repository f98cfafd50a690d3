import * as z from 'zod/mini';

const look = z.object({
  /** True when the person chose plain text over what the output is rendered as. */
  plain: z.boolean(),
  /** Null until the person chose: then the setting of the window holds. */
  wrap: z.nullable(z.boolean()),
  filter: z.string(),
  folded: z.array(z.string()),
  sort: z.nullable(z.object({ column: z.int(), descending: z.boolean() })),
  sideBySide: z.boolean(),
  anchor: z.nullable(z.object({ key: z.string(), offset: z.number() })),
});

/** By the panel's `uid` the host finds it again after a reload. */
const saved = z.object({ uid: z.string(), look });

/** How a person looks at a panel. */
export type SavedLook = z.infer<typeof look>;
export type Saved = z.infer<typeof saved>;

export const FIRST_LOOK: SavedLook = {
  plain: false,
  wrap: null,
  filter: '',
  folded: [],
  sort: null,
  sideBySide: false,
  anchor: null,
};

/** More folds than this are not kept, or every save would cost. */
const MOST_FOLDS = 2000;

/** What was kept, or null when there is nothing that can be used. */
export function readSaved(value: unknown): Saved | null {
  const parsed = saved.safeParse(value);
  return parsed.success ? parsed.data : null;
}

export function writeSaved(uid: string, look: SavedLook): Saved {
  return { uid, look: { ...look, folded: look.folded.slice(0, MOST_FOLDS) } };
}
