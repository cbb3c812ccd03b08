import { spawn } from 'node:child_process';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { eventually } from './chat-driver.ts';
import { NOBODY_OUTSIDE } from './outside.ts';
import { query } from './plain-database.ts';
import type { TestDatabase } from './postgres.ts';
import { testProcess } from './test-processes.ts';
import { RESEARCH_ON } from './scripted-evidence.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');

/** What a process that did research came to. */
export interface WorkedResearch {
  /** What sources were asked, where evidence is scripted. */
  asked: string[];
  end: 'done' | 'stopped' | 'gone';
  /** How many steps it had come to. */
  steps: number;
}

/**
 * Does the research that waits in a process of its own, and kills that where it stops (`research-process.ts`). The server
 * notices the kill a moment later: until then it keeps the rows locked.
 * @param stopAt the number of a step, words of a statement, or 0 for nowhere
 */
export async function workedInProcess(
  database: Pick<TestDatabase, 'url' | 'appUrl'>,
  { at, evidence, stopAt }: { at: Date; evidence: 'scripted' | 'reported' | 'real'; stopAt: number | string },
): Promise<WorkedResearch> {
  const child = spawn(
    process.execPath,
    [await testProcess('research'), at.toISOString(), evidence, String(stopAt)],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: {
        ...process.env,
        ...NOBODY_OUTSIDE,
        ...RESEARCH_ON,
        DATABASE_URL: database.url,
        DATABASE_APP_URL: database.appUrl,
        DATA_DIR: path.join(ROOT, 'node_modules/.cache/none'),
      },
    },
  );
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const worked: WorkedResearch = { asked: [], end: 'gone', steps: 0 };
  for await (const line of createInterface({ input: child.stdout })) {
    const [word, what = ''] = line.split(' ');
    if (word === 'asked') worked.asked.push(what);
    if (word !== 'stopped' && word !== 'done') continue;
    worked.end = word;
    worked.steps = Number(what);
    if (word === 'stopped') child.kill('SIGKILL');
  }
  await exited;
  await eventually('the server to end its transactions', async () => {
    const sql = `select from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and state <> 'idle'`;
    return (await query(database.url, sql)).length === 0;
  });
  return worked;
}
