import assert from 'node:assert/strict';
import {
  type CalculatingThread,
  createCalculatingThread,
} from '../../../../core/performance/engine/calculating-thread.ts';
import { createCalculator } from '../../../../core/performance/engine/calculator.ts';
import { createValues } from '../../../../core/performance/engine/index.ts';
import type { CalculatorRequest } from '../../../../core/performance/engine/messages.ts';
import { type TestCore, testCore } from '../../../support/core.ts';

const FAULTY = new URL('faulty-thread.mjs', import.meta.url);
const question = (owner: string, more: Partial<CalculatorRequest> = {}): CalculatorRequest => ({
  kind: 'question',
  id: 1,
  owner,
  from: null,
  state: 1,
  portfolios: [{ name: '1', currency: 'INR' }],
  currency: 'INR',
  to: 19_723,
  scope: null,
  ...more,
});

describe('the calculating thread', function threads(this: Mocha.Suite) {
  // A thread has a loader of its own to start from source.
  this.timeout(600_000);
  let thread: CalculatingThread;
  beforeEach(() => {
    thread = createCalculatingThread({ thread: FAULTY, timeoutMs: 300_000 });
  });
  afterEach(() => thread.release());

  for (const behaviour of ['exit', 'throw']) {
    it(`one that ends (${behaviour}) fails the question that waits, and the next one gets a fresh thread`, async () => {
      const before = thread.generation;
      await assert.rejects(thread.ask(question(behaviour)), { code: 'CALCULATION_FAILED', status: 503 });
      assert.ok(thread.generation > before, 'whoever fed it knows that it is gone');
      assert.equal(await thread.ask(question('lose')), null);
    });
  }

  it('a failure of one question leaves the thread and the others alone', async () => {
    const generation = thread.generation;
    const [failed, lost] = await Promise.allSettled([
      thread.ask(question('err')),
      thread.ask(question('lose')),
    ]);
    assert.equal(failed.status, 'rejected');
    assert.deepEqual(lost, { status: 'fulfilled', value: null });
    assert.equal(thread.generation, generation);
  });

  it('one that is started beforehand is the one that answers', async () => {
    const generation = thread.generation;
    thread.warm();
    thread.warm();
    assert.equal(await thread.ask(question('lose')), null);
    assert.equal(thread.generation, generation);
  });

  it('one that takes too long is ended', async () => {
    const hasty = createCalculatingThread({ thread: FAULTY, timeoutMs: 1 });
    await assert.rejects(hasty.ask(question('hang')), { code: 'CALCULATION_FAILED' });
    await hasty.release();
  });

  it('a question that waits when it is released is answered', async () => {
    const answered = assert.rejects(thread.ask(question('hang')), { code: 'CALCULATION_FAILED' });
    await thread.release();
    await answered;
  });
});

describe('the calculator within', () => {
  const row = (date: string) => `1\t${date}\tBUY\t1\t100\t0\tINR`;

  it('keeps the states used last, within the memory limit', () => {
    // The last one takes some 23 kB: daily figures of a portfolio and of Networth with room for two months, a position and a
    // row. At rest, without the daily figures, it takes 7 kB.
    const calculator = createCalculator(35_000);
    for (const owner of ['a', 'b', 'c']) {
      calculator.feed({
        kind: 'feed',
        owner,
        ledger: [{ portfolio: '1', symbol: 'TCS', text: row('2024-01-01') }],
      });
      assert.equal(calculator.answer(question(owner))?.length, 1);
    }
    assert.equal(calculator.owners, 2);
    assert.equal(calculator.answer(question('a', { from: 1, state: 2 })), null, 'a is gone');
    assert.equal(calculator.answer(question('c', { from: 1, state: 2, to: 19_724 }))?.length, 2);
    assert.equal(calculator.answer(question('c', { from: 1, state: 3 })), null, 'that state is past');
  });

  it('the states of three hundred people are kept: their memory counts, not their number', () => {
    const calculator = createCalculator();
    const owners = Array.from({ length: 300 }, (_, at) => `person ${at}`);
    for (const owner of owners) {
      const ledger = [{ portfolio: '1', symbol: 'TCS', text: row('2024-01-01') }];
      calculator.feed({ kind: 'feed', owner, ledger });
      calculator.answer(question(owner));
    }
    for (const owner of owners)
      assert.equal(calculator.answer(question(owner, { from: 1, state: 2 }))?.length, 1);
  });

  it('one that is too large alone is still answered', () => {
    const calculator = createCalculator(1);
    calculator.feed({
      kind: 'feed',
      owner: 'a',
      ledger: [{ portfolio: '1', symbol: 'TCS', text: row('2024-01-01') }],
    });
    assert.equal(calculator.answer(question('a'))?.length, 1);
    assert.equal(calculator.owners, 1);
  });
});

describe('core/reports values and the thread', function threads(this: Mocha.Suite) {
  this.timeout(600_000);
  let world: TestCore;
  before(async () => {
    world = await testCore();
  });
  after(() => world.close());

  it('a thread that is lost, or forgets, costs one answer at most and never a wrong one', async () => {
    const { core, owner } = world;
    const real = createCalculatingThread();
    let name = '';
    let isCrashing = false;
    const thread: CalculatingThread = {
      get generation() {
        return real.generation;
      },
      feed: (feed) => real.feed(feed),
      warm: () => real.warm(),
      async ask(asked) {
        name = asked.owner;
        const answer = real.ask(asked);
        if (isCrashing) await Promise.all([real.release(), assert.rejects(answer)]);
        return await answer;
      },
      forget: (one) => real.forget(one),
      release: () => real.release(),
    };
    const values = createValues(core, {
      history: core.history,
      instruments: core.instruments,
      readUndecided: () => Promise.resolve([]),
      thread,
    });
    const buy = async (date: string) =>
      await core.portfolio.transactions.create(
        owner,
        { portfolio: 'Main', symbol: 'TCS', date, type: 'BUY', quantity: 1, price: 100, currency: 'INR' },
        { actor: 'test' },
      );
    const paid = async () =>
      (await values.read(owner)).daily.put_in.reduce<number>((sum, one) => sum + (one ?? 0), 0);
    await buy('2026-02-02');
    assert.equal(await paid(), 100);

    await buy('2026-02-03');
    real.forget(name);
    assert.equal(await paid(), 200, 'forgotten: told again');

    await buy('2026-02-04');
    isCrashing = true;
    await assert.rejects(values.read(owner), { code: 'CALCULATION_FAILED' });
    isCrashing = false;
    assert.equal(await paid(), 300, 'a new thread, told everything');

    await real.release();
    assert.equal(await paid(), 300, 'lost while nobody waited');
    await buy('2026-02-05');
    assert.deepEqual(await Promise.all([paid(), paid()]), [400, 400]);
    await values.close();
  });
});
