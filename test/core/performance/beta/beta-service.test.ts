import assert from 'node:assert/strict';
import { createCalendar } from '../../../../core/market/calendar/index.ts';
import { sharedCore, type TestCore } from '../../../support/core.ts';
import { TOPICS } from '../../../../core/platform/index.ts';

const by = { actor: 'test' };
const calendar = createCalendar();
const SESSIONS = calendar
  .sessionsBetween('NSE', '2025-10-01', '2026-02-27')
  .filter((day) => calendar.isSession('NYSE', day) && calendar.day('NSE', day).kind === 'REGULAR');
/** 61 days that are sessions in India and America, and closes that go up and down by turns. */
const DAYS = SESSIONS.slice(0, 61);
const LAST = DAYS.at(-1) ?? '';
const NEXT = SESSIONS[61] ?? '';
const closes = (step: number) =>
  DAYS.map((_, at) => 100 * (1 + step) ** Math.ceil(at / 2) * (1 - step) ** Math.floor(at / 2));

describe('betas of holdings', () => {
  let fixture: TestCore;
  const coreAnew = sharedCore({ at: '2026-02-27T03:00:00.000Z' });
  beforeEach(async () => {
    fixture = await coreAnew();
  });

  const list = async (
    exchange: string,
    symbol: string,
    asset_class = 'Indian Equity',
    isin: string | null = null,
  ) =>
    await fixture.core.database.asSystem('list an instrument', async (trx) => {
      const [row] = (await trx('market.instruments')
        .insert({ exchange, symbol, asset_class, isin })
        .returning('id')) as { id: string }[];
      return row?.id ?? '';
    });
  const fill = async (instrument_id: string, step: number, days = DAYS) => {
    const all = closes(step);
    await fixture.core.history.store(
      days.map((day) => ({ instrument_id, day, close: (all[DAYS.indexOf(day)] ?? 0).toFixed(6) })),
      { source: 'NSE' },
    );
  };
  const index = async (code: 'NIFTY50' | 'SP500' = 'NIFTY50') =>
    await fill(await fixture.core.history.seriesId(code), 0.01);
  const hold = async (symbol: string, over: Record<string, unknown> = {}) =>
    await fixture.core.portfolio.holdings.create(
      fixture.owner,
      {
        portfolio: 'P',
        symbol,
        asset_class: 'Indian Equity',
        currency: 'INR',
        quantity: 1,
        avg_buy_price: 1,
        ...over,
      },
      by,
    );
  const enrich = async (userId = fixture.owner) => await (await fixture.core.betas.begin()).enrich(userId);
  const seen = async (symbol: string) => {
    const [row] = await fixture.core.portfolio.holdings.ofSymbol(fixture.owner, symbol);
    return [row?.beta, row?.beta_as_of, row?.beta_reason];
  };

  it('portfolio/Scheduler "daily_beta_enrichment": against the index of the home market, with the day it rests on', async () => {
    await index();
    await index('SP500');
    await fill(await list('NSE', 'TCS'), 0.02);
    await fill(await list('NASDAQ', 'AAPL', 'US Equity'), 0.03);
    await hold('TCS');
    await hold('AAPL', { asset_class: 'US Equity', currency: 'USD' });
    assert.equal(await enrich(), 2);
    assert.deepEqual(await seen('TCS'), [2, LAST, null]);
    assert.deepEqual(await seen('AAPL'), [3, LAST, null]);
  });

  it('a repeat changes nothing, and a new close is worked in', async () => {
    await index();
    const tcs = await list('NSE', 'TCS');
    await fill(tcs, 0.02);
    await hold('TCS');
    await enrich();
    const revision = await fixture.core.database.revision(fixture.owner, TOPICS);
    assert.equal(await enrich(), 0);
    assert.equal(await fixture.core.database.revision(fixture.owner, TOPICS), revision);
    const nifty = await fixture.core.history.seriesId('NIFTY50');
    for (const [instrument_id, close] of [
      [tcs, '90'],
      [nifty, '95'],
    ] as const)
      await fixture.core.history.store([{ instrument_id, day: NEXT, close }], { source: 'NSE' });
    assert.equal(await enrich(), 1);
    assert.equal((await seen('TCS'))[1], NEXT);
  });

  it('a beta that somebody wrote stays; one that they take away is worked out again', async () => {
    await index();
    await fill(await list('NSE', 'TCS'), 0.02);
    const { id } = await hold('TCS', { beta: 0.7 });
    assert.equal(await enrich(), 0);
    assert.deepEqual(await seen('TCS'), [0.7, null, null]);
    const change = async (beta: number | null) =>
      await fixture.core.portfolio.holdings.update(fixture.owner, id, { beta }, by);
    await change(null);
    assert.equal(await enrich(), 1);
    assert.deepEqual(await seen('TCS'), [2, LAST, null]);
    await change(1.1);
    assert.equal(await enrich(), 0);
    assert.deepEqual(await seen('TCS'), [1.1, null, null]);
  });

  it('unknown is null with its reason, never 0; what was worked out before goes when it can be no more', async () => {
    await index();
    await fill(await list('NSE', 'YOUNG'), 0.02, DAYS.slice(-20));
    await list('NSE', 'BARE');
    await list('NSE', 'GOLDBEES', 'ETF');
    for (const symbol of ['YOUNG', 'BARE', 'NOSUCH', 'GOLDBEES']) await hold(symbol);
    await hold('FLEXI', { asset_class: 'Mutual Fund', isin: 'INF879O01027' });
    await hold('CASH', { asset_class: 'Cash' });
    await enrich();
    assert.deepEqual(await seen('YOUNG'), [
      null,
      null,
      'Beta needs 60 daily returns in common with NIFTY 50; there are 19.',
    ]);
    assert.deepEqual(await seen('BARE'), [null, null, 'No price history is recorded.']);
    assert.deepEqual(await seen('NOSUCH'), [null, null, 'It is not in the instrument registry.']);
    assert.match((await seen('GOLDBEES'))[2] as string, /another instrument/);
    assert.deepEqual(await seen('FLEXI'), [null, null, null]);
    await fill(await list('NSE', 'TCS'), 0.02);
    const { id } = await hold('TCS');
    await enrich();
    assert.equal((await seen('TCS'))[0], 2);
    await fixture.core.portfolio.holdings.update(fixture.owner, id, { symbol: 'GONE' }, by);
    await enrich();
    assert.deepEqual(await seen('GONE'), [null, null, 'It is not in the instrument registry.']);
  });

  it('an export carries what somebody wrote and leaves out what was worked out', async () => {
    await index();
    for (const symbol of ['TCS', 'INFY']) await fill(await list('NSE', symbol), 0.02);
    await hold('TCS');
    await hold('INFY', { beta: 0.7 });
    await enrich();
    let csv = '';
    for await (const piece of await fixture.core.portfolio.exports.csv(fixture.owner, { type: 'holdings' }))
      csv += piece;
    const [header = '', ...lines] = csv.trim().split(/\r?\n/);
    const at = header.split(',').findIndex((name) => name.toLowerCase() === 'beta');
    assert.deepEqual(
      lines.map((line) => line.split(',')[at]),
      ['', '0.7'],
    );
  });

  it('a symbol with the series of a broker is the same share', async () => {
    await index();
    await fill(await list('NSE', 'SUZLON'), 0.02);
    await hold('SUZLON-BE');
    await enrich();
    assert.deepEqual(await seen('SUZLON-BE'), [2, LAST, null]);
  });

  it('without closes of the index there is no beta', async () => {
    await fill(await list('NSE', 'TCS'), 0.02);
    await hold('TCS');
    await enrich();
    assert.deepEqual(await seen('TCS'), [null, null, 'No NIFTY 50 closes are recorded.']);
  });

  it('everybody has theirs, and a split is no fall', async () => {
    await index();
    const tcs = await list('NSE', 'TCS');
    await fill(tcs, 0.02);
    await fixture.core.database.asSystem('a split', (trx) =>
      trx('market.corporate_actions').insert({
        exchange: 'NSE',
        symbol: 'TCS',
        instrument_id: tcs,
        ex_date: '2025-12-01',
        raw: 'SPLIT',
        kind: 'SPLIT',
        new_shares: 5,
        old_shares: 1,
        status: 'READ',
        source: 'NSE',
      }),
    );
    const all = closes(0.02);
    await fixture.core.history.store(
      DAYS.filter((day) => day >= '2025-12-01').map((day) => ({
        instrument_id: tcs,
        day,
        close: ((all[DAYS.indexOf(day)] ?? 0) / 5).toFixed(6),
      })),
      { source: 'NSE', replace: true },
    );
    await hold('TCS');
    await fixture.core.portfolio.holdings.create(
      fixture.stranger,
      {
        portfolio: 'S',
        symbol: 'TCS',
        asset_class: 'Indian Equity',
        currency: 'INR',
        quantity: 1,
        avg_buy_price: 1,
      },
      by,
    );
    assert.equal(await enrich(fixture.stranger), 1);
    assert.deepEqual(await seen('TCS'), [null, null, null]);
    await enrich();
    assert.equal((await seen('TCS'))[0], 2);
  });
});
