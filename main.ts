import { existsSync } from 'node:fs';
import {
  backupCommandLine,
  type CommandLine,
  openCore,
  optionsCommandLine,
  researchCommandLine,
  rotateBrokerKey,
  withCore,
  withServer,
} from './core/command-line/index.ts';
import { ConfigError } from './core/platform/config.ts';
import { portProblem } from './core/platform/process.ts';
import { installLastGuard } from './core/platform/unexpected.ts';

/** Done, failed, wrong use. */
const EXIT = { done: 0, failed: 1, wrongUse: 2 } as const;
const ROLES = ['api', 'bot', 'jobs'] as const;
type Role = (typeof ROLES)[number];
/** What a stopping process may take to finish what is in hand. */
const STOP_LIMIT_MS = 15_000;

type Command = Omit<CommandLine, 'run'> & { run: (args: string[]) => Promise<number> };

const say = (text: string): void => void process.stdout.write(`${text}\n`);
const complain = (text: string): void => void process.stderr.write(`${text}\n`);
const says = { say, complain };

/** Everything `npm start` and `npm run …` reach. Each command loads only what it needs. */
const COMMANDS: Record<string, Command> = {
  start: {
    usage: 'npm start [-- api] [bot] [jobs]',
    summary:
      'Runs Munim. Without a role, all roles run in one process. Several processes can share one database.',
    run: start,
  },
  chat: {
    usage: 'npm run chat',
    summary: 'Opens the chat in this terminal. You can also pipe messages in, one per line.',
    run: () => withCore(async (core) => await (await import('./bot/terminal.ts')).runTerminal(core)),
  },
  'login-code': {
    usage: 'npm run login-code [-- login]',
    summary: 'Prints a one-time sign-in code for a login (default: the owner).',
    run: loginCode,
  },
  'add-person': {
    usage: 'npm run add-person -- login ["Name"]',
    summary: 'Adds a person with books of their own, and prints a code for their first sign-in.',
    run: addPerson,
  },
  migrate: {
    usage: 'npm run migrate',
    summary: 'Updates the database to the newest version. A start does this automatically.',
    run: () =>
      withServer(async ({ server }) => {
        const { migrateDatabase } = await import('./core/platform/database/migrate.ts');
        const { applied } = await migrateDatabase(server.ownerUrl);
        say(applied.length === 0 ? 'The database is up to date.' : `Applied: ${applied.join(', ')}`);
        return EXIT.done;
      }),
  },
  ...commandsOf(backupCommandLine(says)),
  'rotate-broker-key': {
    usage: 'npm run rotate-broker-key',
    summary: 'Re-encrypts broker credentials with a new key: the one in the settings, or a generated one.',
    run: async (args) => (args.length > 0 ? wrongUse('rotate-broker-key') : await rotateBrokerKey(say)),
  },
  'import-instruments': {
    usage: 'npm run import-instruments -- file… [--index NIFTY500 --as-of 2026-04-01]',
    summary: 'Imports NSE’s lists of shares, ETFs, symbol changes and index members.',
    run: importInstruments,
  },
  'import-prices': {
    usage: 'npm run import-prices -- file|folder… [--symbol NIFTY50] [--dry-run]',
    summary:
      'Imports daily closes and corporate actions from bhavcopies or your own CSV. Importing twice changes nothing.',
    more: async () => (await import('./core/market/index.ts')).PRICE_IMPORT_HELP,
    run: importPrices,
  },
  ...commandsOf({ ...researchCommandLine(says), ...optionsCommandLine(says) }),
  'practice-broker': {
    usage: 'npm run practice-broker [-- --port P …]',
    summary: 'Runs a broker without money on this machine, to rehearse trading with.',
    more: async () => (await import('./core/brokers/practice/index.ts')).PRACTICE_HELP,
    run: async (args) =>
      await (await import('./core/brokers/practice/index.ts')).runPracticeBroker(args, say, complain),
  },
};

/** Rows that leave it to us to say how a command is used. */
function commandsOf(rows: Record<string, CommandLine>): Record<string, Command> {
  return Object.fromEntries(
    Object.entries(rows).map(([name, row]) => [
      name,
      { ...row, run: async (args: string[]) => (await row.run(args)) ?? wrongUse(name) },
    ]),
  );
}

async function start(args: string[]): Promise<number> {
  const unknown = args.filter((word) => !(ROLES as readonly string[]).includes(word));
  if (unknown.length > 0) {
    complain(
      `There is no role "${unknown[0]}". Roles are ${ROLES.join(', ')}.\nUsage: ${COMMANDS.start?.usage ?? ''}`,
    );
    return EXIT.wrongUse;
  }
  const roles: readonly Role[] = args.length === 0 ? ROLES : ROLES.filter((role) => args.includes(role));
  return await withServer(async (session) => {
    const { config, log, server } = session;
    const { lockRoles } = await import('./core/platform/locks/role-locks.ts');
    const locks = await lockRoles({ server, roles, dataDir: config.DATA_DIR, log });
    const core = await openCore(session);
    const options = core.options.store.check();
    const running: { name: Role; stop: () => Promise<void> }[] = [];
    let address: string | null = null;
    let removeGuard = (): void => undefined;
    try {
      if (roles.includes('api')) {
        const { createApi } = await import('./api/server.ts');
        const api = await createApi(core);
        running.push({ name: 'api', stop: () => api.close() });
        const { url } = await api.listen().catch((error: unknown) => {
          throw portProblem(error, config);
        });
        address = config.PUBLIC_URL ?? url;
      }
      if (roles.includes('bot')) {
        const { startBot } = await import('./bot/index.ts');
        const bot = startBot(core);
        running.push({ name: 'bot', stop: () => bot.stop() });
        await bot.ready;
      }
      if (roles.includes('jobs')) {
        const jobs = await (await import('./jobs/index.ts')).startJobs(core);
        running.push({ name: 'jobs', stop: () => jobs.stop() });
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
      const { banner } = await import('./core/platform/banner.ts');
      log.info({ roles, embedded }, 'munim is ready');
      say(banner({ config, roles, embedded, address, firstCode, optionsProblem }));
      if (roles.includes('api') || roles.includes('bot')) core.reports.values.warm();
      await session.stopped;
    } finally {
      const late = setTimeout(() => {
        log.error('stopping took too long; the next start continues unfinished work');
        process.exit(EXIT.failed);
      }, STOP_LIMIT_MS);
      // Doors first, so that nothing new comes in while the rest finishes.
      for (const { name, stop } of running) {
        await stop().catch((err: unknown) => log.error({ err, role: name }, 'a role did not stop cleanly'));
      }
      await core.close();
      await locks.release();
      removeGuard();
      clearTimeout(late);
    }
    return EXIT.done;
  }, true);
}

async function loginCode(args: string[]): Promise<number> {
  if (args.length > 1) return wrongUse('login-code');
  return await withCore(async (core) => {
    const issued = await core.identity.signIn.issueCode(args[0] ?? core.config.OWNER_LOGIN);
    say(`Sign-in code for ${issued.login}: ${issued.code} (works once, for five minutes)`);
    if (issued.is_long) say((await import('./core/identity/index.ts')).WHY_LONG);
    return EXIT.done;
  });
}

async function addPerson([login, name, ...more]: string[]): Promise<number> {
  if (login === undefined || more.length > 0) return wrongUse('add-person');
  return await withCore(async (core) => {
    const { people, users } = core.identity;
    const owner = await users.ensureOwner();
    const by = { actor: 'shell' };
    const person = await people.add(owner.id, name === undefined ? { login } : { login, name }, by);
    const { code } = await people.firstCode(owner.id, person.id);
    say(
      `Added ${person.name}. They sign in as "${person.login}" with the code ${code} (works once, for five minutes).`,
    );
    say(`For another code, run: npm run login-code -- ${person.login}`);
    return EXIT.done;
  });
}

async function importInstruments(args: string[]): Promise<number> {
  const { importFiles, importWords } = await import('./core/market/instruments/index.ts');
  const words = importWords(args);
  if (words === null) return wrongUse('import-instruments');
  return await withCore(async (core) =>
    (await importFiles(core.instruments, words, say)) ? EXIT.done : EXIT.failed,
  );
}

async function importPrices(args: string[]): Promise<number> {
  const { importPriceFiles, priceImportWords } = await import('./core/market/index.ts');
  const words = priceImportWords(args);
  if (words === null) return wrongUse('import-prices');
  const { priceEverybody } = await import('./core/portfolio/index.ts');
  return await withCore(async (core) => {
    const isWhole = await importPriceFiles(core.history, words, say);
    // Whatever came, old or new: a run before may have ended here.
    if (words.options.dryRun !== true) await priceEverybody(core.closes, say);
    return isWhole ? EXIT.done : EXIT.failed;
  });
}

function wrongUse(name: string): number {
  complain(`Usage: ${COMMANDS[name]?.usage ?? ''}`);
  return COMMANDS[name]?.errorCode ?? EXIT.wrongUse;
}

function help(): string {
  const rows = Object.values(COMMANDS).map(({ usage, summary }) => `  ${usage.padEnd(36)} ${summary}`);
  return [
    'Munim, a bookkeeper who lives in your chat.\n',
    ...rows,
    '\nSettings are environment variables or lines of .env; .env.example lists them.',
  ].join('\n');
}

async function main(): Promise<number> {
  const [name = 'start', ...args] = process.argv.slice(2);
  const command = COMMANDS[name];
  if (name === 'help' || name === '--help') {
    say(help());
    return EXIT.done;
  }
  if (command === undefined) {
    complain(`There is no command "${name}".\n\n${help()}`);
    return EXIT.wrongUse;
  }
  if (args.includes('--help')) {
    say([command.usage, `  ${command.summary}`, ...((await command.more?.()) ?? [])].join('\n'));
    return EXIT.done;
  }
  if (existsSync('.env')) process.loadEnvFile('.env');
  // For ways to end that do not come back here.
  if (command.errorCode !== undefined) process.exitCode = command.errorCode;
  try {
    return await command.run(args);
  } catch (error) {
    if (error instanceof ConfigError) {
      complain(
        `The configuration is wrong:\n${error.message}\nSee .env.example or api/docs/settings.md for what each setting means.`,
      );
      return command.errorCode ?? EXIT.wrongUse;
    }
    complain(error instanceof Error ? error.message : String(error));
    return command.errorCode ?? EXIT.failed;
  }
}

process.exitCode = await main();
// Everything of ours is closed by now; a timer that a library left behind must not keep the terminal waiting.
setTimeout(() => process.exit(), 300).unref();
