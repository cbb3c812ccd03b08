/*
 * A process that does research which waits, to be killed at any of its steps: a step is a statement to the database, and the
 * one it stops at is never sent. What sources are asked goes to stdout, a line each, and `stopped` or `done` with the number
 * of steps at the end. Arguments: the time, `scripted` evidence, that of a whole report with scripted models (`reported`) or the
 * product's own sources (`real`), and where it stops: at the n-th step, at the first one with those words or values, or nowhere
 * (0). The rest of its configuration is in the environment.
 */
import { writeSync } from 'node:fs';
import pg from 'pg';
import { createCore } from '../../core/assembly/index.ts';
import { createLog, parseConfig } from '../../core/platform/index.ts';
import type { ResearchParts } from '../../core/research/index.ts';
import { reportWorld, researchOf } from './report-world.ts';
import { script, scriptedResearch } from './scripted-evidence.ts';

const [at = '', evidence = '', stopAt = '0'] = process.argv.slice(2);
/** At once: what is buffered would be lost with the process. */
const say = (line: string): void => void writeSync(1, `${line}\n`);
const told = script();
told.before = (what) => Promise.resolve(say(`asked ${what}`));
const reported = reportWorld();
reported.told.before = told.before;
reported.models.before = told.before;
const RESEARCH: Readonly<Record<string, () => Partial<ResearchParts>>> = {
  scripted: () => scriptedResearch(told),
  reported: () => researchOf(reported),
};

let steps = 0;
let searches = 0;
let isWorking = false;
/** Connections that have written something in their transaction. */
const writing = new Set<unknown>();

/** Whether a statement is a step: what leaves everything as it was is none, but for each fortieth look for a document. */
function isStep(connection: unknown, sql: string): boolean {
  if (sql.startsWith('BEGIN') || sql.startsWith('set ') || sql.includes('pg_notify')) return false;
  if (/^(commit|rollback)/i.test(sql)) return writing.delete(connection);
  if (/^(insert|update|delete)/i.test(sql)) writing.add(connection);
  if (!sql.includes('evidence_documents')) return true;
  searches += 1;
  return searches % 40 === 0;
}

function step(connection: unknown, sql: string): void {
  if (!isWorking || !isStep(connection, sql)) return;
  steps += 1;
  const isHere = /^\d+$/.test(stopAt) ? steps === Number(stopAt) : sql.includes(stopAt);
  if (!isHere) return;
  say(`stopped ${steps}`);
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
}

type Send = (this: unknown, ...given: unknown[]) => unknown;
const client = pg.Client.prototype as unknown as { query: Send };
const send = client.query;
client.query = function watched(...given) {
  const [what] = given;
  const { text = '', values = [] } = (typeof what === 'object' ? what : {}) as {
    text?: string;
    values?: readonly unknown[];
  };
  const words = values.filter((value) => typeof value === 'string');
  step(this, typeof what === 'string' ? what : [text, ...words].join(' '));
  return send.apply(this, given);
};

const config = parseConfig();
const core = await createCore({
  config,
  isSeparationTried: true,
  ownerUrl: config.DATABASE_URL ?? '',
  clock: { now: () => new Date(at) },
  log: createLog('silent'),
  research: RESEARCH[evidence]?.() ?? {},
});
const never = new AbortController().signal;
isWorking = true;
while (await core.research.worker.next(never));
isWorking = false;
say(`done ${steps}`);
await core.close();
