import {
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  type Server,
  type ServerContext,
} from '@modelcontextprotocol/server';
import * as z from 'zod/mini';
import { APP_EXTENSION, APP_MIME } from './app.ts';

/** What is known of the one at the other end. */
export interface Client {
  /** How it calls itself. */
  readonly name: string | undefined;
  /** Whether it shows forms to a person. */
  readonly showsForms: boolean;
  /** Whether it shows pages of ours beside answers. */
  readonly showsApps: boolean;
}

const info = z.object({ name: z.string() });
const capabilities = z.object({
  elicitation: z.optional(z.object({ form: z.optional(z.unknown()), url: z.optional(z.unknown()) })),
  extensions: z.optional(z.record(z.string(), z.unknown())),
});
const apps = z.object({ mimeTypes: z.array(z.string()) });
/** Newer clients say who they are with each request. */
const envelope = z.object({
  [CLIENT_INFO_META_KEY]: z.optional(info),
  [CLIENT_CAPABILITIES_META_KEY]: z.optional(capabilities),
});

const NAME_CHARACTERS = 64;

/** The client of a request; an older one said who it is when it said hello. */
export function clientOf(server: Server, { mcpReq }: Pick<ServerContext, 'mcpReq'>): Client {
  const { data } = envelope.safeParse(mcpReq.envelope);
  const { name } = data?.[CLIENT_INFO_META_KEY] ?? server.getClientVersion() ?? {};
  const can = data?.[CLIENT_CAPABILITIES_META_KEY] ?? capabilities.safeParse(server.getClientCapabilities()).data;
  return {
    name: name?.slice(0, NAME_CHARACTERS),
    showsForms: can !== undefined && showsForms(can),
    showsApps: can !== undefined && showsApps(can),
  };
}

/** One that names no kind of question means forms. */
const showsForms = ({ elicitation }: z.infer<typeof capabilities>): boolean =>
  elicitation !== undefined && (elicitation.form !== undefined || elicitation.url === undefined);

const showsApps = ({ extensions }: z.infer<typeof capabilities>): boolean =>
  apps.safeParse(extensions?.[APP_EXTENSION]).data?.mimeTypes.includes(APP_MIME) === true;
