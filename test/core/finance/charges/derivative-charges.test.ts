import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  DERIVATIVE_EXCHANGES,
  DERIVATIVE_ITEMS,
  DERIVATIVE_KINDS,
  DERIVATIVE_ROWS,
  type DerivativeCharges,
  derivativeCharges,
  type DerivativeOrder,
  derivativeRate,
  exerciseTax,
  FIRST_DERIVATIVES_DAY,
  TRADE_SIDES,
} from '../../../../core/finance/charges/index.ts';
import { addDays, dayBefore, daysBetween } from '../../../../core/platform/dates.ts';
import { amountToDecimal, fixedText, parseAmount } from '../../../../core/platform/fixed-point.ts';
import { Decimal } from '../../../../core/platform/money.ts';

const order = (given: Partial<DerivativeOrder>): DerivativeOrder => ({
  kind: 'OPTION',
  exchange: 'NSE',
  side: 'SELL',
  day: '2026-05-18',
  value: parseAmount('24510'),
  ...given,
});
const shown = (charges: DerivativeCharges) =>
  Object.fromEntries(
    Object.entries(charges).map(([item, value]) => [item, amountToDecimal(value).toFixed(2)]),
  );

describe('portfolio/Charges: futures and options by dated rates', () => {
  it('an option that is sold: STT 0.15 % since April 2026 (NSE circular FATAX73524), 0.03553 % to the NSE (FA73061)', () => {
    // 75 at 326.80 are 24,510. STT 36.765: 36.77. Exchange 8.708: 8.71. SEBI 0.0245: 0.02. GST 18 % of 28.73: 5.17.
    assert.deepEqual(shown(derivativeCharges(order({}))), {
      brokerage: '20.00',
      stt: '36.77',
      exchange: '8.71',
      sebi: '0.02',
      stamp_duty: '0.00',
      gst: '5.17',
      total: '70.67',
    });
  });

  it('an option that is bought pays stamp duty of 0.003 % (Indian Stamp Act) and no STT', () => {
    // Stamp duty on 24,510: 0.7353.
    const { stt, stamp_duty } = shown(derivativeCharges(order({ side: 'BUY' })));
    assert.deepEqual([stt, stamp_duty], ['0.00', '0.74']);
  });

  const options: [day: string, stt: string][] = [
    ['2023-03-31', '12.26'], // 0.05 % of 24,510 is 12.255
    ['2023-04-01', '15.32'], // 0.0625 %: 15.31875
    ['2024-09-30', '15.32'],
    ['2024-10-01', '24.51'], // 0.1 %
    ['2026-03-31', '24.51'],
    ['2026-04-01', '36.77'], // 0.15 %: 36.765
  ];
  for (const [day, stt] of options)
    it(`STT of an option that is sold on ${day} is ${stt}`, () => {
      assert.equal(shown(derivativeCharges(order({ day })))['stt'], stt);
    });

  const futures: [day: string, stt: string][] = [
    ['2023-03-31', '187.50'], // 0.01 % of 18,75,000
    ['2024-09-30', '234.38'], // 0.0125 %: 234.375
    ['2024-10-01', '375.00'], // 0.02 %
    ['2026-04-01', '937.50'], // 0.05 %
  ];
  for (const [day, stt] of futures)
    it(`STT of a future that is sold on ${day} is ${stt}`, () => {
      const sold = order({ kind: 'FUTURE', day, value: parseAmount('1875000') });
      assert.equal(shown(derivativeCharges(sold))['stt'], stt);
    });

  it('a future costs ₹20 an order, or 0.03 % where that is less; an option always ₹20; a person may say another', () => {
    const brokerage = (given: Partial<DerivativeOrder>) =>
      shown(derivativeCharges(order(given)))['brokerage'];
    assert.equal(brokerage({ kind: 'FUTURE', value: parseAmount('1875000') }), '20.00');
    // 0.03 % of 50,000 is 15.
    assert.equal(brokerage({ kind: 'FUTURE', value: parseAmount('50000') }), '15.00');
    assert.equal(brokerage({ value: parseAmount('100') }), '20.00');
    assert.equal(brokerage({ brokerage: parseAmount('0') }), '0.00');
    assert.equal(
      brokerage({ kind: 'FUTURE', value: parseAmount('1875000'), brokerage: parseAmount('10') }),
      '10.00',
    );
  });

  it('who holds an option that is exercised pays 0.125 % of what it is worth, 0.15 % since April 2026', () => {
    const tax = (day: string) => {
      const due = exerciseTax(day, parseAmount('7500'));
      return due === null ? null : amountToDecimal(due).toFixed(2);
    };
    // 9.375 and 11.25. Before September 2019 it was levied on the whole price of the underlying.
    assert.deepEqual([tax('2026-03-31'), tax('2026-04-01'), tax('2019-08-29')], ['9.38', '11.25', null]);
  });

  it('every item of every kind, exchange and side has exactly one row on each day, which names its source', () => {
    const days = new Set(DERIVATIVE_ROWS.flatMap(({ from }) => [from, dayBefore(from)]));
    for (const day of days) {
      if (day < FIRST_DERIVATIVES_DAY) continue;
      for (const kind of DERIVATIVE_KINDS)
        for (const exchange of DERIVATIVE_EXCHANGES)
          for (const side of TRADE_SIDES)
            for (const item of DERIVATIVE_ITEMS)
              if (item !== 'brokerage_part' || kind === 'FUTURE')
                assert.ok(derivativeRate(item, { day, kind, exchange, side }).source.length > 3);
    }
    assert.throws(() => derivativeCharges(order({ day: '2017-06-30' })), RangeError);
    assert.throws(() => derivativeCharges(order({ value: 0n })), RangeError);
  });

  it('a slow calculation in decimals comes to the same', () => {
    const span = daysBetween(FIRST_DERIVATIVES_DAY, '2027-12-31');
    fc.assert(
      fc.property(
        fc.record({
          kind: fc.constantFrom(...DERIVATIVE_KINDS),
          exchange: fc.constantFrom(...DERIVATIVE_EXCHANGES),
          side: fc.constantFrom(...TRADE_SIDES),
          day: fc.nat({ max: span }).map((days) => addDays(FIRST_DERIVATIVES_DAY, days)),
          value: fc
            .integer({ min: 1, max: 1_000_000_000 })
            .map((paise) => parseAmount((paise / 100).toFixed(2))),
        }),
        (given) => {
          const value = amountToDecimal(given.value);
          const paisa = (amount: Decimal) => amount.toDecimalPlaces(2, Decimal.ROUND_HALF_UP);
          const rate = (item: Parameters<typeof derivativeRate>[0]) =>
            new Decimal(fixedText(derivativeRate(item, given).rate));
          const brokerage =
            given.kind === 'OPTION'
              ? new Decimal(20)
              : Decimal.min(20, paisa(value.times(rate('brokerage_part'))));
          const [stt, exchange, sebi, stamp] = (['stt', 'exchange', 'sebi', 'stamp_duty'] as const).map(
            (item) => paisa(value.times(rate(item))),
          ) as [Decimal, Decimal, Decimal, Decimal];
          // Fees of SEBI are taxed since 18 July 2022.
          const services = brokerage.plus(exchange).plus(given.day >= '2022-07-18' ? sebi : 0);
          const total = brokerage
            .plus(stt)
            .plus(exchange)
            .plus(sebi)
            .plus(stamp)
            .plus(paisa(services.times('0.18')));
          assert.equal(amountToDecimal(derivativeCharges(given).total).toFixed(2), total.toFixed(2));
        },
      ),
    );
  });
});
