import { isAbsolute } from 'node:path';
import type { StandIn } from './github.ts';

/** The local GitHub that the environment names; tokens are sent to it, so an address of any other machine is not taken. */
export function standInOf(
  { SLUICE_GITHUB_SOCKET: socket, SLUICE_GITHUB_API: apiUrl }: Readonly<Record<string, string | undefined>>,
  warn: (message: string) => void,
): StandIn | undefined {
  if (!socket && !apiUrl) return undefined;
  const refuse = (name: string, because: string) => {
    warn(`${name} is not used: ${because}. Correct it or unset it.`);
    return undefined;
  };
  return {
    socket: !socket || isAbsolute(socket) ? socket : refuse('SLUICE_GITHUB_SOCKET', 'it is no absolute path'),
    apiUrl: !apiUrl || isLoopback(apiUrl) ? apiUrl : refuse('SLUICE_GITHUB_API', 'it is no address of this machine'),
  };
}

function isLoopback(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname, username, password } = new URL(address);
  return (
    /^https?:$/.test(protocol) &&
    /^(?:127(?:\.\d{1,3}){3}|\[::1\]|localhost)$/.test(hostname) &&
    username === '' &&
    password === ''
  );
}
