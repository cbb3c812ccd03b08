import assert from 'node:assert/strict';
import { createCalendar } from '../../../../core/market/calendar/index.ts';
import {
  createPriceValidation,
  type KnownInstrument,
} from '../../../../core/market/history/price-validation.ts';
import { sessionDaysOf } from '../../../../core/market/history/session-days.ts';

const days = sessionDaysOf(createCalendar(), 'NSE');
/** Puts prices through validation. @returns which were stored, and what was noticed. */
function through(prices: [day: string, close: string][], known: Partial<KnownInstrument> = {}) {
  const validation = createPriceValidation(() => ({
    stored: null,
    suspect: null,
    ratios: [],
    days,
    ...known,
  }));
  const stored: string[] = [];
  for (const [day, close] of prices) {
    if (validation.accepts('1', day, close)) stored.push(close);
    for (const late of validation.released.splice(0)) stored.push(late.close);
  }
  const noticed = validation
    .finish()
    .map(({ kind, severity, outcome, day, until }) => `${kind} ${severity} ${outcome} ${day}..${until}`);
  return { stored, noticed };
}

describe('portfolio/Price history: price validation', () => {
  it('ordinary prices pass without a word', () => {
    const prices: [string, string][] = [
      ['2026-02-24', '100'],
      ['2026-02-25', '104.5'],
      ['2026-02-26', '88'],
      ['2026-02-27', '105'],
    ];
    assert.deepEqual(through(prices), { stored: ['100', '104.5', '88', '105'], noticed: [] });
    assert.deepEqual(through(prices.toReversed()).noticed, []);
  });

  it('zero and negative prices are refused', () => {
    const { stored, noticed } = through([
      ['2026-02-26', '0'],
      ['2026-02-27', '-12.5'],
    ]);
    assert.deepEqual(stored, []);
    assert.deepEqual(noticed, [
      'NOT_POSITIVE ERROR REFUSED 2026-02-26..2026-02-26',
      'NOT_POSITIVE ERROR REFUSED 2026-02-27..2026-02-27',
    ]);
  });

  it('outside/Exchange prices: a day without a session is refused; a special session on a Sunday is none', () => {
    // Saturday; a holiday on a Thursday (Republic Day is the Monday before); the budget's Sunday.
    const { stored, noticed } = through([
      ['2026-01-26', '100'],
      ['2026-01-30', '100'],
      ['2026-01-31', '101'],
      ['2026-02-01', '102'],
    ]);
    assert.deepEqual(stored, ['100', '102']);
    assert.deepEqual(noticed, [
      'PHANTOM_DAY ERROR REFUSED 2026-01-26..2026-01-26',
      'PHANTOM_DAY ERROR REFUSED 2026-01-31..2026-01-31',
    ]);
  });

  it('where the calendar only knows weekdays, a weekend is stored and listed', () => {
    const { stored, noticed } = through([['2003-11-15', '1562.8']]);
    assert.deepEqual(stored, ['1562.8']);
    assert.deepEqual(noticed, ['PHANTOM_DAY WARNING STORED 2003-11-15..2003-11-15']);
  });

  it('a single price a hundred times its neighbours is refused, and the next one is held against the one before', () => {
    for (const slip of ['10250', '1.01']) {
      const { stored, noticed } = through([
        ['2026-02-25', '102'],
        ['2026-02-26', slip],
        ['2026-02-27', '103'],
      ]);
      assert.deepEqual(stored, ['102', '103']);
      assert.deepEqual(noticed, ['HUNDREDFOLD ERROR REFUSED 2026-02-26..2026-02-26']);
    }
  });

  it('a hundredfold that the next price bears out is a new level: an ETF whose units were split a hundred for one', () => {
    const { stored, noticed } = through([
      ['2019-12-18', '3359.6'],
      ['2019-12-19', '33.55'],
      // 33.70 is 1/99.7 of 3,359.60 only: nearer to the price held back than to the one before.
      ['2019-12-20', '33.7'],
    ]);
    assert.deepEqual(stored.toSorted(), ['33.55', '33.7', '3359.6']);
    assert.deepEqual(noticed, ['HUNDREDFOLD WARNING STORED 2019-12-19..2019-12-19']);
  });

  it('a price held back yesterday is borne out by today’s', () => {
    const known: Partial<KnownInstrument> = {
      stored: { first: '2019-01-01', last: '2019-12-18', close: '3359.6' },
      suspect: { day: '2019-12-19', close: '33.55' },
    };
    assert.deepEqual(through([['2019-12-20', '33.7']], known).stored.toSorted(), ['33.55', '33.7']);
    assert.deepEqual(through([['2019-12-20', '3344']], known).stored, ['3344']);
  });

  it('a hundredfold that an action explains is no finding at all', () => {
    const ratios = [{ ex_date: '2019-12-19', kind: 'SPLIT', new_shares: 100, old_shares: 1, source: 'NSE' }];
    const { stored, noticed } = through(
      [
        ['2019-12-18', '3359.6'],
        ['2019-12-19', '33.55'],
      ],
      { ratios },
    );
    assert.deepEqual([stored, noticed], [['3359.6', '33.55'], []]);
  });

  it('over years a share may grow a hundredfold', () => {
    assert.deepEqual(
      through([
        ['2014-01-01', '10'],
        ['2024-01-01', '1500'],
      ]).stored,
      ['10', '1500'],
    );
  });

  it('missing sessions are a gap, in whatever order the prices come; a month and more is of less weight', () => {
    const gap = ['GAP WARNING MISSING 2026-02-25..2026-02-26'];
    assert.deepEqual(
      through([
        ['2026-02-24', '100'],
        ['2026-02-27', '101'],
      ]).noticed,
      gap,
    );
    assert.deepEqual(
      through([
        ['2026-02-27', '101'],
        ['2026-02-24', '100'],
      ]).noticed,
      gap,
    );
    // 20 sessions of January and 20 of February: more than a month.
    assert.match(
      through([
        ['2025-12-31', '100'],
        ['2026-02-27', '101'],
      ]).noticed[0] ?? '',
      /^GAP INFO MISSING 2026-01-01/,
    );
  });

  it('gaps at the seams to what is stored are seen too, before and after it', () => {
    const stored = { first: '2026-02-10', last: '2026-02-20', close: '100' };
    assert.deepEqual(through([['2026-02-25', '101']], { stored }).noticed, [
      'GAP WARNING MISSING 2026-02-23..2026-02-24',
    ]);
    assert.deepEqual(through([['2026-02-06', '99']], { stored }).noticed, [
      'GAP WARNING MISSING 2026-02-09..2026-02-09',
    ]);
    assert.deepEqual(through([['2026-02-23', '99']], { stored }).noticed, []);
  });

  it('a move as a split makes it, without an action to explain it, is listed; with the action it is not', () => {
    const prices: [string, string][] = [
      ['2026-02-26', '1645.4'],
      ['2026-02-27', '818.1'],
    ];
    const move = ['UNEXPLAINED_MOVE WARNING STORED 2026-02-27..2026-02-27'];
    assert.deepEqual(through(prices).noticed, move);
    assert.deepEqual(through(prices.toReversed()).noticed, move);
    const ratios = [{ ex_date: '2026-02-27', kind: 'BONUS', new_shares: 2, old_shares: 1, source: 'NSE' }];
    assert.deepEqual(through(prices, { ratios }).noticed, []);
    assert.deepEqual(through(prices.toReversed(), { ratios }).noticed, []);
  });
});
