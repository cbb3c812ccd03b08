import assert from 'node:assert/strict';
import type { QuoteOutcome, QuoteProvider } from '../../../core/market/index.ts';
import { TOPICS } from '../../../core/platform/index.ts';
import { sharedCore, type TestCore } from '../../support/core.ts';
import { refreshOver } from '../../support/price-refresh.ts';
import { refused } from '../../support/problems.ts';

const by = { actor: 'test' };
const SHARES = `SYMBOL,NAME OF COMPANY, SERIES, DATE OF LISTING, PAID UP VALUE, MARKET LOT, ISIN NUMBER, FACE VALUE
ALPHA,Alpha Steel Limited,EQ,06-OCT-2008,5,1,INE001A01010,5
BETA,Beta Foods Limited,EQ,03-MAY-1995,10,1,INE002A01018,10
`;

describe('quality of the figures', () => {
  let fixture: TestCore;
  const coreAnew = sharedCore({ at: '2026-03-02T06:00:00.000Z' });
  beforeEach(async () => {
    fixture = await coreAnew();
  });

  const area = () => fixture.core.portfolio;
  const quality = () => fixture.core.quality;
  /** Counts of open tasks that are not 0. */
  const open = async () =>
    Object.fromEntries(Object.entries(await quality().open(fixture.owner)).filter(([, count]) => count > 0));
  const hold = async (symbol: string, over: Record<string, unknown> = {}) =>
    await area().holdings.create(
      fixture.owner,
      {
        portfolio: 'Long term',
        symbol,
        asset_class: 'Indian Equity',
        currency: 'INR',
        quantity: 10,
        avg_buy_price: 50,
        ...over,
      },
      by,
    );
  const trade = async (symbol: string, over: Record<string, unknown> = {}) =>
    await area().transactions.create(
      fixture.owner,
      {
        portfolio: 'Long term',
        symbol,
        date: '2024-01-05',
        type: 'BUY',
        quantity: 10,
        price: 100,
        currency: 'INR',
        ...over,
      },
      by,
    );
  /** One refresh over a provider that answers by symbol. */
  const refreshWith = async (answers: Record<string, QuoteOutcome>, name = 'TEST') => {
    const provider: QuoteProvider = {
      name,
      covers: () => true,
      quotes: async (instruments) =>
        instruments.map(({ symbol }) => answers[symbol] ?? { quote: null, failure: 'NOT_FOUND' }),
    };
    return await refreshOver(fixture, [provider]).refresh(fixture.owner, { force: true });
  };
  const at = (price: number, as_of = '2026-03-02'): QuoteOutcome => ({
    quote: { price, previous_close: null, as_of, currency: 'INR', source: 'TEST' },
    failure: null,
  });
  const importShares = async () =>
    await fixture.core.instruments.importLists([{ name: 'EQUITY_L.csv', bytes: Buffer.from(SHARES) }], {});

  it('an empty book has nothing to review, and says that the registry is empty', async () => {
    const view = await quality().read(fixture.owner);
    assert.equal(view.to_review, 0);
    assert.deepEqual(
      [view.prices.holdings, view.ledger.left_out, view.instruments.registry, view.price_history.errors],
      [0, 0, 0, 0],
    );
    assert.match(view.instruments.reason ?? '', /instrument registry is empty/);
  });

  it('findings about what is held or was held count, those about all other shares are folded behind one number', async () => {
    await importShares();
    const symbols = ['ALPHA', 'BETA'];
    const ids = await Promise.all(
      symbols.map(async (symbol) => {
        const found = await fixture.core.instruments.resolve({ symbol });
        return found.outcome === 'FOUND' ? found.instrument.id : '';
      }),
    );
    for (const instrument_id of ids)
      await fixture.core.history.store([{ instrument_id, day: '2026-02-27', close: -1 }], { source: 'FILE' });
    const none = await quality().read(fixture.owner);
    assert.deepEqual([none.price_history.errors, none.price_history.of_others], [0, 2]);
    assert.equal(none.to_review, 0);
    await fixture.core.history.store([{ instrument_id: ids[1] ?? '', day: '2026-02-27', close: 10 }], {
      source: 'FILE',
    });
    await hold('ALPHA');
    const own = await quality().read(fixture.owner);
    assert.deepEqual([own.price_history.errors, own.price_history.of_others], [1, 1]);
    assert.equal(own.price_history.has_closes, false);
    const listed = async (of: 'held' | 'others' | 'all') =>
      (await quality().findings(fixture.owner, { of })).items.map(({ symbol }) => symbol).sort();
    assert.deepEqual(await listed('held'), ['ALPHA']);
    assert.deepEqual(await listed('others'), ['BETA']);
    assert.deepEqual(await listed('all'), ['ALPHA', 'BETA']);
    await hold('BETA');
    assert.equal((await quality().read(fixture.owner)).price_history.has_closes, true);
  });

  it('prices: fresh, old, missing and by hand are told apart, with the reason of the last attempt and since when', async () => {
    await hold('GOOD');
    await hold('NOSUCH');
    await hold('OLD');
    await hold('OYO', { asset_class: 'Unlisted', current_price: 5 });
    await refreshWith({ GOOD: at(60), OLD: at(70) });
    fixture.clock.pass(40);
    await refreshWith({ GOOD: at(61), OLD: { quote: null, failure: 'PROVIDER_TIMEOUT' } });
    fixture.clock.pass(10);
    await refreshWith({ GOOD: at(61), OLD: { quote: null, failure: 'PROVIDER_ERROR' } });
    const { items, total } = await quality().prices(fixture.owner, {});
    assert.equal(total, 4);
    assert.deepEqual(
      items.map(({ symbol, state, age_minutes, price, last_attempt }) => [
        symbol,
        state,
        age_minutes,
        price,
        last_attempt?.reason ?? null,
        last_attempt?.failing_since ?? null,
      ]),
      [
        ['NOSUCH', 'UNAVAILABLE', null, null, 'NOT_FOUND', '2026-03-02T06:00:00.000Z'],
        // Priced at 06:00, asked in vain at 06:40 and 06:50.
        ['OLD', 'STALE', 50, 70, 'PROVIDER_ERROR', '2026-03-02T06:40:00.000Z'],
        ['OYO', 'BY_HAND', 50, 5, null, null],
        ['GOOD', 'FRESH', 0, 61, null, null],
      ],
    );
    assert.equal(items[1]?.last_attempt?.message, 'The source returned an error.');
    const { prices, to_review } = await quality().read(fixture.owner);
    assert.deepEqual(prices, {
      holdings: 4,
      fresh: 1,
      stale: 1,
      unavailable: 1,
      by_hand: 1,
      failing: 2,
      never_tried: 0,
      threshold_minutes: 30,
      last_attempt_at: '2026-03-02T06:50:00.000Z',
    });
    assert.equal(to_review, 2);
    // NOSUCH has no price to show, which is another task than a price that is kept.
    assert.deepEqual(await open(), { kept_prices: 1 });
    const failing = await quality().prices(fixture.owner, { filter: 'failing', page_size: 1, page: 2 });
    assert.deepEqual([failing.total, failing.items[0]?.symbol], [2, 'OLD']);
    // A price that came again ends the row of failures.
    await refreshWith({ GOOD: at(61), OLD: at(71) });
    const again = (await quality().prices(fixture.owner, {})).items.find(({ symbol }) => symbol === 'OLD');
    assert.equal(again?.last_attempt?.failing_since, null);
  });

  it('an attempt is kept with the holding alone: no other person sees it, and it changes no figure', async () => {
    await hold('NOSUCH');
    const before = await fixture.core.database.revision(fixture.owner, TOPICS);
    await refreshWith({});
    assert.equal(await fixture.core.database.revision(fixture.owner, TOPICS), before);
    assert.equal((await quality().prices(fixture.stranger, {})).total, 0);
    await area().quotes.record(fixture.stranger, [
      {
        holding_id: (await quality().prices(fixture.owner, {})).items[0]?.holding_id ?? '',
        status: 'UPDATED',
        reason: null,
        tried: [],
        quote: null,
      },
    ]);
    const [own] = (await quality().prices(fixture.owner, {})).items;
    assert.equal(own?.last_attempt?.reason, 'NOT_FOUND');
  });

  it('portfolio/Price refresh rules 4: a refused fund value waits beside the kept one, and is taken when somebody says so', async () => {
    const fund = await hold('FLEXI', {
      asset_class: 'Mutual Fund',
      isin: 'INF879O01027',
      current_price: 100,
    });
    await refreshWith({ FLEXI: at(100, '2026-02-26') });
    await refreshWith({ FLEXI: at(120, '2026-02-27') });
    const { items } = await quality().fundValues(fixture.owner, {});
    assert.deepEqual(
      items.map(({ symbol, kept_price, offered_price, offered_as_of, change_pct }) => [
        symbol,
        kept_price,
        offered_price,
        offered_as_of,
        change_pct,
      ]),
      // 120 is 20 % over 100.
      [['FLEXI', 100, 120, '2026-02-27', 20]],
    );
    assert.deepEqual(await open(), { refused_values: 1 });
    const accept = (price: number, who = fixture.owner) => quality().acceptValue(who, fund.id, { price }, by);
    await refused(accept(119), 409, 'NOTHING_REFUSED');
    await refused(accept(120, fixture.stranger), 404, 'HOLDING_NOT_FOUND');
    const taken = await accept(120);
    assert.deepEqual([taken.price, taken.state, taken.price_as_of], [120, 'FRESH', '2026-02-27']);
    const seen = await area().holdings.get(fixture.owner, fund.id);
    assert.deepEqual([seen.current_price, seen.previous_close, seen.price_source], [120, 100, 'TEST']);
    assert.equal((await quality().fundValues(fixture.owner, {})).total, 0);
    await refused(accept(120), 409, 'NOTHING_REFUSED');
    // So is a correction of the same day: 121 is 0.8 % over 120, and 21 % over 100.
    assert.equal((await refreshWith({ FLEXI: at(121, '2026-02-27') })).updated, 1);
    // The next value is guarded against the one that was accepted: 130 is 8 % over 120.
    const view = await refreshWith({ FLEXI: at(130) });
    assert.equal(view.updated, 1);
    const [update] = (await area().holdings.priceUpdates(fixture.owner, fund.id)).items;
    assert.deepEqual([update?.prior_price, update?.price, update?.source], [100, 120, 'TEST']);
  });

  it('portfolio/Import and ledger rules 3: rows that the replay leaves out are there with their reasons, and go when they are corrected', async () => {
    await trade('MIXED');
    const dollars = await trade('MIXED', { currency: 'USD', date: '2024-02-01' });
    const split = await trade('NEVER', { type: 'SPLIT', quantity: 2, price: 0, date: '2024-03-01' });
    const { items, total } = await quality().leftOut(fixture.owner, {});
    assert.equal(total, 2);
    assert.deepEqual(
      items.map(({ transaction_id, symbol, date, type, code }) => [transaction_id, symbol, date, type, code]),
      [
        [split.id, 'NEVER', '2024-03-01', 'SPLIT', 'NOTHING_HELD'],
        [dollars.id, 'MIXED', '2024-02-01', 'BUY', 'CURRENCY_MISMATCH'],
      ],
    );
    assert.match(items[0]?.reason ?? '', /no NEVER was held/);
    const { ledger } = await quality().read(fixture.owner);
    assert.deepEqual(ledger.left_out_by_code, [
      { code: 'CURRENCY_MISMATCH', count: 1 },
      { code: 'NOTHING_HELD', count: 1 },
    ]);
    assert.equal((await quality().leftOut(fixture.stranger, {})).total, 0);
    await trade('NEVER', { date: '2024-02-15' });
    await area().transactions.remove(fixture.owner, dollars.id, by);
    assert.equal((await quality().leftOut(fixture.owner, {})).total, 0);
  });

  it('a ledger from before such rows were kept is looked through once', async () => {
    await trade('NEVER', { type: 'SPLIT', quantity: 2, price: 0 });
    await fixture.core.database.asSystem('a ledger of an earlier version', async (trx) => {
      await trx('portfolio.skipped_rows').delete();
      await trx('portfolio.ledger_reviews').delete();
    });
    const both = await Promise.all([quality().read(fixture.owner), quality().leftOut(fixture.owner, {})]);
    assert.deepEqual([both[0].ledger.left_out, both[1].total], [1, 1]);
    assert.deepEqual(await open(), { excluded: 1 });
  });

  it('symbols sold without a purchase are listed with what is missing', async () => {
    await trade('SHORT', { type: 'SELL', quantity: 3 });
    const { items } = await quality().unmatched(fixture.owner, {});
    assert.deepEqual(
      items.map(({ symbol, quantity }) => [symbol, quantity]),
      [['SHORT', 3]],
    );
    assert.deepEqual(await open(), { unmatched_symbols: 1 });
  });

  it('instruments: what the lists do not have, and what two companies claim, waits for a decision, which only the owner makes', async () => {
    await importShares();
    await hold('ALPHA');
    // Bought before the company that bears the symbol today was listed.
    await trade('ALPHA', { portfolio: 'Old', isin: 'INE009A01021', date: '2005-01-05' });
    // Of a company that bears it since 1995: only its ISIN is not on the lists.
    await hold('BETA', { isin: 'INE090A01021' });
    await hold('BETFOO', { name: 'Beta Foods Ltd' });
    await hold('BETFOO', { portfolio: 'Trading', name: 'Beta Foods Ltd' });
    // The lists are not of bonds.
    await hold('GSEC2033', { asset_class: 'Bond' });
    const before = await quality().read(fixture.owner);
    assert.deepEqual(
      [before.instruments.registry, before.instruments.contradicted, before.instruments.unknown],
      [2, 1, 2],
    );
    // Nobody but the exchange can put a share on its lists.
    assert.deepEqual(await open(), { instruments: 1 });
    const { items } = await quality().instruments(fixture.owner, {});
    assert.deepEqual(
      items.map(({ kind, word, portfolios, candidates }) => [
        kind,
        word,
        portfolios,
        candidates.map(({ symbol }) => symbol),
      ]),
      [
        ['CONTRADICTED', 'INE009A01021', ['Old'], ['ALPHA']],
        ['UNKNOWN', 'INE090A01021', ['Long term'], ['BETA']],
        ['UNKNOWN', 'BETFOO', ['Long term', 'Trading'], ['BETA']],
      ],
    );
    // No price of another company is taken for it meanwhile.
    const first = await refreshWith({ ALPHA: at(1), BETA: at(2), BETFOO: at(3) });
    assert.deepEqual(
      first.outcomes.map(({ symbol, portfolio, reason }) => [symbol, portfolio, reason]),
      [
        ['ALPHA', 'Long term', null],
        ['BETA', 'Long term', null],
        ['BETFOO', 'Long term', null],
        ['GSEC2033', 'Long term', 'NOT_FOUND'],
        ['ALPHA', 'Old', 'ISIN_CONTRADICTS'],
        ['BETFOO', 'Trading', null],
      ],
    );
    const beta = items[1]?.candidates[0]?.instrument_id ?? '';
    const alpha = items[0]?.candidates[0]?.instrument_id ?? '';
    const decide = (word: string, status: 'CONFIRMED' | 'REJECTED', who = fixture.owner) =>
      quality().decide(who, { word, instrument_id: beta, status }, by);
    await refused(decide('BETFOO', 'CONFIRMED', fixture.stranger), 403, 'OWNER_ONLY');
    await refused(
      quality().decide(fixture.owner, { word: 'X', instrument_id: '999', status: 'CONFIRMED' }, by),
      404,
      'INSTRUMENT_NOT_FOUND',
    );
    await decide('betfoo', 'CONFIRMED');
    await decide('INE090A01021', 'CONFIRMED');
    await quality().decide(
      fixture.owner,
      { word: 'INE009A01021', instrument_id: alpha, status: 'CONFIRMED' },
      by,
    );
    assert.equal((await quality().instruments(fixture.owner, {})).total, 0);
    const second = await refreshWith({ ALPHA: at(1), BETA: at(2), BETFOO: at(3) });
    assert.equal(second.updated + second.unchanged, 5);
    // A decision may be taken back; a rejected word never matches.
    await decide('BETFOO', 'REJECTED');
    const again = await quality().instruments(fixture.owner, {});
    assert.deepEqual(
      again.items.map(({ kind, word }) => [kind, word]),
      [['UNKNOWN', 'BETFOO']],
    );
    await decide('WORD', 'CONFIRMED');
    await refused(
      quality().decide(fixture.owner, { word: 'WORD', instrument_id: alpha, status: 'CONFIRMED' }, by),
      409,
      'ALIAS_TAKEN',
    );
  });

  it('instruments: a proposed alias waits with its instrument, that of something held first', async () => {
    await importShares();
    await hold('AALPHA');
    const aliases = `alias,kind,status,symbol\nZZZ,BROKER,PROPOSED,BETA\nAALPHA,BROKER,PROPOSED,ALPHA\n`;
    await fixture.core.instruments.importLists([{ name: 'aliases.csv', bytes: Buffer.from(aliases) }], {});
    const { items } = await quality().instruments(fixture.owner, {});
    assert.deepEqual(
      items.map(({ kind, word, candidates }) => [kind, word, candidates[0]?.symbol]),
      [
        ['PROPOSED', 'AALPHA', 'ALPHA'],
        ['PROPOSED', 'ZZZ', 'BETA'],
      ],
    );
    const [first] = items;
    assert.deepEqual([first?.symbol, first?.portfolios], ['AALPHA', ['Long term']]);
    await quality().decide(
      fixture.owner,
      { word: 'AALPHA', instrument_id: first?.candidates[0]?.instrument_id ?? '', status: 'CONFIRMED' },
      by,
    );
    assert.deepEqual(
      (await quality().instruments(fixture.owner, {})).items.map(({ word }) => word),
      ['ZZZ'],
    );
  });

  it('search: what is held comes first, an exact symbol before all; an empty registry finds what is held', async () => {
    await hold('ALPHABET', { currency: 'USD', asset_class: 'US Equity', name: 'Alphabet Inc' });
    const found = async (search: string) => {
      const { items, registry } = await fixture.core.portfolio.suggestions.suggest(fixture.owner, { search });
      return [registry, ...items.map(({ symbol, is_held }) => `${symbol}${is_held ? ' held' : ''}`)];
    };
    assert.deepEqual(await found('alph'), [0, 'ALPHABET held']);
    assert.deepEqual(await found('ZZZ'), [0]);
    await importShares();
    assert.deepEqual(await found('alph'), [2, 'ALPHABET held', 'ALPHA']);
    assert.deepEqual(await found('alpha'), [2, 'ALPHA', 'ALPHABET held']);
    assert.deepEqual(await found('foods'), [2, 'BETA']);
    assert.deepEqual(await found('INE002A01018'), [2, 'BETA']);
    assert.deepEqual(await found('  '), [2]);
  });
});
