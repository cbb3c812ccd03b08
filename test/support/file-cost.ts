import { appendFileSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/*
 * The processor time of each test file, in a run with several workers: that of the worker itself, that of the processes it
 * started, and that of the Postgres sessions in its databases. Unlike the time on the clock it hardly depends on what else
 * the machine does. A worker appends a line per file; the reporter reads them (.ci/budget-reporter.cjs). Linux only: other
 * systems have no /proc, and there nothing is written.
 */

/** One line of a worker's file, in seconds of processor time. */
export interface FileCost {
  file: string;
  worker: number;
  children: number;
  database: number;
  /** The first file of a worker also loads the product and opens the database and the browser that later files reuse. */
  isFirst: boolean;
}

/** Clock ticks of /proc/<pid>/stat per second; the same on every Linux system. */
const TICKS_PER_SECOND = 100;
/** Sessions that end between two looks are missed. */
const LOOK_EVERY_MS = 500;

interface Process {
  pid: number;
  parent: number;
  name: string;
  /** Ticks of the process, and of the children it has waited for. */
  own: number;
  reaped: number;
}

/** @returns null if the process has ended, or on a system without /proc */
export function readProcess(pid: number | string): Process | null {
  let text: string;
  try {
    text = readFileSync(`/proc/${pid}/stat`, 'utf8');
  } catch {
    return null;
  }
  // The name may contain spaces and parentheses: the fields start after the last parenthesis, with the state (field 3).
  const end = text.lastIndexOf(')');
  const fields = text.slice(end + 2).split(' ');
  const tick = (field: number) => Number(fields[field - 3]);
  return {
    pid: Number(pid),
    parent: tick(4),
    name: text.slice(text.indexOf('(') + 1, end),
    own: tick(14) + tick(15),
    reaped: tick(16) + tick(17),
  };
}

/**
 * The processes that may belong to a file: all but those that were found once to be strangers. To read one costs a tenth of a
 * millisecond or more, and a busy machine has hundreds.
 */
function readProcesses(strangers: Set<number>): Process[] {
  const names = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  const running = names.map(Number);
  const still = new Set(running);
  for (const pid of strangers) if (!still.has(pid)) strangers.delete(pid);
  return running.filter((pid) => !strangers.has(pid)).flatMap((pid) => readProcess(pid) ?? []);
}

/** Those of the processes that this one started, directly or not. */
function descendants(all: readonly Process[]): Set<number> {
  const found = new Set([process.pid]);
  for (let size = 0; size < found.size;) {
    size = found.size;
    for (const one of all) if (found.has(one.parent)) found.add(one.pid);
  }
  return found;
}

/** Ticks of the children that have ended, and of all processes below this one, without those below `except`. */
function ticksOfChildren(all: readonly Process[], except: number | null): number {
  const below = (pid: number): number =>
    all
      .filter((one) => one.parent === pid && one.pid !== except)
      .reduce((sum, child) => sum + child.own + child.reaped + below(child.pid), 0);
  return (readProcess(process.pid)?.reaped ?? 0) + below(process.pid);
}

function titleOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return '';
  }
}

export interface CostSources {
  folder: string;
  /** Databases that this process has used. */
  databases: ReadonlySet<string>;
  /** Process id of the run's Postgres server, whose time is divided by database; null while it is not up. */
  server: () => number | null;
}

/** Measures from now on. @returns the function to call at the end of each file; null on a system without /proc */
export function measureFiles({ folder, databases, server }: CostSources): ((file: string) => void) | null {
  if (readProcess(process.pid) === null) return null;
  const strangers = new Set<number>();
  const sessions = new Map<number, number>();
  let databaseTicks = 0;
  let databasesSeen = 0;
  let isFirst = true;
  const look = (): Process[] => {
    // a session in a database that only now is ours was a stranger until now
    if (databasesSeen < databases.size) strangers.clear();
    databasesSeen = databases.size;
    const all = readProcesses(strangers);
    const below = descendants(all);
    for (const { pid, name, own } of all) {
      const isKnown = sessions.has(pid);
      const title = name === 'postgres' && !isKnown ? titleOf(pid) : '';
      if (isKnown || [...databases].some((database) => title.includes(` ${database} `))) {
        databaseTicks += Math.max(0, own - (sessions.get(pid) ?? 0));
        sessions.set(pid, own);
      } else if (!below.has(pid) && (name !== 'postgres' || title.startsWith('postgres: ')))
        strangers.add(pid);
    }
    return all;
  };
  const take = () => ({
    worker: Object.values(process.cpuUsage()).reduce((sum, microseconds) => sum + microseconds / 1e6, 0),
    children: ticksOfChildren(look(), server()) / TICKS_PER_SECOND,
    database: databaseTicks / TICKS_PER_SECOND,
  });
  setInterval(look, LOOK_EVERY_MS).unref();
  let before = take();
  return (file) => {
    const now = take();
    const cost: FileCost = {
      file,
      worker: now.worker - before.worker,
      children: Math.max(0, now.children - before.children),
      database: now.database - before.database,
      isFirst,
    };
    appendFileSync(path.join(folder, `cost-${process.pid}.jsonl`), `${JSON.stringify(cost)}\n`);
    before = now;
    isFirst = false;
  };
}
