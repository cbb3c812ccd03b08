import assert from 'node:assert/strict';
import fc from 'fast-check';
import { entries, FUND_CONTENTS, SIP_RUPEES, transactionsCsv } from '../../../core/sample/household.ts';
import { closeAt, INDEX_FUND, pricedOn, SECURITIES, SESSIONS } from '../../../core/sample/securities.ts';

describe('sample: the made-up household', () => {
  /** Units of each position after each of its entries, by plain addition. */
  const positions = () => {
    const units = new Map<string, number>();
    return entries().map((entry) => {
      const key = `${entry.portfolio}\t${entry.symbol}`;
      const before = units.get(key) ?? 0;
      const change = { BUY: entry.quantity, SELL: -entry.quantity, DIVIDEND: 0 }[entry.type];
      units.set(key, before + change);
      return { ...entry, before, after: before + change };
    });
  };

  it('sells no more than it holds, and gets dividends for all that it holds', () => {
    for (const { type, quantity, before, after } of positions()) {
      assert.ok(quantity > 0 && after >= 0);
      if (type === 'DIVIDEND') assert.equal(quantity, before);
    }
  });

  it('holds eight Indian shares, two US shares and two funds at the end, with two brokers', () => {
    const last = new Map(positions().map((one) => [`${one.portfolio}\t${one.symbol}`, one]));
    const held = [...last.values()].filter(({ after }) => after > 0);
    const classes = new Map(SECURITIES.map(({ symbol, asset_class }) => [symbol, asset_class]));
    const count = (asset_class: string) =>
      new Set(held.map(({ symbol }) => symbol).filter((symbol) => classes.get(symbol) === asset_class)).size;
    assert.deepEqual(['Indian Equity', 'US Equity', 'Mutual Fund'].map(count), [8, 2, 2]);
    assert.equal(new Set(held.map(({ portfolio }) => portfolio)).size, 2);
  });

  it('pays at most the sum of the SIP for each of 35 instalments, and less than the price of a thousandth is left', () => {
    const instalments = entries().filter(({ symbol }) => symbol === INDEX_FUND);
    assert.equal(instalments.length, 35);
    for (const { quantity, price } of instalments) {
      const left = SIP_RUPEES - quantity * price;
      assert.ok(left >= -1e-6 && left < price / 1000 + 1e-6, `${left} rupees are left`);
    }
  });

  it('has symbols that no exchange has: NSE has ten letters at most', () => {
    for (const { symbol, name } of SECURITIES) {
      assert.ok(symbol.length > 10, symbol);
      assert.match(symbol, /^SAMPLE-|^Sample .* Fund$/);
      assert.match(name, /^Sample /);
    }
    const known = new Set(SECURITIES.map(({ symbol }) => symbol));
    for (const [symbol] of FUND_CONTENTS) assert.ok(known.has(symbol));
    assert.ok(FUND_CONTENTS.reduce((sum, [, weight]) => sum + weight, 0) <= 100);
  });

  it('has the same prices, of two decimals and near their trend, however many days are shown', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...SECURITIES),
        fc.integer({ min: 0, max: SESSIONS - 1 }),
        fc.integer({ min: 1, max: 30 }),
        (security, age, more) => {
          const price = closeAt(security, age);
          assert.equal(price, Number(price.toFixed(2)));
          const [low, high] = [Math.min(security.from, security.to), Math.max(security.from, security.to)];
          assert.ok(price > low * 0.8 && price < high * 1.2, `${security.symbol} costs ${price}`);
          const days = Array.from({ length: age + more }, (_, at) => `day ${at}`);
          const shown = pricedOn(days).find(({ symbol }) => symbol === security.symbol);
          assert.deepEqual(shown?.closes.at(-1 - age), { day: `day ${more - 1}`, price });
        },
      ),
    );
  });

  it('is one file with a line for each entry, none of them older than the closes', () => {
    const ages = entries().map(({ age }) => age);
    assert.ok(ages.every((age) => age >= 0 && age < SESSIONS));
    const [header, ...lines] = transactionsCsv((age) => `D${age}`)
      .trimEnd()
      .split('\n');
    assert.equal(header?.split(',').length, lines[0]?.split(',').length);
    assert.deepEqual(
      lines.map((line) => line.split(',')[2]),
      ages.map((age) => `D${age}`),
    );
  });
});
