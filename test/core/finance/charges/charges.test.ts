import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  CHARGE_ITEMS,
  CHARGE_ROWS,
  CHARGED_KINDS,
  type ChargedKind,
  type ChargeItem,
  type Charges,
  chargesOf,
  deductibleCharges,
  type DeliveryTrade,
  FIRST_CHARGES_DAY,
  mostAffordable,
  TRADE_SIDES,
} from '../../../../core/finance/charges/index.ts';
import { addDays, dayAfter, dayBefore, daysBetween } from '../../../../core/platform/dates.ts';
import {
  AMOUNT_ONE,
  amountText,
  amountToDecimal,
  FIXED_ONE,
  fixedText,
  parseAmount,
  parseFixed,
} from '../../../../core/platform/fixed-point.ts';
import { Decimal } from '../../../../core/platform/money.ts';

const LAST = '2027-12-31';
const day = fc
  .integer({ min: 0, max: daysBetween(FIRST_CHARGES_DAY, LAST) })
  .map((days) => addDays(FIRST_CHARGES_DAY, days));
const value = fc.oneof(
  fc.bigInt({ min: 1n, max: 10n ** 26n }),
  fc.integer({ min: 1, max: 2_000_000 }).map((rupees) => BigInt(rupees) * AMOUNT_ONE),
  // Halves of a rupee of STT, where rounding turns.
  fc.integer({ min: 0, max: 5000 }).map((rupees) => BigInt(rupees * 1000 + 500) * AMOUNT_ONE),
);
const trade: fc.Arbitrary<DeliveryTrade> = fc.record({
  side: fc.constantFrom(...TRADE_SIDES),
  kind: fc.constantFrom(...CHARGED_KINDS),
  day,
  value,
});

const texts = (charges: Charges) =>
  Object.fromEntries(Object.entries(charges).map(([item, amount]) => [item, amountText(amount as bigint)]));

/** The same in decimals, with every row looked for from the start of the table. */
function slowly({ side, kind, day, value }: DeliveryTrade): Record<string, string> {
  const row = (item: ChargeItem) => {
    const rows = CHARGE_ROWS.filter(
      (one) =>
        one.item === item &&
        (one.kinds === undefined || one.kinds.includes(kind)) &&
        (one.side === undefined || one.side === side) &&
        day >= one.from &&
        (one.to === null || day <= one.to),
    );
    assert.equal(rows.length, 1, `${item} ${kind} ${side} ${day}`);
    return rows[0] as (typeof rows)[0];
  };
  const traded = amountToDecimal(value);
  const items: Record<string, Decimal> = {};
  for (const item of ['brokerage', 'stt', 'exchange', 'sebi', 'stamp_duty'] as const)
    items[item] = traded
      .times(row(item).rate)
      .toDecimalPlaces(item === 'stt' || item === 'stamp_duty' ? 0 : 2, Decimal.ROUND_HALF_UP);
  const { rate, on = [] } = row('gst');
  const taxed = on.filter((item) => item !== 'dp').map((item) => items[item] ?? 0);
  items['gst'] = Decimal.sum(0, ...taxed)
    .times(rate)
    .toDecimalPlaces(2, Decimal.ROUND_HALF_UP);
  items['dp'] = new Decimal(row('dp').rate)
    .times(on.includes('dp') ? new Decimal(1).plus(rate) : 1)
    .toDecimalPlaces(2, Decimal.ROUND_HALF_UP);
  items['total'] = Decimal.sum(...Object.values(items));
  return Object.fromEntries(Object.entries(items).map(([item, amount]) => [item, amount.toFixed()]));
}

describe('charges of delivery trades by date', () => {
  const of = (side: 'BUY' | 'SELL', kind: ChargedKind, on: string, rupees: string) =>
    texts(chargesOf({ side, kind, day: on, value: parseAmount(rupees) }));

  it('a purchase and a sale of today, by hand', () => {
    // ₹1,00,000 bought: STT 0.1 % is 100; exchange 0.00307 % is 3.07; SEBI 0.0001 % is 0.10; stamp duty 0.015 % is 15;
    // GST is 18 % of 3.17: 0.5706, so 0.57. In all 118.74.
    assert.deepEqual(of('BUY', 'SHARE', '2026-11-20', '100000'), {
      brokerage: '0',
      stt: '100',
      exchange: '3.07',
      sebi: '0.1',
      stamp_duty: '15',
      gst: '0.57',
      dp: '0',
      total: '118.74',
    });
    // Sold: no stamp duty, and the depository takes 13 × 1.18 = 15.34.
    assert.deepEqual(of('SELL', 'SHARE', '2026-11-20', '100000'), {
      brokerage: '0',
      stt: '100',
      exchange: '3.07',
      sebi: '0.1',
      stamp_duty: '0',
      gst: '0.57',
      dp: '15.34',
      total: '119.08',
    });
  });

  it('a sale of 2014, by hand', () => {
    // ₹2,50,000 on 2 June 2014: STT 250; exchange 0.00325 % is 8.125, so 8.13; SEBI ₹20 a crore is 0.50; stamp duty 0.01 %
    // is 25; service tax is 12.36 % of 8.13: 1.0048…, so 1; the depository takes 13.50 × 1.1236 = 15.1686, so 15.17.
    assert.deepEqual(of('SELL', 'SHARE', '2014-06-02', '250000'), {
      brokerage: '0',
      stt: '250',
      exchange: '8.13',
      sebi: '0.5',
      stamp_duty: '25',
      gst: '1',
      dp: '15.17',
      total: '299.8',
    });
  });

  it('rates on the edges of their days', () => {
    const cases: [string, ChargeItem, 'BUY' | 'SELL', ChargedKind, string][] = [
      // of ₹1,00,00,000
      ['2013-05-31', 'stt', 'BUY', 'EQUITY_ETF', '10000'],
      ['2013-06-01', 'stt', 'BUY', 'EQUITY_ETF', '0'],
      ['2013-06-01', 'stt', 'SELL', 'EQUITY_ETF', '100'],
      ['2026-11-20', 'stt', 'SELL', 'EQUITY_ETF', '100'],
      ['2026-11-20', 'stt', 'SELL', 'OTHER_ETF', '0'],
      ['2020-12-31', 'exchange', 'BUY', 'SHARE', '325'],
      ['2021-01-01', 'exchange', 'BUY', 'SHARE', '345'],
      ['2023-03-31', 'exchange', 'BUY', 'SHARE', '345'],
      ['2023-04-01', 'exchange', 'BUY', 'SHARE', '335'],
      ['2024-04-01', 'exchange', 'BUY', 'SHARE', '332'],
      ['2024-09-30', 'exchange', 'BUY', 'SHARE', '332'],
      ['2024-10-01', 'exchange', 'BUY', 'SHARE', '307'],
      ['2014-05-22', 'sebi', 'BUY', 'SHARE', '10'],
      ['2014-05-23', 'sebi', 'BUY', 'SHARE', '20'],
      ['2017-04-01', 'sebi', 'BUY', 'SHARE', '15'],
      ['2019-04-01', 'sebi', 'BUY', 'SHARE', '10'],
      ['2020-06-01', 'sebi', 'BUY', 'SHARE', '5'],
      ['2021-04-01', 'sebi', 'BUY', 'SHARE', '10'],
      ['2020-06-30', 'stamp_duty', 'SELL', 'SHARE', '1000'],
      ['2020-07-01', 'stamp_duty', 'SELL', 'SHARE', '0'],
      ['2020-07-01', 'stamp_duty', 'BUY', 'OTHER_ETF', '1500'],
      // 325 × 14 %, 14.5 %, 15 % and 18 %
      ['2015-06-01', 'gst', 'BUY', 'SHARE', '45.5'],
      ['2015-11-14', 'gst', 'BUY', 'SHARE', '45.5'],
      ['2015-11-15', 'gst', 'BUY', 'SHARE', '47.13'],
      ['2016-06-01', 'gst', 'BUY', 'SHARE', '48.75'],
      ['2017-06-30', 'gst', 'BUY', 'SHARE', '48.75'],
      ['2017-07-01', 'gst', 'BUY', 'SHARE', '58.5'],
      // 345 × 18 %, and with the fee of SEBI 355 × 18 %
      ['2022-07-17', 'gst', 'BUY', 'SHARE', '62.1'],
      ['2022-07-18', 'gst', 'BUY', 'SHARE', '63.9'],
      ['2024-09-30', 'dp', 'SELL', 'SHARE', '15.93'],
      ['2024-10-01', 'dp', 'SELL', 'EQUITY_ETF', '15.34'],
      ['2024-10-01', 'dp', 'BUY', 'SHARE', '0'],
    ];
    for (const [on, item, side, kind, expected] of cases)
      assert.equal(of(side, kind, on, '10000000')[item], expected, `${item} of ${kind} ${side} on ${on}`);
  });

  it('a broker’s own sample: one share at ₹560 costs 0.00335 % at the exchange', () => {
    // Kite's virtual contract note has 0.01876 before rounding, and STT 0.56.
    const { exchange, stt } = of('BUY', 'SHARE', '2023-10-02', '56000000');
    assert.deepEqual([exchange, stt], ['1876', '56000']);
    assert.deepEqual(of('BUY', 'SHARE', '2023-10-02', '560').exchange, '0.02');
  });

  it('STT and stamp duty turn to the next rupee at half of one', () => {
    const stt = (rupees: string) => of('BUY', 'SHARE', '2025-01-01', rupees).stt;
    assert.deepEqual(['499.99', '500', '1499.99', '1500', '2500'].map(stt), ['0', '1', '1', '2', '3']);
    // 0.015 % of 3,333.33 is 0.4999995, and of 3,333.34 is 0.500001.
    const duty = (rupees: string) => of('BUY', 'SHARE', '2025-01-01', rupees).stamp_duty;
    assert.deepEqual([duty('3333.33'), duty('3333.34')], ['0', '1']);
  });

  it('is the same as in decimals with the rows looked up one by one', () => {
    fc.assert(
      fc.property(trade, (one) => {
        assert.deepEqual(texts(chargesOf(one)), slowly(one));
      }),
      { numRuns: 300 },
    );
  });

  it('every day has one row of each item, and the edges of each row are those of another', () => {
    for (const { from, to } of CHARGE_ROWS)
      for (const on of [from, to ?? LAST, dayBefore(from), dayAfter(to ?? LAST)])
        for (const side of TRADE_SIDES)
          for (const kind of CHARGED_KINDS) {
            if (on < FIRST_CHARGES_DAY) continue;
            const one: DeliveryTrade = { side, kind, day: on, value: 123_456n * AMOUNT_ONE };
            assert.deepEqual(texts(chargesOf(one)), slowly(one), on);
          }
    for (const { item, source, from, to } of CHARGE_ROWS) {
      assert.ok(CHARGE_ITEMS.includes(item) && source.length > 3);
      assert.ok(to === null || from <= to);
    }
  });

  it('no item falls as the value rises, and the total is their sum', () => {
    fc.assert(
      fc.property(trade, value, (one, more) => {
        const [less, larger] = [chargesOf(one), chargesOf({ ...one, value: one.value + more })];
        for (const item of [...CHARGE_ITEMS, 'total'] as const) assert.ok(larger[item] >= less[item], item);
        const { total, ...items } = less;
        assert.equal(
          Object.values(items).reduce((sum, amount) => sum + amount, 0n),
          total,
        );
        assert.equal(deductibleCharges(less), total - less.stt);
      }),
    );
  });

  it('nothing is charged on nothing, and there is no answer before the table or below 0', () => {
    const { total } = chargesOf({ side: 'SELL', kind: 'SHARE', day: '2025-01-01', value: 0n });
    assert.equal(total, 0n);
    const early = dayBefore(FIRST_CHARGES_DAY);
    const charges = (on: string, of: bigint) =>
      chargesOf({ side: 'SELL', kind: 'SHARE', day: on, value: of });
    assert.throws(() => charges(early, 1n), RangeError);
    assert.throws(() => charges('2025-01-01', -1n), RangeError);
    assert.ok(charges(FIRST_CHARGES_DAY, AMOUNT_ONE).total > 0n);
    assert.ok(FIRST_CHARGES_DAY <= '2014-01-01');
  });
});

describe('how many shares cash pays for', () => {
  it('by hand: charges take one share of ten', () => {
    // Ten at ₹100 are 1,000; STT 1, exchange 0.03, SEBI 0.00, GST 0.01, stamp duty 0.15 rounded to 0: 1,001.04.
    const shares = (cash: string) =>
      fixedText(
        mostAffordable({
          cash: parseAmount(cash),
          price: parseFixed('100'),
          kind: 'SHARE',
          day: '2026-11-20',
        }),
      );
    assert.deepEqual(['1001.04', '1001.03', '1000', '100', '0', '-5'].map(shares), [
      '10',
      '9',
      '9',
      '1',
      '0',
      '0',
    ]);
  });

  it('is what counting up one share after another finds', () => {
    const price = fc.integer({ min: 5, max: 500_000 }).map((paise) => BigInt(paise) * (FIXED_ONE / 100n));
    fc.assert(
      fc.property(
        price,
        fc.integer({ min: 0, max: 400 }),
        fc.bigInt({ min: 0n, max: 10n ** 23n }),
        fc.constantFrom(...CHARGED_KINDS),
        day,
        (cost, whole, rest, kind, on) => {
          const cash = cost * FIXED_ONE * BigInt(whole) + (rest % (cost * FIXED_ONE));
          let shares = 0n;
          const costOf = (count: bigint) => {
            const traded = count * cost * FIXED_ONE;
            return traded + chargesOf({ side: 'BUY', kind, day: on, value: traded }).total;
          };
          while (costOf(shares + 1n) <= cash) shares += 1n;
          assert.equal(mostAffordable({ cash, price: cost, kind, day: on }), shares * FIXED_ONE);
        },
      ),
    );
  });

  it('for any amount of cash one more share would be too many', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 1n, max: 10n ** 15n }),
        fc.bigInt({ min: 0n, max: 10n ** 31n }),
        fc.constantFrom(...CHARGED_KINDS),
        day,
        (price, cash, kind, on) => {
          const shares = mostAffordable({ cash, price, kind, day: on });
          assert.equal(shares % FIXED_ONE, 0n);
          const costOf = (quantity: bigint) =>
            quantity * price + chargesOf({ side: 'BUY', kind, day: on, value: quantity * price }).total;
          assert.ok(costOf(shares) <= cash);
          assert.ok(costOf(shares + FIXED_ONE) > cash);
        },
      ),
    );
  });

  it('a price of 0 is refused', () => {
    assert.throws(
      () => mostAffordable({ cash: AMOUNT_ONE, price: 0n, kind: 'SHARE', day: '2025-01-01' }),
      RangeError,
    );
  });
});
