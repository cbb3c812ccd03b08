import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { createFunnel } from '../../core/options/funnel/index.ts';
import { createOptionsStore, type OptionsStore } from '../../core/options/store/index.ts';
import { createLog, parseConfig } from '../../core/platform/index.ts';
import { eventually } from '../support/chat-driver.ts';
import { testCore, type TestCore } from '../support/core.ts';
import { dataFolder } from '../support/data-folder.ts';
import { MunimFamily, type MunimProcess } from '../support/munim-process.ts';
import { testProcess } from '../support/test-processes.ts';
import { BATCH, signalsOf } from '../support/signal-batches.ts';
import { sampled } from '../support/soak.ts';
import { PATIENT_LIMITS } from '../support/time-limits.ts';

/** Kills of a server under ingest, and of a process that takes signals and counts them: 200 together in the soak. */
const SERVER_KILLS = sampled(1, 80);
const COLLECTOR_KILLS = sampled(2, 120);
/** Kills over the signals of one person: all of theirs are looked at after each. */
const KILLS_EACH = 10;
const LATEST_MS = 250;
/** A process may take minutes to start on a machine that has much else to do. */
const START_WITHIN_MS = 300_000;
/** Of the two days that each batch lies in. */
const DAYS = { from: '2026-06-10', to: '2026-06-11' };
const NOW = new Date('2026-06-15T10:00:00.000Z');

interface Kept {
  record_id: string;
  day: string;
  strategy: string;
  mode: string;
  outcome: 'SEEN' | 'FILTERED' | 'EXECUTED';
  reason: string | null;
  tag: string | null;
}

/** Holds everything that was acknowledged against the store, and the funnel against a slow count of the signals there. */
async function check(
  store: OptionsStore,
  userId: string,
  acknowledged: readonly number[],
): Promise<Set<number>> {
  const [signals, known] = await store.read(userId, async (workspace) => [
    await workspace.rows<Kept>('signals'),
    await workspace
      .rows<{ record_id: string; kind: string }>('ingest_records')
      .where({ kind: 'signal' })
      .select('record_id'),
  ]);
  const ids = new Set(signals.map(({ record_id }) => record_id));
  assert.deepEqual(new Set(known.map(({ record_id }) => record_id)), ids);
  const there = new Map<number, number>();
  for (const id of ids) {
    const batch = Number(id.split('-')[1]);
    there.set(batch, (there.get(batch) ?? 0) + 1);
  }
  for (const batch of acknowledged) assert.equal(there.get(batch), BATCH, `batch ${batch} was acknowledged`);
  for (const [batch, count] of there) assert.equal(count, BATCH, `a part of batch ${batch} is there`);
  const rank = { SEEN: 0, FILTERED: 1, EXECUTED: 2 };
  const furthest = new Map<string, number>();
  for (const { record_id, day, strategy, mode, outcome, tag } of signals) {
    if (mode === 'SHADOW') continue;
    const key = JSON.stringify([day, strategy, mode, tag ?? { record_id }]);
    furthest.set(key, Math.max(furthest.get(key) ?? 0, rank[outcome]));
  }
  const outcomes = [...furthest.values()];
  const funnel = await createFunnel({ clock: { now: () => NOW } }, store).read(userId, DAYS);
  assert.deepEqual(
    [funnel.seen, funnel.filtered, funnel.executed],
    [outcomes.length, outcomes.filter((one) => one === 1).length, outcomes.filter((one) => one === 2).length],
  );
  return new Set(there.keys());
}

/** A moment between nothing and the latest, another one for each kill, and the same in every run. */
const momentOf = (kill: number): number => Math.round(((kill * 0.618_033_988_75 + 0.4) % 1) * LATEST_MS);

describe('kill -9 of ingest and of the collector', function () {
  this.timeout(sampled(600_000, 0));

  describe('a server', () => {
    let world: TestCore;
    let family: MunimFamily;
    before(async () => {
      world = await testCore({ at: new Date().toISOString() });
      const { DATABASE_URL, DATABASE_APP_URL, DATA_DIR } = world.core.config;
      family = await MunimFamily.open({
        DATABASE_URL: DATABASE_URL ?? '',
        DATABASE_APP_URL: DATABASE_APP_URL ?? '',
        DATA_DIR,
      });
    });
    after(async () => {
      await family?.close();
      await world?.close();
    });

    /** A start gives up where the database has no time for it; whoever keeps a server running starts it again. */
    const started = async (): Promise<MunimProcess> => {
      for (let tries = 1; ; tries += 1)
        try {
          return await family.start(['api']);
        } catch (error) {
          if (tries === 3 || !/did not answer in time/.test(String(error))) throw error;
        }
    };

    it('portfolio/Measurement rules 3: killed under ingest, nothing acknowledged is lost, and what is sent again is known', async () => {
      const { core, owner } = world;
      const { token } = await core.options.tokens.create(owner, 'a trader that is not stopped');
      const acknowledged: number[] = [];
      const duplicates = { expected: 0, told: 0 };
      let next = 0;
      for (let kill = 0; kill < SERVER_KILLS; kill += 1) {
        const munim = await started();
        const { url } = munim;
        const post = async (batch: number): Promise<{ accepted: number; duplicates: number }> => {
          const answer = await fetch(`${url}/api/options/ingest`, {
            method: 'POST',
            headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` },
            body: JSON.stringify({ records: signalsOf(batch) }),
          });
          assert.equal(answer.status, 200);
          return (await answer.json()) as { accepted: number; duplicates: number };
        };
        const before = acknowledged.length;
        if (acknowledged.length > 0) {
          duplicates.expected += BATCH;
          duplicates.told += (await post(acknowledged.at(-1) ?? 0)).duplicates;
        }
        const sending = async (): Promise<void> => {
          for (;;) {
            const batch = next;
            next += 1;
            if ((await post(batch)).accepted !== BATCH) throw new Error(`batch ${batch} was not taken`);
            acknowledged.push(batch);
          }
        };
        const senders = [sending(), sending(), sending()].map((one) => one.catch((error: unknown) => error));
        await eventually('an acknowledged batch', () => (acknowledged.length > before ? true : null));
        await sleep(momentOf(kill));
        await munim.kill();
        // A sender ends with a broken connection, never with an answer that says something else.
        for (const error of await Promise.all(senders)) assert.ok(error instanceof TypeError, String(error));
        await check(core.options.store, owner, acknowledged);
      }
      assert.equal(duplicates.told, duplicates.expected);
      assert.ok(acknowledged.length >= SERVER_KILLS);
    });
  });

  describe('a process at its checkpoints', () => {
    const folder = dataFolder();
    after(() => folder.remove());

    const start = async (
      userId: string,
      first: number,
    ): Promise<{ child: ChildProcess; lines: () => string[] }> => {
      const child = spawn(
        process.execPath,
        [await testProcess('checkpointing'), folder.path, userId, String(first)],
        { stdio: ['ignore', 'pipe', 'inherit'] },
      );
      let output = '';
      child.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()));
      // The last line may be half of one.
      return { child, lines: () => output.split('\n').slice(0, -1) };
    };

    it('portfolio/Measurement rules 3: killed at any moment, nothing acknowledged is lost and no summary is wrong', async () => {
      let acknowledged: number[] = [];
      let counted = 0;
      let next = 0;
      for (let kill = 0; kill < COLLECTOR_KILLS; kill += 1) {
        const userId = String(1 + Math.floor(kill / KILLS_EACH));
        if (kill % KILLS_EACH === 0) [acknowledged, next] = [[], 0];
        const { child, lines } = await start(userId, next);
        const ended = new Promise((resolve) => child.once('close', resolve));
        try {
          await eventually(
            'a checkpoint',
            () => (lines().includes('counted') ? true : null),
            START_WITHIN_MS,
          );
          await sleep(momentOf(kill));
        } finally {
          child.kill('SIGKILL');
          await ended;
        }
        acknowledged.push(
          ...lines()
            .filter((line) => line !== 'counted')
            .map(Number),
        );
        counted += lines().filter((line) => line === 'counted').length;
        const context = {
          config: parseConfig({ DATA_DIR: folder.path, LOG_LEVEL: 'silent' }),
          log: createLog('silent'),
          clock: { now: () => NOW },
        };
        const store = createOptionsStore(context, PATIENT_LIMITS);
        try {
          const there = await check(store, userId, acknowledged);
          // One that was taken and not acknowledged any more is not sent again here.
          next = Math.max(-1, ...there) + 1;
        } finally {
          await store.close();
        }
      }
      assert.ok(acknowledged.length > 0);
      assert.ok(counted >= COLLECTOR_KILLS);
    });
  });
});
