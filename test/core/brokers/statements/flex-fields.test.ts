import assert from 'node:assert/strict';
import fc from 'fast-check';
import { flexNumber, flexTime } from '../../../../core/brokers/statements/flex-fields.ts';
import { flexCash, flexReport, flexTax, flexTrade } from '../../../support/flex-statement.ts';
import { readAll, tradesOf } from './reading.ts';
import { sampled } from '../../../support/soak.ts';

const digits = (text: string) => text.replace(/\B(?=(\d{3})+$)/g, ',');

describe('figures of a Flex statement', () => {
  it('are the same with thousands, an exponent, a sign or padding, and exact', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 0n, max: 10n ** 15n - 1n }),
        fc.integer({ min: 0, max: 10 }),
        fc.boolean(),
        (units, scale, isNegative) => {
          const padded = units.toString().padStart(scale + 1, '0');
          const whole = padded.slice(0, padded.length - scale);
          const part = scale === 0 ? '' : `.${padded.slice(-scale)}`;
          const sign = isNegative ? '-' : '';
          const plain = flexNumber(`${sign}${whole}${part}`);
          assert.equal(
            plain
              ?.times(10n ** BigInt(scale))
              .abs()
              .toFixed(),
            units.toString(),
          );
          for (const form of [
            `${sign}${digits(whole)}${part}`,
            `${sign}${units}E-${scale}`,
            `${sign}${units}e-0${scale}`,
            `${sign || '+'}${whole}${part}${scale === 0 ? '.' : '0'}`,
          ])
            assert.ok(flexNumber(form)?.eq(plain ?? 0), form);
        },
      ),
    );
  });

  it('are none in any other form', () => {
    for (const text of [
      '',
      '.',
      '-',
      'x',
      '1,2',
      '1,23',
      '12,34,567',
      '1.2.3',
      '1e',
      'e5',
      '0x10',
      '1e999',
      '١',
      'NaN',
    ])
      assert.equal(flexNumber(text), null, text);
    assert.equal(flexNumber(`1${'0'.repeat(18)}`), null);
    assert.equal(flexNumber('9'.repeat(65)), null);
  });

  it('any text whatever is read or refused, and never throws', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.stringMatching(/^[-+0-9.,eE; ]{0,70}$/)), (text) => {
        const number = flexNumber(text);
        if (number !== null) assert.ok(number.isFinite() && number.decimalPlaces() <= 10, text);
        flexTime(text);
      }),
      { numRuns: sampled(200, 20_000) },
    );
  });

  it('a day is the same in every form that a query may choose', () => {
    const MONTHS = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'];
    fc.assert(
      fc.property(
        fc.date({ min: new Date('2000-01-01'), max: new Date('2099-12-31'), noInvalidDate: true }),
        fc.constantFrom(';', ' ', ', ', 'T', ','),
        (at, separator) => {
          const day = at.toISOString().slice(0, 10);
          const clock = at.toISOString().slice(11, 19);
          const compact = day.replaceAll('-', '');
          const named = `${day.slice(8)}-${MONTHS[at.getUTCMonth()]}-${day.slice(2, 4)}`;
          const bare = clock.replaceAll(':', '');
          for (const form of [compact, day, named]) {
            assert.deepEqual(flexTime(form), { day, hour: null, time: null });
            if (form === named && separator === 'T') continue;
            for (const time of [clock, bare, `${bare} EST`])
              assert.deepEqual(
                flexTime(`${form}${separator}${time}`),
                { day, hour: at.getUTCHours(), time: clock === '00:00:00' ? null : clock },
                form,
              );
          }
        },
      ),
    );
  });
});

describe('a whole Flex statement', () => {
  it('whatever its trades are, each is told once, in order, as it is', async () => {
    const figure = fc.tuple(fc.integer({ min: 1, max: 10 ** 7 }), fc.integer({ min: 0, max: 4 }));
    const row = fc.record({
      isSale: fc.boolean(),
      quantity: figure,
      price: figure,
      fee: fc.integer({ min: 0, max: 5000 }),
      day: fc.integer({ min: 1, max: 28 }),
      sum: fc.boolean(),
    });
    const text = ([units, scale]: [number, number]) => (units / 10 ** scale).toFixed(scale);
    await fc.assert(
      fc.asyncProperty(fc.array(row, { maxLength: 40 }), async (wanted) => {
        const trades = wanted.flatMap(({ isSale, quantity, price, fee, day, sum }, at) => {
          const trade = flexTrade({
            tradeID: String(at),
            quantity: `${isSale ? '-' : ''}${digits(text(quantity).split('.')[0] ?? '')}${text(quantity).slice((text(quantity).split('.')[0] ?? '').length)}`,
            buySell: isSale ? 'SELL' : 'BUY',
            tradePrice: text(price),
            ibCommission: `-${fee / 100}`,
            tradeDate: `202601${String(day).padStart(2, '0')}`,
          });
          const order = { ...trade, levelOfDetail: 'ORDER', tradeID: '' };
          return sum ? [['Order', order] as [string, typeof order], trade] : [trade];
        });
        const read = await tradesOf(flexReport({ trades }));
        assert.deepEqual(
          read.map(({ execution_id, type, quantity, price, fee_tax, date }) => [
            execution_id,
            type,
            Number(quantity),
            Number(price),
            Number(fee_tax),
            date,
          ]),
          wanted.map(({ isSale, quantity, price, fee, day }, at) => [
            `IBKR:TRADE:${at}`,
            isSale ? 'SELL' : 'BUY',
            Number(text(quantity)),
            Number(text(price)),
            fee / 100,
            `2026-01-${String(day).padStart(2, '0')}`,
          ]),
        );
      }),
      { numRuns: sampled(20, 1_000) },
    );
  });

  it('loses no cash and counts none twice, whatever the order of dividends, taxes and corrections', async () => {
    const kind = fc.constantFrom('dividend', 'tax', 'refund', 'back', 'fee');
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(kind, fc.integer({ min: 1, max: 3 }), fc.integer({ min: 1, max: 2 })), {
          maxLength: 25,
        }),
        async (wanted) => {
          const cash = wanted.map(([what, units, security], at) => {
            const of = { symbol: `S${security}`, conid: String(security), transactionID: String(at) };
            if (what === 'dividend') return flexCash({ ...of, amount: `${units}0` });
            if (what === 'back') return flexCash({ ...of, amount: `-${units}0` });
            if (what === 'tax') return flexTax({ ...of, amount: `-${units}` });
            if (what === 'refund') return flexTax({ ...of, amount: String(units) });
            return flexCash({ ...of, type: 'Other Fees', amount: '-1' });
          });
          const entries = (await readAll(flexReport({ cash }))).filter(
            ({ kind: one }) => one !== 'statement',
          );
          // Every row is told of, once.
          const rows = entries.map((entry) => ('row' in entry ? entry.row : 0));
          assert.deepEqual(
            rows.toSorted((one, other) => one - other),
            cash.map((_, at) => at + 1),
          );
          for (const security of [1, 2]) {
            const own = wanted.filter(([, , of]) => of === security);
            const sum = (what: string) =>
              own.filter(([one]) => one === what).reduce((total, [, units]) => total + units, 0);
            const dividends = entries.flatMap((entry) =>
              entry.kind === 'trade' && entry.trade.symbol === `S${security}` ? [entry.trade] : [],
            );
            const paid = dividends.reduce(
              (total, { quantity, price }) => total + Number(price) * (quantity === '0' ? 1 : -1),
              0,
            );
            assert.equal(paid, 10 * (sum('dividend') - sum('back')));
            const taxed = dividends.reduce((total, { fee_tax }) => total + Number(fee_tax), 0);
            const counted = sum('tax') - sum('refund');
            // Where nothing was taken back, what was given back beyond what was taken is not counted.
            if (dividends.length === 0) assert.equal(taxed, 0);
            else if (sum('refund') === 0 || sum('back') > 0) assert.equal(taxed, counted);
            else assert.ok(taxed >= counted, `${taxed} of ${counted}`);
          }
        },
      ),
      { numRuns: sampled(50, 5_000) },
    );
  });
});
