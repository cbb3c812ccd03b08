import { limitHeapGrowth } from '../platform/memory.ts';
import { portProblem } from '../platform/process.ts';
import { installLastGuard } from '../platform/unexpected.ts';
import { type Command, EXIT, type OpenRole, type Role, ROLES } from './command.ts';
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

/** Checks the settings, the database and its connections, and gives advice. */
export const doctor: Command['run'] = async (_args, { say, complain }) =>
  await withServer(async ({ config, log, server }) => {
    const { openHeldConnection } = await import('../platform/database/held-connection.ts');
    const { connectionWords, readConnections } = await import('../platform/database/connection-census.ts');
    const { pendingMigrations } = await import('../platform/database/migrate.ts');
    say('settings: ok');
    const held = openHeldConnection(server.directUrl, `munim doctor:${process.pid}`, log);
    try {
      const { client } = await held.session();
      say(`database: ok${server.directUrl === server.ownerUrl ? '' : ', behind a pooler'}`);
      // A database without a table of migrations has no migrations.
      const pending = await pendingMigrations(client).catch(() => ['all']);
      if (pending.length > 0) complain('migrations: the database is not up to date. Run npm run migrate.');
      else say('migrations: ok');
      const { line, advice } = connectionWords(await readConnections(client, config.DATABASE_CONNECTIONS));
      say(`connections: ${line}`);
      if (advice !== null) complain(advice);
      return pending.length === 0 && advice === null ? EXIT.done : EXIT.failed;
    } finally {
      await held.close();
    }
  });

export const chat: Command['run'] = async (_args, _says, doors) => await withCore(doors.chat);

export const migrate: Command['run'] = async (_args, { say }) =>
  await withServer(async ({ server }) => {
    const { migrateDatabase } = await import('../platform/database/migrate.ts');
    const { applied } = await migrateDatabase(server.directUrl);
    say(applied.length === 0 ? 'The database is up to date.' : `Applied: ${applied.join(', ')}`);
    return EXIT.done;
  });
