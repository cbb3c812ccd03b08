import { setMaxListeners } from 'node:events';
import type { Clock, Config, Log } from '../platform/index.ts';
import { knownAppUrl, openHeldConnection } from '../platform/database/index.ts';
import { readBackups } from '../backups/index.ts';
import type { Check, SeenRequest, Subject } from './check.ts';
import { backups } from './backups.ts';
import { connections, migrations, postgres, separation, settings } from './database.ts';
import { type CheckUp, type Finding, type Found, unknown } from './finding.ts';
import { disk, files, web } from './machine.ts';
import { askSources, clock, sourceChecks, telegram } from './outside.ts';

/** Everything that is looked at, in the order in which it is shown. */
export const CHECKS: readonly (readonly [name: string, check: Check])[] = [
  ['Postgres', postgres],
  ['Tables', migrations],
  ['Database settings', settings],
  ['Separation of people', separation],
  ['Connections', connections],
  ['Disk', disk],
  ['Open files', files],
  ['Clock', clock],
  ['Address', web],
  ['Backups', backups],
  ['Telegram', telegram],
  ...sourceChecks,
];

/** Longest wait for one check; all run side by side. */
const LONGEST_MS = 4_000;

export type Doctor = ReturnType<typeof createDoctor>;

/**
 * Checks the server and everything it depends on. No check delays another, and none changes anything.
 * @param server.directUrl the address of the server itself, where `ownerUrl` is a pooler's
 */
export function createDoctor(
  { config, clock: time, log }: { config: Config; clock: Pick<Clock, 'now'>; log: Log },
  server: Subject['server'],
) {
  return {
    /** Everything in the table. It takes four seconds at most. */
    async checkUp(request: SeenRequest | null = null): Promise<CheckUp> {
      const findings = await lookAt(request);
      return {
        checked_at: time.now().toISOString(),
        problems: findings.filter(({ state }) => state === 'WARNING' || state === 'FAILED').length,
        findings,
      };
    },
  };

  async function lookAt(request: SeenRequest | null): Promise<Finding[]> {
    const held = openHeldConnection(server.directUrl, `munim doctor:${process.pid}`, log);
    const late = AbortSignal.timeout(LONGEST_MS);
    setMaxListeners(3 * CHECKS.length, late);
    const database = async () => (await held.session()).client;
    let asking: ReturnType<typeof askSources> | null = null;
    const subject: Subject = {
      config,
      clock: time,
      server,
      database,
      appUrl: async () => config.DATABASE_APP_URL ?? (await knownAppUrl(await database(), server.directUrl)),
      outside: () => (asking ??= askSources(config, () => time.now(), late)),
      backups: async () => await readBackups({ config, clock: time, log }),
      request,
    };
    try {
      return await Promise.all(
        CHECKS.map(async ([name, check]): Promise<Finding> => ({
          name,
          ...(await lookedAt(check, subject, late)),
        })),
      );
    } finally {
      await held.close();
    }
  }

  async function lookedAt(check: Check, subject: Subject, late: AbortSignal): Promise<Found> {
    try {
      return await Promise.race([
        check(subject),
        new Promise<Found>((resolve) => {
          const give = () =>
            resolve(
              unknown('It did not answer in time.', 'Run the check again; if it stays so, look at the log.'),
            );
          if (late.aborted) give();
          else late.addEventListener('abort', give, { once: true });
        }),
      ]);
    } catch (err) {
      log.debug({ err }, 'a check of the doctor failed');
      return unknown('It could not be looked at.', 'See the log of Munim, and the line of Postgres above.');
    }
  }
}
