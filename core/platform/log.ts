import { pino, type Logger } from 'pino';

export type Log = Logger;

const SECRET_KEYS = [
  'authorization',
  'cookie',
  'set-cookie',
  'password',
  'token',
  'code',
  'secret',
  'credentials',
  'access_token',
  'api_key',
  'api_secret',
  'pin',
  'otp',
];

/** Text that may hold a bot token, a database password or a JWT, with those parts blanked. */
export function redactText(text: string): string {
  return text
    .replace(/\d{6,}:[\w-]{20,}/g, '[bot token]')
    .replace(/(\w+:\/\/[^:/\s]+):[^@/\s]+@/g, '$1:[password]@')
    .replace(/\beyJ[\w-]+\.[\w-]+\.[\w-]+/g, '[session token]');
}

/**
 * The structured log: one JSON object a line. Known secret keys are replaced, and so are those of an object one level down (each further level costs every line), and error
 * messages and stacks are blanked of tokens and passwords.
 * @param destination a file path, or nothing for standard error.
 */
export function createLog(level: string, destination?: string): Log {
  return pino(
    {
      level,
      base: undefined,
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: {
        paths: SECRET_KEYS.flatMap((key) => [`["${key}"]`, `*["${key}"]`]),
        censor: '[redacted]',
      },
      serializers: {
        err: (error: unknown) =>
          error instanceof Error
            ? { type: error.name, message: redactText(error.message), stack: redactText(error.stack ?? '') }
            : redactText(String(error)),
      },
    },
    destination === undefined
      ? pino.destination({ dest: 2, sync: true })
      : pino.destination({ dest: destination, mkdir: true, mode: 0o600, sync: true }),
  );
}
