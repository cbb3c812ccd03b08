import assert from 'node:assert/strict';
import { nextInRotation } from '../../core/research/index.ts';
import { parseConfig } from '../../core/platform/index.ts';
import { startAiResearch } from '../../jobs/ai-research.ts';
import { RESEARCH_ON } from '../support/scripted-evidence.ts';

type Context = Parameters<typeof startAiResearch>[0];

/** A worker whose every look is scripted, and what was logged. */
function world(next: () => Promise<boolean>, environment: Record<string, string> = { ...RESEARCH_ON }) {
  const warned: unknown[] = [];
  let calls = 0;
  const context = {
    config: parseConfig(environment),
    listener: { on: () => () => undefined, onGap: () => () => undefined },
    log: { warn: (line: unknown) => warned.push(line) },
    research: {
      worker: {
        async next() {
          calls += 1;
          return await next();
        },
      },
    },
  } as unknown as Context;
  return { context, warned, calls: () => calls };
}

describe('the role jobs and AI research', () => {
  it('research/Worker behaviour 1: a failure is logged and waited out, and the next look is made', async () => {
    let looks = 0;
    let reached: () => void = () => undefined;
    const third = new Promise<void>((resolve) => (reached = resolve));
    const { context, warned } = world(async () => {
      looks += 1;
      if (looks < 3) throw new Error(looks === 1 ? 'the database is away' : 'owners could not be listed');
      reached();
      return await Promise.resolve(false);
    });
    const jobs = startAiResearch(context, { restMs: 1, lookEveryMs: 600_000 });
    await third;
    await jobs.stop();
    assert.equal(warned.length, 2);
    assert.equal(looks, 3);
  });

  it('research/Worker behaviour 2: where the worker or the capability is off, nothing is looked for', async () => {
    const settings: Record<string, string>[] = [
      {},
      { PORTFOLIO_AI_RESEARCH_ENABLED: '1' },
      { PORTFOLIO_AI_RESEARCH_WORKER_ENABLED: '1' },
    ];
    for (const environment of settings) {
      const { context, calls } = world(() => Promise.resolve(false), environment);
      const jobs = startAiResearch(context, { lookEveryMs: 1 });
      await new Promise((resolve) => setImmediate(resolve));
      await jobs.stop();
      assert.equal(calls(), 0);
    }
  });
});

describe('the rotation of AI research', () => {
  const share = (id: string, change: object = {}) => ({
    id,
    symbol: `S${id}`,
    asset_class: 'Indian Equity' as const,
    delisted_on: null,
    ...change,
  });

  it('research/Run creation rules 3: what the gate refuses is recorded, and is looked at anew in the next cycle', () => {
    const fund = share('1', { asset_class: 'ETF' as const });
    const none = (): boolean => false;
    const first = nextInRotation([fund, share('2'), share('3')], none, '2026-03-02');
    assert.deepEqual([first.picked?.id, first.skipped.map((one) => one.instrument_id)], ['2', ['1']]);
    assert.match(first.skipped[0]?.reason ?? '', /is an ETF/);
    const done = ({ id }: { id: string }): boolean => ['1', '2'].includes(id);
    // Classified anew within the cycle: it has had its turn all the same.
    const again = nextInRotation([share('1'), share('2'), share('3')], done, '2026-03-02');
    assert.equal(again.picked?.id, '3');
    const next = nextInRotation([share('1'), share('2')], none, '2026-03-03');
    assert.equal(next.picked?.id, '1');
    assert.deepEqual(nextInRotation([fund], done, '2026-03-02'), { picked: null, skipped: [] });
  });
});
