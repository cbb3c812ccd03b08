import assert from 'node:assert/strict';
import fc from 'fast-check';
import { createCalendar } from '../../../core/market/calendar/index.ts';
import { announced } from '../../../core/income/announcements.ts';
import { incomeOf, type SecurityIncome } from '../../../core/income/derive.ts';
import { difference, type StoredEvent } from '../../../core/income/event-diff.ts';
import { unitsOfHolding } from '../../../core/income/entitled-units.ts';
import { settledUnits, type Trade } from '../../../core/portfolio/index.ts';
import type { IncomeFacts } from '../../../core/income/event.ts';
import { type DividendRow, netOf, paymentsOf } from '../../../core/income/payments.ts';
import { createSettlementDays } from '../../../core/income/settlement-days.ts';
import { INCOME_STATUSES, TRANSITIONS } from '../../../core/income/transitions.ts';
import { deriveRows } from '../../../core/portfolio/positions/derive-rows.ts';
import { replay } from '../../../core/portfolio/ledger/ledger.ts';
import { Decimal } from '../../../core/platform/index.ts';
import { anyActionBooks } from '../../support/action-books.ts';
import { sampled } from '../../support/soak.ts';

const calendar = createCalendar();
const settles = createSettlementDays(calendar).of('Indian Equity', 'INR');
const dayOf = (at: number) => new Date(Date.UTC(2024, 0, 1 + at)).toISOString().slice(0, 10);
const SPAN = 120;
const day = fc.integer({ min: 0, max: SPAN }).map(dayOf);

let ids = 0;
const row = <T extends 'BUY' | 'SELL' | 'SPLIT' | 'DIVIDEND'>(
  type: T,
  date: string,
  quantity: string,
  price: string,
) => ({
  id: String(++ids),
  portfolio: '1',
  symbol: 'ALPHA',
  date,
  type,
  quantity,
  price,
  fee_tax: '0',
  currency: 'INR',
});

/** Purchases and sales of whole units on any day, weekends too, now and then a split or the cancellation of a purchase. */
const trades: fc.Arbitrary<Trade[]> = fc.array(
  fc
    .tuple(
      fc.constantFrom('BUY', 'BUY', 'BUY', 'SELL', 'SELL', 'SPLIT', 'UNDO'),
      day,
      fc.integer({ min: 1, max: 50 }),
    )
    .map(([kind, date, units]): Trade => {
      if (kind === 'SPLIT') return row('SPLIT', date, String(1 + (units % 4)), '0');
      if (kind === 'UNDO') return row('BUY', date, `-${units}`, '10');
      return row(kind === 'BUY' ? 'BUY' : 'SELL', date, String(units), '10');
    }),
  { maxLength: 40 },
);

describe('income by properties', function limited(this: Mocha.Suite) {
  // Much work: a busy machine may need minutes for it.
  this.timeout(600_000);
  it('portfolio/Income rules 1: the entitlement is the ledger of the trades settled by that day, and no more', () => {
    fc.assert(
      fc.property(trades, fc.uniqueArray(day, { maxLength: 12 }), (all, days) => {
        const sorted = days.toSorted();
        const units = settledUnits(all, sorted, settles);
        for (const [at, on] of sorted.entries()) {
          // Trades settle in the order in which they were made, so those settled by a day are the first of the ledger.
          const settled = all.filter((one) => (one.type === 'SPLIT' ? one.date : settles(one.date)) <= on);
          const known = replay(settled).positions[0]?.quantity ?? new Decimal(0);
          assert.equal(units[at]?.toFixed(), known.toFixed(), `${on}: ${JSON.stringify(all)}`);
        }
      }),
      { numRuns: sampled(80, 10_000) },
    );
  });

  it('portfolio/Income rules 1: through corporate actions too; where a trade settles at once, what is entitled is what is held', () => {
    const TYPES = ['BUY', 'SELL', 'SPLIT', 'TRANSFER_IN', 'TRANSFER_OUT', 'FRACTION'];
    fc.assert(
      fc.property(anyActionBooks, (books) => {
        const recorded = books.rows.filter(({ quantity }) => !String(quantity).startsWith('-'));
        const derived = deriveRows(recorded, books.actions).rows;
        const all = [...recorded, ...derived.map((one, at) => ({ ...one, id: String(1000 + at) }))];
        const days = [...new Set(all.map(({ date }) => date))].sort();
        for (const symbol of new Set(all.map((one) => one.symbol))) {
          const own = all.filter((one) => one.symbol === symbol && TYPES.includes(one.type)) as Trade[];
          const units = settledUnits(own, days, (on) => on);
          for (const [at, on] of days.entries()) {
            const known = replay(own.filter(({ date }) => date <= on)).positions[0]?.quantity;
            assert.equal(units[at]?.toFixed(), known?.toFixed() ?? '0', `${symbol} on ${on}`);
          }
        }
      }),
      { numRuns: sampled(60, 10_000) },
    );
  });

  it('portfolio/Income rules 1: a holding without transactions is entitled to no more than it says, from its first day on', () => {
    fc.assert(
      fc.property(day, day, day, fc.integer({ min: 1, max: 500 }), (since, on, today, units) => {
        const held = { quantity: new Decimal(units), since };
        const { quantity, confidence } = unitsOfHolding(held, new Map(), today)(on, 'dividend:1');
        assert.equal(quantity.toNumber(), on < since ? 0 : units);
        assert.equal(confidence, 'INFERRED');
        // What was counted for a day that has come stands, whatever the holding says by now.
        const counted = unitsOfHolding(null, new Map([['dividend:1', new Decimal(7)]]), today);
        assert.equal(counted(on, 'dividend:1').quantity.toNumber(), on <= today ? 7 : 0);
      }),
    );
  });

  it('the order in which rows come does not matter', () => {
    fc.assert(
      fc.property(
        trades.chain((all) =>
          fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length })),
        ),
        ([all, shuffled]) => {
          const days = [dayOf(30), dayOf(60), dayOf(SPAN)];
          assert.deepEqual(
            settledUnits(shuffled, days, settles).map(String),
            settledUnits(all, days, settles).map(String),
          );
        },
      ),
    );
  });

  /** Payments of several forms: by unit, as a whole, and taken back. */
  const dividends: fc.Arbitrary<DividendRow[]> = fc.array(
    fc
      .tuple(fc.constantFrom('1', '5', '10', '0', '-1'), day, fc.integer({ min: 1, max: 9 }), fc.boolean())
      .map(([quantity, date, price, isBroker]): DividendRow => ({
        ...row('DIVIDEND', date, quantity, String(price * 10)),
        fee_tax: isBroker ? (quantity === '-1' ? '-2' : '2') : '0',
        source: isBroker ? 'BROKER' : 'MANUAL',
      })),
    { maxLength: 15 },
  );
  const announcements = fc
    .array(fc.tuple(day, fc.integer({ min: 1, max: 9 }), fc.boolean()), { maxLength: 6 })
    .map((all) =>
      announced(
        all.map(([ex_date, amount, hasRecord]) => ({
          instrument_id: '7',
          kind: 'DIVIDEND' as const,
          ex_date,
          record_date: hasRecord ? ex_date : null,
          amount: String(amount),
          raw: `Dividend - Rs ${amount} Per Share`,
          exchange: 'NSE',
        })),
      ),
    );
  const security: fc.Arbitrary<SecurityIncome> = fc
    .tuple(trades, dividends, announcements)
    .map(([all, paid, said]): SecurityIncome => {
      const own = {
        portfolio_id: '1',
        symbol: 'ALPHA',
        isin: null,
        asset_class: 'Indian Equity',
        currency: 'INR',
      };
      const ledger = { ...own, trades: all, payments: paymentsOf('1', paid), settles, held: null };
      return { ledgers: [ledger], announced: said, bonds: [], paidCoupons: [], entitled: new Map() };
    });
  const stored = (facts: readonly IncomeFacts[]): StoredEvent[] =>
    facts.map((one, at) => ({ ...one, id: String(at + 1) }));

  it('portfolio/Income rules 2: what is PAID adds up to the dividends of the ledger, whatever it was matched to', () => {
    fc.assert(
      fc.property(security, (some) => {
        const events = incomeOf(some, dayOf(90));
        const paid = events.filter(({ status }) => status === 'PAID');
        const sum = paid.reduce((all, { net_amount }) => all.plus(net_amount ?? 0), new Decimal(0));
        const payments = some.ledgers.flatMap((one) => one.payments);
        const ledger = payments.reduce((all, payment) => all.plus(netOf(payment)), new Decimal(0));
        assert.equal(sum.toFixed(), ledger.toFixed());
        assert.equal(new Set(events.map(({ source_reference }) => source_reference)).size, events.length);
      }),
    );
  });

  it('rows that were taken back change nothing about the sum', () => {
    fc.assert(
      fc.property(dividends, (all) => {
        const sum = paymentsOf('1', all).reduce((total, one) => total.plus(netOf(one)), new Decimal(0));
        const ledger = replay(all).positions[0]?.dividends ?? new Decimal(0);
        assert.equal(sum.toFixed(), ledger.toFixed());
      }),
    );
  });

  it('recompute twice equals once: there is nothing to write after what was written', () => {
    fc.assert(
      fc.property(security, security, day, day, (before, after, first, second) => {
        const [early, late] = [first, second].toSorted() as [string, string];
        const on = stored(incomeOf(before, early));
        const step = difference(on, incomeOf(after, late), late);
        const written = new Map(on.map((event) => [event.id, event]));
        for (const { id, facts } of step.changed) written.set(id, { ...facts, id });
        const all = [...written.values(), ...step.added.map((facts, at) => ({ ...facts, id: `n${at}` }))];
        assert.deepEqual(difference(all, incomeOf(after, late), late), { added: [], changed: [] });
      }),
    );
  });

  it('portfolio/States, income event: a new day, trade or payment moves events along the table only', () => {
    const ways = new Set(TRANSITIONS.map(({ from, to }) => `${from} ${to}`));
    assert.equal(ways.size, TRANSITIONS.length);
    for (const { to } of TRANSITIONS) assert.ok(INCOME_STATUSES.includes(to));
    fc.assert(
      fc.property(security, security, (before, after) => {
        for (const { from, cause, facts } of difference(
          stored(incomeOf(before, dayOf(40))),
          incomeOf(after, dayOf(80)),
          dayOf(80),
        ).changed)
          if (cause !== null) assert.ok(ways.has(`${from} ${facts.status}`));
      }),
    );
  });
});
