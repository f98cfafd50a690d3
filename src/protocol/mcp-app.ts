import * as z from 'zod/mini';

/**
 * Messages between the page of our MCP App and the client that shows it: of the MCP Apps extension what the page takes, and
 * all that it says. It never calls a tool, reads a resource or writes into the chat.
 */

export const MCP_APP_PROTOCOL = '2026-01-26';

/** The key in the `_meta` of a result under which the panel is told of; models do not read it. */
export const PANEL_META = 'sluice/panel';

/** The panel that an answer is of, as its renderer needs it. */
const panel = z.object({
  id: z.string(),
  program: z.enum(['git', 'gh']),
  subcommand: z.string(),
  args: z.array(z.string()),
  command: z.string(),
  /** The repository's name for people. */
  repository: z.string(),
  exitCode: z.nullable(z.number()),
});
export type AppPanel = z.infer<typeof panel>;

const result = z.object({
  content: z.array(z.union([z.object({ type: z.literal('text'), text: z.string() }), z.object({ type: z.string() })])),
  structuredContent: z.optional(
    z.object({
      lines: z.optional(z.int()),
      shown: z.optional(z.array(z.object({ from: z.int(), to: z.int() }))),
    }),
  ),
  _meta: z.optional(z.object({ [PANEL_META]: z.optional(panel) })),
});
export type AppResult = z.infer<typeof result>;

const context = z.object({ theme: z.optional(z.enum(['light', 'dark'])) });
export type AppContext = z.infer<typeof context>;

const id = z.union([z.string(), z.number()]);

/** Answers `ui/initialize`, the one request of ours whose answer matters. */
const initialized = z.object({
  id: z.literal('initialize'),
  result: z.object({
    hostContext: z.optional(context),
    hostCapabilities: z.optional(z.object({ openLinks: z.optional(z.unknown()) })),
  }),
});

export const toApp = z.union([
  initialized,
  z.object({ method: z.literal('ui/notifications/tool-result'), params: result }),
  z.object({ method: z.literal('ui/notifications/tool-cancelled') }),
  z.object({ method: z.literal('ui/notifications/host-context-changed'), params: context }),
  z.object({ method: z.enum(['ping', 'ui/resource-teardown']), id }),
]);
export type ToApp = z.infer<typeof toApp>;

export type FromApp =
  | { readonly id: 'initialize'; readonly method: 'ui/initialize'; readonly params: object }
  | { readonly method: 'ui/notifications/initialized' }
  | { readonly method: 'ui/notifications/size-changed'; readonly params: { width: number; height: number } }
  | { readonly id: string; readonly method: 'ui/open-link'; readonly params: { readonly url: string } }
  | { readonly id: string | number; readonly result: object };
