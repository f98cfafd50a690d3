import type { JSONRPCMessage } from '@modelcontextprotocol/server';
import * as z from 'zod/mini';

/** Which resources a client listens to by streams of the newer protocol, which the SDK serves without telling anybody. */
export interface Listening {
  /** Takes each message of the client. */
  heard(message: JSONRPCMessage): void;
}

const id = z.union([z.string(), z.number()]);
const listen = z.object({
  id,
  method: z.literal('subscriptions/listen'),
  params: z.object({ notifications: z.object({ resourceSubscriptions: z.array(z.string()) }) }),
});
const cancelled = z.object({
  method: z.literal('notifications/cancelled'),
  params: z.object({ requestId: id }),
});

/** More streams than the SDK keeps are none of one more resource. */
const MOST_STREAMS = 1024;

/** `changed` is called with whether there is any stream of a resource. */
export function createListening(changed: (any: boolean) => void): Listening {
  const streams = new Set<string | number>();
  return {
    heard(message) {
      if (!('method' in message)) return;
      const began = listen.safeParse(message).data;
      const ended = cancelled.safeParse(message).data;
      if (began !== undefined && streams.size < MOST_STREAMS) streams.add(began.id);
      else if (ended === undefined || !streams.delete(ended.params.requestId)) return;
      changed(streams.size > 0);
    },
  };
}
