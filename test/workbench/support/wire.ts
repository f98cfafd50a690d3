const address = process.env.SLUICE_WIRE;

/** True in the editor of `npm test`, where someone drives the page; a desktop editor has no one. */
export const hasPage = address !== undefined;

/** Asks the runner outside the editor to do something. */
export async function ask(action: string, details: Readonly<Record<string, unknown>> = {}): Promise<unknown> {
  const response = await fetch(`${address}/${action}`, { method: 'POST', body: JSON.stringify(details) });
  const answer: unknown = await response.json();
  if (typeof answer !== 'object' || answer === null) throw new Error(`${action}: no answer`);
  if ('error' in answer) throw new Error(`${action} ${JSON.stringify(details)}: ${String(answer.error)}`);
  return 'value' in answer ? answer.value : undefined;
}
