import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { BrokerTrade, TradePage } from '../../../../core/brokers/adapter.ts';
import { dhanHoldings } from '../../../../core/brokers/adapters/dhan.ts';
import {
  byOrder,
  namedAsHeld,
  readFills,
  todaysTrades,
} from '../../../../core/brokers/adapters/dhan-fills.ts';
import { chunksOf, dhanHistory } from '../../../../core/brokers/adapters/dhan-history.ts';
import {
  dhanAllotment,
  dhanHistoryRow,
  dhanHolding,
  dhanOrder,
  type DhanRow,
  dhanTodaysFill,
} from '../../../support/dhan-books.ts';
import { inExponents } from '../../../support/number-forms.ts';
import { reasonOf } from './reading.ts';
import { DAY_MS } from '../../../../core/platform/index.ts';

const NOW = new Date('2026-03-02T06:00:00.000Z');
const TODAY = { from: '2026-03-02', to: '2026-03-02' };
const PAST = { from: '2026-01-01', to: '2026-03-01' };
const row = (change: DhanRow = {}) => dhanHistoryRow(1, NOW, 1, change);
const fill = (change: DhanRow = {}) => dhanTodaysFill(1, 0, NOW, change);
const history = (...rows: unknown[]) => byOrder(readFills(rows, PAST));
const today = (orders: DhanRow[], ...rows: DhanRow[]) => todaysTrades(orders, rows, TODAY);
const gist = ({ trades }: TradePage) => trades.map(({ quantity, price }) => [quantity, price]);

describe("portfolio/Connection sync rules 2: rows of dhan's trades", () => {
  it('a row of the history, as it really is: no number of the trade, no ISIN, no trading symbol, NA for days', () => {
    const { trades, left_out } = history(row());
    assert.deepEqual(left_out, []);
    assert.deepEqual(trades, [
      {
        symbol: 'Share 1 Limited',
        isin: null,
        security_id: '11001',
        type: 'BUY',
        date: '2026-03-01',
        quantity: '10',
        price: '511.7819',
        // 0.0002 + 5 + 0 + 0.0316 + 0.1571 + 0.77
        fee_tax: '5.9589',
        currency: 'INR',
        asset_class: 'Indian Equity',
        execution_id: 'DHAN:2026-03-01:31251000000001:11001:BUY',
        executed_at: '10:01:15',
        is_intraday: false,
      },
    ] satisfies BrokerTrade[]);
  });

  it('an order has the time of its first fill; a day alone is no time', () => {
    const at = (...times: string[]) =>
      history(...times.map((exchangeTime) => row({ exchangeTime }))).trades[0]?.executed_at;
    assert.equal(at('2026-03-01 14:00:00', '2026-03-01T09:20:00'), '09:20:00');
    assert.equal(at('2026-03-01T00:00:00', '2026-03-01T11:00:00'), '11:00:00');
    assert.equal(at('2026-03-01T00:00:00'), null);
  });

  it('charges are added exactly, whichever way their numbers are written', () => {
    const body = inExponents(JSON.stringify([row({ sebiTax: 2.0e-4, stt: 0.1, serviceTax: 0.2 })]));
    assert.match(body, /"sebiTax":2\.0E-4/);
    // 0.0002 + 0.1 + 0 + 0.2 + 0.1571 + 0.77; as doubles 0.1 + 0.2 alone is 0.30000000000000004
    assert.equal(history(...(JSON.parse(body) as unknown[])).trades[0]?.fee_tax, '1.2273');
    const asText = row({ sebiTax: '2.0E-4', stt: '0.1', serviceTax: '0.2' });
    assert.equal(history(asText).trades[0]?.fee_tax, '1.2273');
  });

  it('charges that are not told are not 0', () => {
    assert.equal(today([dhanOrder(1)], fill()).trades[0]?.fee_tax, null);
    assert.equal(
      history(row({ stt: 0, sebiTax: 0, serviceTax: 0, exchangeTransactionCharges: 0, stampDuty: 0 }))
        .trades[0]?.fee_tax,
      '0',
    );
  });

  it('two fills of one order that are alike in everything both count', () => {
    const alike = { tradedQuantity: 200, tradedPrice: 3415.8 };
    assert.deepEqual(gist(history(row(alike), row(alike))), [['400', '3415.8']]);
  });

  it('fills of one order become one transaction at their average price', () => {
    const page = history(
      row({ tradedQuantity: 4, tradedPrice: 10.05 }),
      row({ tradedQuantity: 6, tradedPrice: 10.1, exchangeTime: '2026-03-01T15:29:59' }),
    );
    // (4 × 10.05 + 6 × 10.1) / 10 = 100.8 / 10
    assert.deepEqual(gist(page), [['10', '10.08']]);
    // Twice the charges of a row: 2 × 5.9589
    assert.equal(page.trades[0]?.fee_tax, '11.9178');
  });

  it('orders, days, instruments and sides keep apart', () => {
    const { trades } = history(
      row(),
      row({ orderId: '2' }),
      row({ exchangeTime: '2026-02-27T10:00:00' }),
      row({ securityId: '500' }),
      row({ transactionType: 'SELL' }),
    );
    assert.equal(new Set(trades.map(({ execution_id }) => execution_id)).size, 5);
  });

  it("today's fills and tomorrow's history of the same order are one transaction, however the history adds them up", () => {
    const asFills = [
      fill({ exchangeTradeId: '71', tradedQuantity: 4, tradedPrice: 10.05 }),
      fill({ exchangeTradeId: '72', tradedQuantity: 6, tradedPrice: 10.1 }),
    ];
    const seenToday = today([dhanOrder(1, { filledQty: 10 })], ...asFills).trades;
    const tomorrow = { from: '2026-03-02', to: '2026-03-02' };
    const asAverage = dhanHistoryRow(1, NOW, 0, { tradedQuantity: 10, tradedPrice: 10.08 });
    const asRows = asFills.map(({ tradedQuantity, tradedPrice }) =>
      dhanHistoryRow(1, NOW, 0, { tradedQuantity, tradedPrice }),
    );
    for (const rows of [[asAverage], asRows, asRows.toReversed()]) {
      const { trades } = byOrder(readFills(rows, tomorrow));
      assert.deepEqual(
        trades.map(({ execution_id, quantity, price }) => [execution_id, quantity, price]),
        seenToday.map(({ execution_id, quantity, price }) => [execution_id, quantity, price]),
      );
    }
  });

  it('an order of today waits until it is done and all its fills are there', () => {
    const part = fill({ tradedQuantity: 3 });
    for (const orderStatus of ['TRANSIT', 'PENDING', 'PART_TRADED', 'TRIGGERED', 'CLOSED', 'NOVEL']) {
      const { trades, left_out } = today([dhanOrder(1, { orderStatus, filledQty: 3 })], part);
      assert.deepEqual(trades, [], orderStatus);
      assert.deepEqual(left_out, [
        {
          what: 'BUY 3 SHARE001 on 2 Mar 2026, from an order that is not complete yet',
          reason: 'NOT_COMPLETED',
        },
      ]);
    }
    assert.deepEqual(gist(today([dhanOrder(1, { filledQty: 10 })], part)), []);
    assert.deepEqual(gist(today([], part)), []);
    for (const orderStatus of ['TRADED', 'CANCELLED', 'EXPIRED'])
      assert.deepEqual(gist(today([dhanOrder(1, { orderStatus, filledQty: 3 })], part)), [['3', '511.7819']]);
  });

  it("a fill of today that comes twice counts once, by the exchange's number", () => {
    const fills = [
      fill({ tradedQuantity: 5 }),
      fill({ tradedQuantity: 5 }),
      fill({ tradedQuantity: 5, exchangeTradeId: '9' }),
    ];
    assert.deepEqual(gist(today([dhanOrder(1)], ...fills)), [['10', '511.7819']]);
  });

  it('contracts are left out, however they are marked; a share with a day of year 1 is none', () => {
    const { trades, left_out } = history(
      row({ exchangeSegment: 'NSE_FNO' }),
      row({ exchangeSegment: 'BSE_FNO' }),
      row({ exchangeSegment: 'MCX_COMM' }),
      row({ exchangeSegment: 'NSE_CURRENCY' }),
      row({ instrument: 'FUTSTK' }),
      row({ drvExpiryDate: '2026-03-31' }),
      row({ drvExpiryDate: '0001-01-01' }),
    );
    assert.deepEqual(
      left_out.map(({ reason }) => reason),
      Array<string>(6).fill('DERIVATIVE'),
    );
    assert.equal(trades.length, 1);
  });

  it('shares allotted for nothing are told and not recorded: what they cost is not known', () => {
    const { trades, left_out } = history(dhanAllotment(1, NOW));
    assert.deepEqual(trades, []);
    assert.deepEqual(left_out, [{ what: 'BUY 36 Allotted Shar on 10 Feb 2026', reason: 'CORPORATE_ACTION' }]);
  });

  it('an order of which a row cannot be read is left out whole', () => {
    const { trades, left_out } = history(
      row({ tradedQuantity: 4 }),
      row({ tradedQuantity: 'many' }),
      row({ orderId: '2', tradedQuantity: 7 }),
    );
    assert.deepEqual(
      trades.map(({ quantity }) => quantity),
      ['7'],
    );
    assert.deepEqual(
      left_out.map(({ reason }) => reason),
      ['UNREADABLE', 'UNREADABLE'],
    );
  });

  it('what cannot be placed has a reason: no order, no day, no instrument, a side or segment nobody knows', () => {
    const { trades, left_out } = history(
      row({ orderId: '' }),
      row({ exchangeTime: 'NA' }),
      row({ exchangeTime: '0001-01-01 00:00:00' }),
      row({ securityId: '0', isin: '' }),
      row({ transactionType: 'LEND', orderId: '3' }),
      row({ exchangeSegment: 'MOON_EQ', orderId: '4' }),
      7,
    );
    assert.deepEqual(trades, []);
    assert.deepEqual(
      left_out.map(({ reason }) => reason),
      ['UNREADABLE', 'UNREADABLE', 'UNREADABLE', 'UNREADABLE', 'UNKNOWN_KIND', 'UNKNOWN_KIND', 'UNREADABLE'],
    );
  });

  it('intraday is what the broker marks so', () => {
    const marks = ['INTRADAY', 'CNC', 'MTF', 'CO'].map((productType, index) =>
      history(row({ productType, orderId: `${index}` })),
    );
    assert.deepEqual(
      marks.map(({ trades }) => trades[0]?.is_intraday),
      [true, false, false, true],
    );
  });

  it('trades get the symbol of what is held, by ISIN or security id, and never that of another ISIN', () => {
    const held = dhanHoldings([
      dhanHolding(1, { tradingSymbol: 'MON100', securityId: '11001', isin: 'INF247L01AP3' }),
      dhanHolding(2, { tradingSymbol: 'BYISIN', securityId: '77', isin: 'INE009A01021' }),
    ]).holdings;
    const named = namedAsHeld(
      [
        ...history(row()).trades,
        ...history(row({ securityId: '99', isin: 'INE009A01021' })).trades,
        ...history(row({ securityId: '77', isin: 'INE467B01029' })).trades,
        ...history(row({ securityId: '98' })).trades,
      ],
      held,
    );
    assert.deepEqual(
      named.map(({ symbol, isin, asset_class }) => [symbol, isin, asset_class]),
      [
        ['MON100', 'INF247L01AP3', 'ETF'],
        ['BYISIN', 'INE009A01021', 'Indian Equity'],
        ['Share 1 Limited', 'INE467B01029', 'Indian Equity'],
        ['Share 1 Limited', null, 'Indian Equity'],
      ],
    );
  });
});

describe("portfolio/Connection sync rules 2: dhan's holdings", () => {
  it('have the exchange ALL; what is sold but not settled keeps a total and is not held', () => {
    const { holdings, left_out } = dhanHoldings([
      dhanHolding(1, { avgCostPrice: 0 }),
      dhanHolding(2, { totalQty: 32, dpQty: 0, t1Qty: 0, availableQty: 0 }),
      dhanHolding(3, { totalQty: 50, dpQty: 0, t1Qty: 0, availableQty: 0, collateralQty: 50 }),
      dhanHolding(4, { totalQty: 0 }),
      dhanHolding(5, { totalQty: null }),
      { exchange: 'ALL', tradingSymbol: 'BARE', totalQty: 1 },
    ]);
    assert.deepEqual(
      holdings.map(({ symbol, quantity, avg_buy_price, last_price }) => [
        symbol,
        quantity,
        avg_buy_price,
        last_price,
      ]),
      [
        ['SHARE001', '101', null, '2701.05'],
        ['SHARE003', '50', '2655.125', '2701.05'],
        ['BARE', '1', null, null],
      ],
    );
    assert.deepEqual(left_out, [{ what: 'Holding SHARE005', reason: 'UNREADABLE' }]);
  });

  it('tell what arrives, what is pledged, and what open orders hold; a row without these parts tells none', () => {
    const { holdings } = dhanHoldings([
      dhanHolding(1, { totalQty: 50, dpQty: 40, t1Qty: 10, availableQty: 25, collateralQty: 8 }),
      { exchange: 'ALL', tradingSymbol: 'BARE', totalQty: 1 },
    ]);
    assert.deepEqual(
      holdings.map(({ arriving, pledged, blocked }) => [arriving, pledged, blocked]),
      // 50 − 10 − 8 − 25
      [
        ['10', '8', '7'],
        [undefined, undefined, undefined],
      ],
    );
  });
});

describe("portfolio/Connection sync rules 2: pages of dhan's history", () => {
  /** A history of pages; counts what is asked. */
  function pagesOf(pages: (reading: number) => (page: number) => unknown) {
    const asked: number[] = [];
    let reading = 0;
    let empty = 0;
    const ask = async (_from: string, _to: string, page: number) => {
      asked.push(page);
      const answer = await Promise.resolve(pages(reading)(page));
      // The first page again, behind the empty one, begins another reading.
      if (Array.isArray(answer) && answer.length === 0) empty += 1;
      if (empty === 2) [reading, empty] = [reading + 1, 0];
      return answer;
    };
    return { asked, ask };
  }
  const read = async (
    ask: Parameters<typeof dhanHistory>[1],
    days: { from: string | null; to: string } = PAST,
  ) => {
    const trades: BrokerTrade[] = [];
    for await (const page of dhanHistory(days, ask)) trades.push(...page.trades);
    return trades;
  };
  const some = (from: number, count: number) =>
    Array.from({ length: count }, (_, index) => row({ orderId: `${from + index}` }));

  it('end with two empty pages and with no other: a short or an empty one may be followed by more', async () => {
    const pages = [some(0, 20), some(20, 3), [], some(23, 21)];
    const { asked, ask } = pagesOf(() => (page) => pages[page] ?? []);
    assert.equal((await read(ask)).length, 44);
    assert.deepEqual(asked, [0, 1, 2, 3, 4, 5, 0]);
  });

  it('one page is not looked at again, and none is two', async () => {
    const { asked, ask } = pagesOf(() => (page) => (page === 0 ? some(0, 5) : []));
    assert.equal((await read(ask)).length, 5);
    assert.deepEqual(asked, [0, 1, 2]);
  });

  it('are read anew when rows moved from one to another meanwhile', async () => {
    const before = [some(1, 20), some(21, 4)];
    const after = [some(0, 20), some(20, 5)];
    // The new row pushed row 20 onto the second page, after the first was read.
    const { ask } = pagesOf((reading) => (page) => {
      if (reading > 0) return after[page] ?? [];
      return (page === 0 ? before : after)[page] ?? [];
    });
    const trades = await read(ask);
    assert.equal(trades.length, 25);
    assert.ok(trades.every(({ quantity }) => quantity === '10'));
  });

  it('that change each time they are read are given up', async () => {
    let turn = 0;
    const ask = async (_from: string, _to: string, page: number) =>
      await Promise.resolve(page > 1 ? [] : some((turn += 100), 2));
    assert.equal(await reasonOf(() => read(ask)), 'BROKER_ERROR');
    assert.ok(turn < 2000);
  });

  it('that only repeat themselves are given up soon, and pages without an end some time', async () => {
    const repeating = pagesOf(() => (page) => some((page % 3) * 20, 20));
    assert.equal(await reasonOf(() => read(repeating.ask)), 'TOO_MUCH_DATA');
    assert.ok(repeating.asked.length < 12, `${repeating.asked.length}`);
    const endless = pagesOf(() => (page) => some(page * 2, 2));
    assert.equal(await reasonOf(() => read(endless.ask)), 'TOO_MUCH_DATA');
    assert.equal(endless.asked.length, 2000);
  });

  it('full of equal fills of one order are no repetition', async () => {
    const equal = Array.from({ length: 20 }, () => row({ tradedQuantity: 1 }));
    const pages = [equal, equal, equal.slice(0, 7)];
    const { ask } = pagesOf(() => (page) => pages[page] ?? []);
    assert.deepEqual(
      (await read(ask)).map(({ quantity }) => quantity),
      ['47'],
    );
  });

  it('that are no lists, or lists of something else, are malformed; one odd row is left out', async () => {
    for (const body of [{}, null, 'rows', [{ a: 1 }, { b: 2 }], [7]])
      assert.equal(await reasonOf(() => read(async () => await Promise.resolve(body))), 'BROKER_MALFORMED');
    const odd = pagesOf(() => (page) => (page === 0 ? [row({ tradedQuantity: null })] : []));
    assert.deepEqual(await read(odd.ask), []);
  });

  it('are asked for some months at a time, each day once, whatever the range', () => {
    const day = fc
      .integer({ min: 0, max: 3000 })
      .map((days) => new Date(Date.UTC(2021, 0, 1) + days * DAY_MS).toISOString().slice(0, 10));
    fc.assert(
      fc.property(day, day, (from, to) => {
        const chunks = chunksOf({ from, to });
        const days = chunks.flatMap((chunk) => {
          const all: string[] = [];
          for (let at = Date.parse(chunk.from); at <= Date.parse(chunk.to); at += DAY_MS)
            all.push(new Date(at).toISOString().slice(0, 10));
          assert.ok(all.length > 0 && all.length <= 180);
          return all;
        });
        assert.equal(new Set(days).size, days.length);
        assert.deepEqual(days, days.toSorted());
        assert.deepEqual([days[0], days.at(-1)], from <= to ? [from, to] : [undefined, undefined]);
      }),
    );
  });

  it('without a first day begin with the broker itself', async () => {
    const froms: string[] = [];
    const ask = async (from: string) => await Promise.resolve((froms.push(from), []));
    await read(ask, { from: null, to: '2026-03-01' });
    assert.equal(froms[0], '2021-01-01');
    // 1886 days from then to 2026-03-01, both included, 180 at a time.
    assert.equal(new Set(froms).size, 11);
  });
});
