import { limitHeapGrowth } from '../platform/memory.ts';
import { portProblem } from '../platform/process.ts';
import { installLastGuard } from '../platform/unexpected.ts';
import { type Command, EXIT, exitCode, type OpenRole, type Role, ROLES } from './command.ts';
import { openCore, withCore, withRoles, withServer } from './session.ts';

/** What a stopping process may take to finish what is in hand. */
const STOP_LIMIT_MS = 15_000;

/** Runs the named roles, or all of them, until the process is asked to stop. */
export const start: Command['run'] = async (args, { say, complain }, doors) => {
  const unknown = args.find((word) => !(ROLES as readonly string[]).includes(word));
  if (unknown !== undefined) {
    complain(`There is no role "${unknown}". Roles are ${ROLES.join(', ')}.`);
    return null;
  }
  const roles: readonly Role[] = args.length === 0 ? ROLES : ROLES.filter((role) => args.includes(role));
  limitHeapGrowth();
  return await withRoles(
    roles,
    async (session, held) => {
      const { config, log, server } = session;
      const core = await openCore(session, held);
      const options = core.options.store.check();
      const running: (OpenRole & { name: Role })[] = [];
      let address: string | null = null;
      let removeGuard = (): void => undefined;
      try {
        for (const name of roles) {
          const role = await doors.roles[name](core);
          running.push({ ...role, name });
          const url = await role.ready().catch((error: unknown) => {
            throw name === 'api' ? portProblem(error, config) : error;
          });
          if (url !== null) address = config.PUBLIC_URL ?? url;
        }
        const { embedded } = server;
        const optionsProblem = await options;
        const firstCode =
          address === null
            ? null
            : await core.identity.firstCode().catch((err: unknown) => {
                log.warn({ err }, 'no code for a first sign-in could be made');
                return null;
              });
        removeGuard = installLastGuard(log);
        const { banner } = await import('../platform/banner.ts');
        log.info({ roles, embedded }, 'munim is ready');
        const unlinkedChats = core.identity.unlinkedChats();
        say(banner({ config, roles, embedded, address, firstCode, optionsProblem, unlinkedChats }));
        if (roles.includes('api') || roles.includes('bot')) core.reports.values.warm();
        await session.stopped;
      } finally {
        const late = setTimeout(() => {
          log.error('stopping took too long; the next start continues unfinished work');
          process.exit(EXIT.failed);
        }, STOP_LIMIT_MS);
        // Doors stop first, so that no new work starts while the rest finishes.
        for (const { name, stop } of running) {
          await stop().catch((err: unknown) => log.error({ err, role: name }, 'a role did not stop cleanly'));
        }
        await core.close();
        removeGuard();
        clearTimeout(late);
      }
      return EXIT.done;
    },
    true,
  );
};

const MARKS = { OK: '✔', OFF: '·', UNKNOWN: '?', WARNING: '!', FAILED: '✘' } as const;

/** Checks the server and everything it depends on, with advice. */
export const doctor: Command['run'] = async (_args, { say, complain }) =>
  await withServer(async ({ config, log, server }) => {
    const [{ createDoctor }, { systemClock }] = await Promise.all([
      import('../doctor/index.ts'),
      import('../platform/clock.ts'),
    ]);
    const { findings, problems } = await createDoctor({ config, log, clock: systemClock }, server).checkUp();
    for (const { name, state, line, advice } of findings) {
      const write = state === 'WARNING' || state === 'FAILED' ? complain : say;
      write(`${MARKS[state]} ${name}: ${line}${advice === null ? '' : `\n    ${advice}`}`);
    }
    say(problems === 0 ? 'Nothing needs you.' : `${problems} of ${findings.length} need you.`);
    return exitCode(!findings.some(({ state }) => state === 'FAILED'));
  });

export const chat: Command['run'] = async (_args, _says, doors) => await withCore(doors.chat);

export const migrate: Command['run'] = async (_args, { say }) =>
  await withServer(async ({ server }) => {
    const { migrateDatabase } = await import('../platform/database/migrate.ts');
    const { applied } = await migrateDatabase(server.directUrl);
    say(applied.length === 0 ? 'The database is up to date.' : `Applied: ${applied.join(', ')}`);
    return EXIT.done;
  });
