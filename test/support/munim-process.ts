import { type ChildProcess, spawn } from 'node:child_process';
import { access, mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import { type Doors, runCommand } from '../../core/command-line/index.ts';
import { VARIABLES } from '../../core/platform/config.ts';
import { locateBinaries } from '../../core/platform/embedded-postgres/binaries.ts';
import { clusterPaths, readPassword } from '../../core/platform/embedded-postgres/cluster.ts';
import { connectionString, DATABASE } from '../../core/platform/embedded-postgres/membership.ts';
import { readPostmaster } from '../../core/platform/embedded-postgres/postmaster-file.ts';
import { stopServer } from '../../core/platform/embedded-postgres/server-process.ts';
import { ApiClient } from './api-client.ts';
import { eventually } from './chat-driver.ts';
import { NOBODY_OUTSIDE } from './outside.ts';
import { fastestPlace } from './postgres.ts';
import { programArguments } from './program.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
/** A start takes two seconds on a quiet machine. */
const READY_WITHIN_MS = 120_000;
/** A command, or a stop, takes seconds. */
const ENDED_WITHIN_MS = 300_000;

/** What a command listens to for as long as its process lives. */
const LISTENED: readonly (readonly [target: NodeJS.EventEmitter, event: string])[] = [
  [process, 'SIGINT'],
  [process, 'SIGTERM'],
  [process.stdout, 'error'],
  [process.stderr, 'error'],
];
const noDoor = () => Promise.reject(new Error('a role is a process of its own'));
const NO_DOORS: Doors = { roles: { api: noDoor, bot: noDoor, jobs: noDoor }, chat: noDoor };

export interface Ended {
  code: number | null;
  signal: NodeJS.Signals | null;
  output: string;
  errors: string;
}

export interface ProcessOptions {
  /** Settings beyond those of the family, by the names of `.env.example`. */
  settings?: Record<string, string>;
  /** The instant the process believes it is at its start; the time of the machine when left out. */
  clock?: Date;
  /** What Node is given, where a test or a measurement does not leave that to the run. */
  program?: readonly string[];
  /** Files and connections that it may have open, where not as many as this process. */
  openFiles?: number;
  /** Everything that is typed into it; its input then ends. With null it stays open. */
  input?: string | null;
}

/** One real process of `main.ts`. */
export class MunimProcess {
  output = '';
  errors = '';
  readonly ended: Promise<Ended>;
  readonly #child: ChildProcess;

  constructor(args: readonly string[], environment: NodeJS.ProcessEnv, options: ProcessOptions = {}) {
    const program = options.program ?? programArguments(options.clock !== undefined);
    const limited =
      options.openFiles === undefined
        ? []
        : ['/bin/sh', '-c', `ulimit -n ${options.openFiles}; exec "$0" "$@"`];
    const [file, ...words] = [...limited, process.execPath, ...program, ...args] as [string, ...string[]];
    this.#child = spawn(file, words, {
      cwd: ROOT,
      env: {
        ...environment,
        ...options.settings,
        ...(options.clock === undefined ? {} : { SHIFTED_CLOCK: options.clock.toISOString() }),
      },
      stdio: 'pipe',
    });
    this.#child.stdout?.on('data', (chunk: Buffer) => (this.output += chunk.toString()));
    this.#child.stderr?.on('data', (chunk: Buffer) => (this.errors += chunk.toString()));
    this.#child.stdin?.on('error', () => undefined);
    if (options.input !== null) this.#child.stdin?.end(options.input ?? '');
    this.ended = new Promise((resolve) =>
      this.#child.once('close', (code, signal) =>
        resolve({ code, signal, output: this.output, errors: this.errors }),
      ),
    );
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  get isRunning(): boolean {
    return this.#child.exitCode === null && this.#child.signalCode === null;
  }

  /** Waits for what `npm start` says once everything is up. */
  async ready(): Promise<this> {
    await this.said('Munim is ready');
    return this;
  }

  /** Waits until it has printed something like this; answers the match. Fails at once when the process ends. */
  async said(what: string | RegExp, withinMs = READY_WITHIN_MS): Promise<RegExpExecArray> {
    const pattern = typeof what === 'string' ? new RegExp(what) : what;
    return await eventually(
      `${pattern.source} from a process that said:\n${this.output}\n${this.errors}\n`,
      () => {
        const found = pattern.exec(this.output);
        if (found === null && !this.isRunning)
          throw new Error(`it ended without ${pattern.source}:\n${this.output}\n${this.errors}`);
        return found;
      },
      withinMs,
    );
  }

  /** Address of the dashboard and the API, from the screen of a ready process with the role api. */
  get url(): string {
    const found = /Dashboard\s+(http:\/\/\S+)/.exec(this.output)?.[1];
    if (found === undefined) throw new Error(`there is no address in:\n${this.output}`);
    return found;
  }

  client(): ApiClient {
    return new ApiClient(this.url);
  }

  /** Signs the owner in with the code that the process prints. Ends earlier sessions. */
  async signedIn(login = 'owner'): Promise<ApiClient> {
    const client = this.client();
    const before = this.output.length;
    const asked = await client.post('/api/auth/request-code', { login });
    if (asked.status !== 202) throw new Error(`no code: ${asked.text}`);
    const code = await eventually(
      'a sign-in code on the terminal',
      () => /Sign-in code for \S+\s+(\d{6})/.exec(this.output.slice(before))?.[1],
    );
    await enter(client, login, code);
    return client;
  }

  /** Waits until it has ended. Fails with what it printed if it goes on. */
  async end(): Promise<Ended> {
    let late: NodeJS.Timeout | undefined;
    const runsOn = new Promise<never>((_, reject) => {
      late = setTimeout(() => {
        reject(new Error(`it still runs after ${ENDED_WITHIN_MS} ms:\n${this.output}\n${this.errors}`));
      }, ENDED_WITHIN_MS);
    });
    return await Promise.race([this.ended, runsOn]).finally(() => clearTimeout(late));
  }

  signal(signal: NodeJS.Signals): void {
    this.#child.kill(signal);
  }

  /** Asks it to stop and waits until it has. */
  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<Ended> {
    this.signal(signal);
    return await this.end();
  }

  /** kill -9. */
  async kill(): Promise<Ended> {
    return await this.stop('SIGKILL');
  }
}

/** Exchanges a code for a session; the client carries the cookie from then on. */
export async function enter(client: ApiClient, login: string, code: string): Promise<void> {
  const answer = await client.post('/api/auth/verify', { login, code });
  if (answer.status !== 200) throw new Error(`not signed in: ${answer.text}`);
  client.cookie = answer.headers.getSetCookie()[0]?.split(';')[0] ?? null;
}

/** Processes that share their settings, and a data folder of their own. */
export class MunimFamily {
  readonly dataDir: string;
  readonly #settings: Record<string, string>;
  readonly #options: ProcessOptions;
  readonly #members: MunimProcess[] = [];

  private constructor(dataDir: string, settings: Record<string, string>, options: ProcessOptions) {
    this.dataDir = dataDir;
    this.#settings = settings;
    this.#options = options;
  }

  /**
   * @param settings by the names of `.env.example`; without DATABASE_URL the embedded server is used.
   * @param place where the data folder is made; in memory where that can be, unless told.
   * @param options of every process that does not say otherwise.
   */
  static async open(
    settings: Record<string, string> = {},
    place?: string,
    options: ProcessOptions = {},
  ): Promise<MunimFamily> {
    // The name lets the next test run tidy up after one that was killed.
    const dataDir = await mkdtemp(path.join(place ?? (await fastestPlace()), `munim-test-${process.pid}-`));
    return new MunimFamily(dataDir, settings, options);
  }

  get #environment(): NodeJS.ProcessEnv {
    // Every setting is named, so that neither this shell's variables nor a .env of the checkout reach the process.
    const blank = Object.fromEntries(Object.keys(VARIABLES).map((name) => [name, '']));
    return {
      ...process.env,
      ...blank,
      PORT: '0',
      DATA_DIR: this.dataDir,
      LOG_LEVEL: 'warn',
      ...NOBODY_OUTSIDE,
      ...this.#settings,
    };
  }

  spawn(args: readonly string[], options: ProcessOptions = {}): MunimProcess {
    const member = new MunimProcess(args, this.#environment, { ...this.#options, ...options });
    this.#members.push(member);
    return member;
  }

  /** `main.ts start …`, ready. */
  async start(roles: readonly string[] = [], options: ProcessOptions = {}): Promise<MunimProcess> {
    return await this.spawn(['start', ...roles], options).ready();
  }

  /** A command that ends by itself. */
  async run(args: readonly string[], options: ProcessOptions = {}): Promise<Ended> {
    return await this.spawn(args, options).end();
  }

  /**
   * The same without a process of its own, for what does not depend on it: half a second of processor time less. The log
   * is not among the errors.
   */
  async runHere(
    args: readonly string[],
    settings: Record<string, string> = {},
  ): Promise<Omit<Ended, 'signal'>> {
    const listeners = LISTENED.map(([target, event]) => target.listeners(event));
    const before = { ...process.env };
    const { exitCode } = process;
    const mask = process.umask();
    Object.assign(process.env, this.#environment, settings);
    let [output, errors] = ['', ''];
    try {
      const says = {
        say: (text: string) => void (output += `${text}\n`),
        complain: (text: string) => void (errors += `${text}\n`),
      };
      return { code: await runCommand(args, NO_DOORS, says), output, errors };
    } finally {
      process.umask(mask);
      process.exitCode = exitCode;
      for (const name of Object.keys(process.env))
        if (!(name in before)) Reflect.deleteProperty(process.env, name);
      Object.assign(process.env, before);
      for (const [nr, [target, event]] of LISTENED.entries())
        for (const listener of target.listeners(event))
          if (listeners[nr]?.includes(listener) !== true)
            target.removeListener(event, listener as () => void);
    }
  }

  /** Address of the embedded server as its superuser. */
  async postgresUrl(): Promise<string> {
    const server = await this.postmaster();
    if (server.state !== 'ready') throw new Error(`the embedded server is ${server.state}`);
    return connectionString(server.port, await readPassword(clusterPaths(this.dataDir)), DATABASE);
  }

  async postmaster(): Promise<Awaited<ReturnType<typeof readPostmaster>>> {
    return await readPostmaster(clusterPaths(this.dataDir).cluster);
  }

  /** Ends what still runs, the embedded server included, and removes the folder. */
  async close(): Promise<void> {
    for (const member of this.#members.filter(({ isRunning }) => isRunning)) await member.kill();
    const paths = clusterPaths(this.dataDir);
    const hasServer = await access(paths.cluster).then(
      () => true,
      () => false,
    );
    if (hasServer) await stopServer(paths, await locateBinaries(path.join(this.dataDir, 'postgres-lib')));
    await rm(this.dataDir, { recursive: true, force: true });
  }
}
