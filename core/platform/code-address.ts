import type { Config } from './config.ts';

/**
 * Address of the page with the field for a code, printed beside a code. The login is in the fragment, which no browser sends:
 * so the page asks the server nothing, and a stranger cannot learn that a code was printed. The code itself is never in it.
 */
export function codeAddress(address: string, login: string): string {
  return `${address}/#code=${encodeURIComponent(login)}`;
}

/** Address of the dashboard by the settings, for a process that does not listen itself; null with a port chosen at the start. */
export function configuredAddress({ PUBLIC_URL, HOST, PORT }: Config): string | null {
  if (PUBLIC_URL !== null) return PUBLIC_URL;
  const host = HOST === '0.0.0.0' || HOST === '::' ? 'localhost' : HOST.includes(':') ? `[${HOST}]` : HOST;
  return PORT === 0 ? null : `http://${host}:${PORT}`;
}
