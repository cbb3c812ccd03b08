import assert from 'node:assert/strict';
import { testCore, type TestCore } from '../../../support/core.ts';

const BY = { actor: 'test' };
const SHARES = `SYMBOL,NAME OF COMPANY, SERIES, DATE OF LISTING, PAID UP VALUE, MARKET LOT, ISIN NUMBER, FACE VALUE
ALPHA,Alpha Steel Limited,EQ,06-OCT-2008,5,1,INE001A01010,5
BETA,Beta Foods Limited,EQ,03-MAY-1995,10,1,INE002A01018,10
`;

describe('closes of the last 90 days', () => {
  let fixture: TestCore;
  const read = async (symbols: string) =>
    await fixture.core.reports.recentCloses.read(fixture.owner, { symbols });

  before(async () => {
    fixture = await testCore({ at: '2026-03-02T06:00:00.000Z' });
    const { core, owner } = fixture;
    await core.instruments.importLists([{ name: 'EQUITY_L.csv', bytes: Buffer.from(SHARES) }], {});
    const found = await core.instruments.resolve({ symbol: 'ALPHA' });
    assert.ok(found.outcome === 'FOUND');
    const at = (day: string, close: number) => ({ instrument_id: found.instrument.id, day, close });
    // 2 December is 90 days before 2 March; the price halves with a split that the ledger alone knows.
    const closes = [at('2025-12-01', 1), at('2025-12-02', 200), at('2026-01-05', 210), at('2026-02-27', 110)];
    await core.history.store(closes, { source: 'FILE' });
    const row = { portfolio: 'Main', symbol: 'ALPHA', currency: 'INR' };
    for (const [type, date, quantity, price] of [
      ['BUY', '2025-06-02', 10, 150],
      ['SPLIT', '2026-02-02', 2, 0],
    ] as const)
      await core.portfolio.transactions.create(owner, { ...row, type, date, quantity, price }, BY);
    const held = { ...row, symbol: 'BETA', asset_class: 'Indian Equity', quantity: 1, avg_buy_price: 1 };
    await core.portfolio.holdings.create(owner, held, BY);
  });
  after(() => fixture?.close());

  it('they are in today’s shares, also after a split that only the ledger has', async () => {
    assert.deepEqual(await read('ALPHA'), {
      from: '2025-12-02',
      to: '2026-03-02',
      items: [{ symbol: 'ALPHA', currency: 'INR', closes: [100, 105, 110] }],
    });
  });

  it('leaves out symbols without closes, symbols that are not held, and unknown ones', async () => {
    assert.deepEqual((await read('BETA,GAMMA')).items, []);
  });
});
