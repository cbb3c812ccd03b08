import assert from 'node:assert/strict';
import { sharedCore, type TestCore } from '../../../support/core.ts';
import { refused } from '../../../support/problems.ts';

const by = { actor: 'test' };
const buy = {
  portfolio: 'Long term',
  symbol: 'TCS',
  date: '2024-01-05',
  type: 'BUY',
  quantity: 10,
  price: 3200,
  fee_tax: 20,
  currency: 'INR',
};

describe('transactions', () => {
  let fixture: TestCore;
  const coreAnew = sharedCore();
  beforeEach(async () => {
    fixture = await coreAnew();
  });

  const services = () => fixture.core.portfolio;
  const holding = async (symbol: string) => (await services().holdings.ofSymbol(fixture.owner, symbol))[0];

  it('portfolio/Import and ledger rules 4: a new portfolio name gets a definition', async () => {
    await services().transactions.create(fixture.owner, buy, by);
    const names = (await services().portfolios.list(fixture.owner)).map((portfolio) => portfolio.name);
    assert.deepEqual(names, ['Networth', 'Long term']);
  });

  it('portfolio/Import and ledger rules 3: a holding follows its transactions and goes when nothing is left', async () => {
    await services().transactions.create(fixture.owner, buy, by);
    // Cost: (10 × 3200 + 20) / 10 = 3202 a share.
    assert.equal((await holding('TCS'))?.avg_buy_price, 3202);
    await services().transactions.create(
      fixture.owner,
      { ...buy, type: 'SELL', date: '2024-02-01', quantity: 4, price: 3500 },
      by,
    );
    assert.equal((await holding('TCS'))?.quantity, 6);
    assert.equal((await holding('TCS'))?.avg_buy_price, 3202);
    await services().transactions.create(
      fixture.owner,
      { ...buy, type: 'SELL', date: '2024-03-01', quantity: 6, price: 3600 },
      by,
    );
    assert.equal(await holding('TCS'), undefined);
  });

  it('portfolio/Import and ledger rules 3: zero-price purchases are bonus shares', async () => {
    await services().transactions.create(fixture.owner, { ...buy, fee_tax: 0 }, by);
    await services().transactions.create(
      fixture.owner,
      { ...buy, date: '2024-02-01', price: 0, fee_tax: 0 },
      by,
    );
    // 20 shares for 32000.
    assert.equal((await holding('TCS'))?.quantity, 20);
    assert.equal((await holding('TCS'))?.avg_buy_price, 1600);
  });

  it('editing and deleting replay the ledger; a deletion can be taken back with every digit', async () => {
    const created = await services().transactions.create(
      fixture.owner,
      { ...buy, price: 3200.1234567, fee_tax: 0 },
      by,
    );
    const edited = await services().transactions.update(fixture.owner, created.id, { quantity: 12 }, by);
    assert.equal(edited.price, 3200.1234567);
    assert.equal((await holding('TCS'))?.quantity, 12);
    await services().transactions.remove(fixture.owner, created.id, by);
    assert.equal(await holding('TCS'), undefined);
    await refused(services().transactions.get(fixture.owner, created.id), 404, 'TRANSACTION_NOT_FOUND');
    const restored = await services().transactions.restore(fixture.owner, created.id, by);
    assert.deepEqual({ ...restored, updated_at: '' }, { ...edited, updated_at: '' });
    assert.equal((await holding('TCS'))?.quantity, 12);
    await refused(
      services().transactions.restore(fixture.owner, created.id, by),
      404,
      'TRANSACTION_NOT_FOUND',
    );
  });

  it('moving a transaction to another symbol or portfolio mends both', async () => {
    const { id } = await services().transactions.create(fixture.owner, buy, by);
    await services().transactions.update(fixture.owner, id, { symbol: 'INFY', portfolio: 'Other' }, by);
    assert.equal(await holding('TCS'), undefined);
    assert.equal((await holding('INFY'))?.portfolio, 'Other');
  });

  it('refuses the same trade twice and says what to do', async () => {
    await services().transactions.create(fixture.owner, buy, by);
    await refused(
      services().transactions.create(fixture.owner, buy, by),
      409,
      'TRANSACTION_EXISTS',
      /change the quantity/,
    );
    await services().transactions.create(fixture.owner, { ...buy, price: 3201 }, by);
  });

  it('a repeated request with the same receipt changes nothing and gets the first answer', async () => {
    const receipt = { actor: 'chat:1', request: { idempotencyKey: 'chat:1:77' } };
    const first = await services().transactions.create(fixture.owner, buy, receipt);
    const again = await services().transactions.create(fixture.owner, buy, receipt);
    assert.deepEqual(again, first);
    assert.equal((await services().transactions.list(fixture.owner, {})).total, 1);
  });

  it('twenty writers at once neither deadlock nor lose a row', async () => {
    await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        services().transactions.create(
          fixture.owner,
          { ...buy, symbol: index % 2 === 0 ? 'TCS' : 'INFY', price: 100 + index, fee_tax: 0 },
          by,
        ),
      ),
    );
    assert.equal((await holding('TCS'))?.quantity, 100);
    assert.equal((await holding('INFY'))?.quantity, 100);
  });

  for (const [title, wrong, field] of [
    ['a date that is none', { date: '2024-02-30' }, 'date'],
    ['an unknown type', { type: 'GIFT' }, 'type'],
    ['a purchase of nothing', { quantity: 0 }, 'quantity'],
    ['a purchase of what rounds to nothing', { quantity: 1e-12 }, 'quantity'],
    ['a split without a ratio', { type: 'SPLIT', quantity: 0, price: 0 }, 'quantity'],
    ['a negative price', { price: -1 }, 'price'],
    ['a number as text', { price: '12' }, 'price'],
    ['an endless number', { quantity: Number.POSITIVE_INFINITY }, 'quantity'],
    ['the Networth total', { portfolio: 'networth' }, 'portfolio'],
    ['an ISIN with a wrong check digit', { isin: 'INE467B01028' }, 'isin'],
    ['an unknown key', { colour: 'red' }, 'colour'],
  ] as const) {
    it(`refuses ${title}`, async () => {
      const problem = await refused(
        services().transactions.create(fixture.owner, { ...buy, ...wrong }, by),
        422,
        'VALIDATION_ERROR',
      );
      assert.ok(
        problem.errors?.some((error) => error.field === field),
        JSON.stringify(problem.errors),
      );
      assert.equal((await services().transactions.list(fixture.owner, {})).total, 0);
    });
  }

  it('another owner cannot see, change, delete or bring back a transaction', async () => {
    const { id } = await services().transactions.create(fixture.owner, buy, by);
    const { stranger } = fixture;
    assert.equal((await services().transactions.list(stranger, {})).total, 0);
    await refused(services().transactions.get(stranger, id), 404, 'TRANSACTION_NOT_FOUND');
    await refused(
      services().transactions.update(stranger, id, { quantity: 1 }, by),
      404,
      'TRANSACTION_NOT_FOUND',
    );
    await refused(services().transactions.remove(stranger, id, by), 404, 'TRANSACTION_NOT_FOUND');
    await services().transactions.remove(fixture.owner, id, by);
    await refused(services().transactions.restore(stranger, id, by), 404, 'TRANSACTION_NOT_FOUND');
  });

  it('lists by portfolio, symbol, type and dates, a page at a time', async () => {
    for (let day = 1; day <= 5; day += 1) {
      await services().transactions.create(
        fixture.owner,
        { ...buy, date: `2024-01-0${day}`, price: day },
        by,
      );
    }
    await services().transactions.create(fixture.owner, { ...buy, portfolio: 'Other', symbol: 'INFY' }, by);
    const page = await services().transactions.list(fixture.owner, {
      symbol: 'tcs',
      from: '2024-01-02',
      page: 2,
      page_size: 3,
    });
    assert.equal(page.total, 4);
    assert.deepEqual(
      page.items.map((row) => row.date),
      ['2024-01-02'],
    );
    assert.equal((await services().transactions.list(fixture.owner, { portfolio: 'other' })).total, 1);
    assert.equal((await services().transactions.list(fixture.owner, { type: 'SELL' })).total, 0);
  });
});
