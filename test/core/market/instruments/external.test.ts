import assert from 'node:assert/strict';
import { type ExternalInstrument, type Instruments } from '../../../../core/market/instruments/index.ts';
import { type TestCore, testCore } from '../../../support/core.ts';
import { refused } from '../../../support/problems.ts';

const ON = '2026-03-02';
const APPLE = 'US0378331005';
const FUND: ExternalInstrument = {
  external_id: 'amfi:122639',
  symbol: '122639',
  name: 'Flexi Cap Fund',
  isin: 'INF879O01027',
  asset_class: 'Mutual Fund',
  currency: 'INR',
};
const NESTLE: ExternalInstrument = {
  external_id: 'yahoo:NESN.SW',
  symbol: 'NESN',
  name: 'Nestlé S.A.',
  isin: 'CH0038863350',
  asset_class: 'Unlisted',
  currency: 'CHF',
};

describe('instruments/What no exchange lists goes by the id of a provider', () => {
  let world: TestCore;
  let instruments: Instruments;
  before(async () => {
    world = await testCore();
    instruments = world.core.instruments;
    await world.core.database.asSystem('listings for a test', async (trx) => {
      await trx('market.instruments').insert([
        { exchange: 'NSE', symbol: 'ALPHA', isin: 'INE001A01010', asset_class: 'Indian Equity' },
        { exchange: 'NASDAQ', symbol: 'AAPL', isin: APPLE, asset_class: 'US Equity', name: 'Apple Inc.' },
      ]);
    });
  });
  after(() => world.close());

  const found = async (wanted: Parameters<Instruments['resolve']>[0]) => {
    const answer = await instruments.resolve({ on: ON, ...wanted });
    return answer.outcome === 'FOUND'
      ? `${answer.instrument.exchange ?? answer.instrument.external_id} by ${answer.by}`
      : answer.outcome;
  };

  it('it is entered once, however often and by however many it comes, and stays as it is', async () => {
    const all = await Promise.all(Array.from({ length: 4 }, () => instruments.registerExternal(FUND)));
    assert.equal(new Set(all.map(({ id }) => id)).size, 1);
    const again = await instruments.registerExternal({ ...FUND, name: 'Another name' });
    assert.deepEqual(
      [again.external_id, again.exchange, again.symbol, again.name, again.asset_class, again.currency],
      ['amfi:122639', null, '122639', 'Flexi Cap Fund', 'Mutual Fund', 'INR'],
    );
    assert.equal((await instruments.external('amfi:122639'))?.id, again.id);
    assert.equal(await instruments.external('amfi:1'), null);
  });

  for (const asset_class of ['Commodity', 'Unlisted', 'Cash', 'Bond', 'ETF', 'Indian Equity'] as const)
    it(`${asset_class} can be entered`, async () => {
      const external_id = `test:${asset_class.replace(' ', '-')}`;
      const row = await instruments.registerExternal({ ...NESTLE, external_id, isin: null, asset_class });
      assert.deepEqual([row.asset_class, row.currency], [asset_class, 'CHF']);
    });

  it('an id without its prefix, no symbol, a wrong ISIN or currency is refused with the field', async () => {
    const problem = await refused(
      instruments.registerExternal({
        ...FUND,
        external_id: '122639',
        symbol: ' ',
        isin: 'INF879O01028',
        currency: 'Rs',
      }),
      422,
      'VALIDATION_ERROR',
    );
    for (const field of ['external_id', 'symbol', 'isin', 'currency'])
      assert.match(JSON.stringify(problem), new RegExp(field));
  });

  it('it is found by its ISIN and never by a symbol of the provider’s making; search finds it', async () => {
    await instruments.registerExternal(NESTLE);
    assert.equal(await found({ isin: 'CH0038863350' }), 'yahoo:NESN.SW by ISIN');
    assert.equal(await found({ isin: 'CH0038863350', exchange: 'NSE' }), 'UNKNOWN');
    assert.equal(await found({ symbol: 'NESN' }), 'UNKNOWN');
    for (const words of ['yahoo:nesn.sw', 'nestlé', 'CH0038863350'])
      assert.ok(
        (await instruments.search(words)).some(({ external_id }) => external_id === 'yahoo:NESN.SW'),
        words,
      );
    const { items } = await world.core.portfolio.suggestions.suggest(world.owner, { search: '122639' });
    assert.deepEqual(
      items.map(({ symbol, currency, exchange, asset_class }) => [symbol, currency, exchange, asset_class]),
      [['122639', 'INR', null, 'Mutual Fund']],
    );
  });

  it('the listing of an exchange stands above a provider’s word, and stays found by symbol and ISIN', async () => {
    await instruments.registerExternal({
      ...NESTLE,
      external_id: 'yahoo:AAPL',
      symbol: 'AAPL',
      isin: APPLE,
      asset_class: 'US Equity',
      currency: 'USD',
      name: 'Apple',
    });
    await instruments.registerExternal({
      ...NESTLE,
      external_id: 'yahoo:ALPHA',
      symbol: 'ALPHA',
      isin: null,
      asset_class: 'Indian Equity',
      currency: 'INR',
    });
    assert.equal(await found({ isin: APPLE }), 'NASDAQ by ISIN');
    assert.equal(await found({ symbol: 'AAPL' }), 'NASDAQ by SYMBOL');
    assert.equal(await found({ symbol: 'ALPHA' }), 'NSE by SYMBOL');
    assert.equal(await found({ symbol: 'ALPHA', isin: 'INE001A01010', exchange: 'NSE' }), 'NSE by ISIN');
    const [ticker] = await instruments.tickers([{ symbol: 'ALPHA', isin: null, on: ON }]);
    assert.deepEqual(ticker?.names, ['ALPHA']);
    assert.equal((await instruments.companies())('Apple Inc.')?.exchange, 'NASDAQ');
  });

  it('its closes are kept on any day, and price what is held', async () => {
    const { id } = await instruments.registerExternal(FUND);
    // A Sunday: no exchange has a session.
    const done = await world.core.history.store(
      [
        { instrument_id: id, day: '2026-02-27', close: 100 },
        { instrument_id: id, day: '2026-03-01', close: 101 },
      ],
      { source: 'FILE' },
    );
    assert.deepEqual([done.added, done.refused, done.findings], [2, 0, 0]);
    const made = await world.core.portfolio.holdings.create(
      world.owner,
      {
        portfolio: 'Funds',
        symbol: 'FLEXI CAP',
        isin: FUND.isin,
        asset_class: 'Mutual Fund',
        currency: 'INR',
        quantity: 10,
        avg_buy_price: 90,
      },
      { actor: 'test' },
    );
    assert.deepEqual([made.current_price, made.previous_close, made.price_as_of], [101, 100, '2026-03-01']);
  });
});
