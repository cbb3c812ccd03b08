import { mkdirSync, openSync, writeSync } from 'node:fs';
import path from 'node:path';
import { type DestinationStream, pino, type Logger } from 'pino';
import type { Config } from './config.ts';

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

/** Text that may hold a bot token, a database password, a JWT or a key of a model, with those parts blanked. */
export function redactText(text: string): string {
  return text
    .replace(/\d{6,}:[\w-]{20,}/g, '[bot token]')
    .replace(/(\w+:\/\/[^:/\s]+):[^@/\s]+@/g, '$1:[password]@')
    .replace(/\beyJ[\w-]+\.[\w-]+\.[\w-]+/g, '[session token]')
    .replace(/\b(?:(?:sk|pk|rk|gsk|xai)-[\w*-]{8,}|AIza[\w-]{20,})/g, '[key]');
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
    openDestination(destination),
  );
}

/** The log of a command: on a terminal it goes to a file, so that the screen stays readable; elsewhere to standard error. */
export function openLog({ LOG_LEVEL, DATA_DIR }: Pick<Config, 'LOG_LEVEL' | 'DATA_DIR'>): Log {
  return createLog(LOG_LEVEL, process.stdout.isTTY ? path.join(DATA_DIR, 'logs', 'munim.log') : undefined);
}

const BUSY_MS = 50;
/** A reader that takes nothing for longer loses lines. */
const BUSY_ATTEMPTS = 20;

/**
 * Writes line by line. What cannot be written, as on a full disk or to a reader that has ended, is left out: the log must
 * not end Munim, and must go on once there is room.
 */
function openDestination(file: string | undefined): DestinationStream {
  if (file !== undefined) mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  const fd = file === undefined ? 2 : openSync(file, 'a', 0o600);
  let isCut = false;
  // A reader that is stuck is waited for once, not with every line anew.
  let isStuck = false;
  return {
    write(line) {
      let rest = Buffer.from(isCut ? `\n${line}` : line);
      for (let busy = 0; rest.length > 0;) {
        try {
          rest = rest.subarray(writeSync(fd, rest));
          isCut = rest.length > 0;
          isStuck = false;
        } catch (error) {
          if ((error as { code?: string }).code !== 'EAGAIN') return;
          if (isStuck || busy === BUSY_ATTEMPTS) {
            isStuck = true;
            return;
          }
          busy += 1;
          Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, BUSY_MS);
        }
      }
    },
  };
}
