import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { catchUpIncome, startIncomeCatchUp } from '../../jobs/income-catch-up.ts';
import { eventually } from '../support/chat-driver.ts';
import { sharedCore, type TestCore } from '../support/core.ts';
import { governmentBond } from '../support/government-bond.ts';

const by = { actor: 'test' };

describe('income that lags behind what it follows from', () => {
  let world: TestCore;
  const coreAnew = sharedCore();
  beforeEach(async () => {
    world = await coreAnew();
  });

  const behind = async () => await world.core.income.behind();
  const recompute = async () => await world.core.income.recompute(world.owner, by);
  const dividend = async (date = '2026-01-05') =>
    await world.core.portfolio.transactions.create(
      world.owner,
      {
        portfolio: 'Main',
        symbol: 'ALPHA',
        date,
        type: 'DIVIDEND',
        quantity: 10,
        price: 4,
        fee_tax: 0,
        currency: 'INR',
        asset_class: 'Indian Equity',
      },
      by,
    );
  /** Brings everything up to date and says whether the next step leaves it behind. */
  const leavesBehind = async (step: () => Promise<unknown>): Promise<boolean> => {
    await recompute();
    assert.deepEqual(await behind(), []);
    await step();
    return (await behind()).includes(world.owner);
  };
  const signal = () => new AbortController().signal;
  const catchUp = async () => await catchUpIncome(world.core, { signal: signal() });

  it('a transaction that is entered, edited, deleted or restored leaves it behind, and a recompute brings it up', async () => {
    let id = '';
    assert.ok(await leavesBehind(async () => ({ id } = await dividend())));
    const { transactions } = world.core.portfolio;
    assert.ok(await leavesBehind(() => transactions.update(world.owner, id, { price: 5 }, by)));
    assert.ok(await leavesBehind(() => transactions.remove(world.owner, id, by)));
    assert.ok(await leavesBehind(() => transactions.restore(world.owner, id, by)));
  });

  it('so does an import, once for all its rows', async () => {
    const csv = `Portfolio,Symbol,Date,Type,Quantity,Price,Currency\nMain,ALPHA,2025-03-05,BUY,10,100,INR\nMain,ALPHA,2025-07-31,DIVIDEND,10,4,INR\n`;
    const { imports } = world.core.portfolio;
    const staged = await imports.stage(world.owner, Readable.from([Buffer.from(csv)]), {
      file_name: 'a.csv',
    });
    await imports.commit(world.owner, { import_id: staged.import_id, rows: 'all', mode: 'merge' }, by);
    assert.deepEqual(await behind(), [world.owner]);
    assert.equal(await catchUp(), '1 calculated, 0 failed');
    assert.deepEqual(await behind(), []);
    assert.equal((await world.core.income.events(world.owner, {})).total, 1);
    assert.equal(await catchUp(), '0 calculated, 0 failed');
  });

  it('a bond’s terms leave it behind; a price, a target or a name does not', async () => {
    const { holdings } = world.core.portfolio;
    const bond = governmentBond;
    let id = '';
    assert.ok(await leavesBehind(async () => ({ id } = await holdings.create(world.owner, bond, by))));
    assert.ok(await leavesBehind(() => holdings.update(world.owner, id, { coupon_rate: 8 }, by)));
    assert.ok(
      !(await leavesBehind(() =>
        holdings.update(world.owner, id, { current_price: 102, name: 'Government of India' }, by),
      )),
    );
    assert.ok(await leavesBehind(() => holdings.remove(world.owner, id, by)));
  });

  it('a deleted portfolio, with all that was in it', async () => {
    await dividend();
    const main = await world.core.portfolio.portfolios.findByName(world.owner, 'Main');
    assert.ok(
      await leavesBehind(() => world.core.portfolio.portfolios.remove(world.owner, main?.id ?? '', by)),
    );
  });

  it('the summary says that it lags behind', async () => {
    await dividend();
    assert.equal((await world.core.income.summary(world.owner, {})).is_behind, true);
    await recompute();
    assert.equal((await world.core.income.summary(world.owner, {})).is_behind, false);
  });

  it('another person is not behind, and one who is deleted leaves nothing', async () => {
    await dividend();
    assert.deepEqual(await behind(), [world.owner]);
    await world.core.database.asSystem('delete a user', (trx) =>
      trx('identity.users').where({ id: world.owner }).delete(),
    );
    assert.deepEqual(await behind(), []);
  });

  it('a change that comes while it is worked out leaves it behind', async () => {
    await dividend();
    // Ten writers and ten recomputes, in whatever order they come: at the end one more is all it takes.
    await Promise.all(
      Array.from({ length: 10 }, async (_, n) => {
        await dividend(`2026-01-${String(n + 10)}`);
        await recompute();
      }),
    );
    const lagging = (await behind()).includes(world.owner);
    const before = (await world.core.income.events(world.owner, {})).total;
    if (!lagging) assert.equal(before, 11);
    await catchUp();
    assert.equal((await world.core.income.events(world.owner, {})).total, 11);
    assert.deepEqual(await behind(), []);
  });

  it('two processes at once write each event once', async () => {
    for (const day of ['05', '06', '07']) await dividend(`2026-01-${day}`);
    await Promise.all([catchUp(), catchUp(), catchUp()]);
    assert.equal((await world.core.income.events(world.owner, {})).total, 3);
  });

  it('a change is heard of and worked out without anybody asking', async () => {
    const running = startIncomeCatchUp(world.core);
    try {
      await dividend();
      // Sooner than the round of every two minutes.
      await eventually(
        'the dividend',
        async () => ((await world.core.income.events(world.owner, {})).total > 0 ? true : null),
        100_000,
      );
    } finally {
      await running.stop();
    }
  });

  it('one person’s failure is tried again and keeps it from nobody else', async () => {
    const asked: string[] = [];
    const failing = {
      log: world.core.log,
      income: {
        behind: () => Promise.resolve(['1', '2']),
        tellNews: () => Promise.reject(new Error('not asked for')),
        recompute: (userId: string) => {
          asked.push(userId);
          return userId === '1'
            ? Promise.reject(new Error('no database'))
            : Promise.resolve({ added: 0, changed: 0, cancelled: 0 });
        },
      },
    };
    assert.equal(await catchUpIncome(failing, { signal: signal() }), '1 calculated, 1 failed');
    assert.deepEqual(asked, ['1', '2']);
  });
});
