import assert from 'node:assert/strict';
import fc from 'fast-check';
import { actionLayout } from '../../../../core/market/actions/action-file.ts';
import { priceDay, priceText } from '../../../../core/market/actions/exchange-cells.ts';
import { type BadPrice, type FilePrice, priceLayout } from '../../../../core/market/history/price-file.ts';
import { dayInName } from '../../../../core/market/history/read-file.ts';
import { crc32, isZip, NotAZip, unzipFirst } from '../../../../core/market/history/unzip.ts';
import { bhavcopy } from '../../../support/bhavcopy.ts';
import { zipOf } from '../../../support/nse-archive-server.ts';

describe('portfolio/Price history: what stands in a price file', () => {
  it('days in every form that exchanges use, and nothing else', () => {
    for (const text of [
      '2024-07-08',
      '08-JUL-2024',
      '8-Jul-2024',
      '08 July 2024',
      '08/07/2024',
      '08-07-2024',
      '20240708',
      ' 2024-07-08T00:00:00 ',
    ])
      assert.equal(priceDay(text), '2024-07-08', text);
    for (const text of [
      '',
      '2024-02-30',
      '31-FEB-2024',
      '2024-7-8',
      '08-XYZ-2024',
      '45481',
      '1824-07-08',
      'yesterday',
    ])
      assert.equal(priceDay(text), null, text);
  });

  it('prices exact to ten places, without the noise of 32 bits; what is odd is read, so that it can be refused', () => {
    const cases: [string, string | null][] = [
      ['147.2', '147.2'],
      ['1,47,200.05', '147200.05'],
      ['6786.10009765625', '6786.1'],
      ['0.123456789', '0.123456789'],
      ['101.05000305175781', '101.05'],
      ['1.2E+3', '1200'],
      ['-5', '-5'],
      ['0', '0'],
      ['', null],
      ['-', null],
      ['N.A.', null],
      ['1.2.3', null],
      ['12 rupees', null],
      ['1e400', null],
      ['0x10', null],
    ];
    for (const [text, price] of cases) assert.equal(priceText(text), price, text);
  });

  it('a price with up to six places, whatever it is, comes out as it went in', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 2_000_000_000 }),
        fc.integer({ min: 0, max: 6 }),
        (digits, places) => {
          const text = (digits / 10 ** places).toFixed(places);
          assert.equal(priceText(text), text);
          // And so it does after a journey through 32 bits, to the digits that survive there.
          const noisy = String(Math.fround(Number(text)));
          assert.ok(Math.abs(Number(priceText(noisy)) - Number(text)) <= Math.abs(Number(text)) * 1.3e-7);
        },
      ),
    );
  });

  it('the day in the name of each bhavcopy', () => {
    for (const format of ['old', 'full', 'udiff'] as const)
      assert.equal(dayInName(bhavcopy('2024-07-08', [], { format }).name), '2024-07-08');
    assert.equal(dayInName('prices-2014-01-01_2024-07-05.csv'), null);
  });

  it('each bhavcopy says what was traded, in whole rupees; other files do not', () => {
    const turnover = (text: string) => {
      const [header = '', ...lines] = text.trimEnd().split('\n');
      const prices: FilePrice[] = [];
      lines.forEach((line, at) => priceLayout(header, null)?.read(line, at + 2, prices, []));
      return prices.map((price) => price.turnover);
    };
    const of = (format: 'old' | 'full' | 'udiff') =>
      turnover(bhavcopy('2024-07-08', [{ symbol: 'ALPHA', close: '100' }], { format, debt: 0 }).text);
    // ₹11,43,416.90, and 162.00 lakh.
    assert.deepEqual([of('old'), of('udiff'), of('full')], [[1_143_417], [1_143_417], [16_200_000]]);
    assert.deepEqual(turnover('date,symbol,close\n2024-07-08,ALPHA,100\n'), [null]);
  });

  it('derivatives in the newer layout are nobody’s close', () => {
    const { text } = bhavcopy('2024-07-08', [{ symbol: 'ALPHA', close: '100' }], { debt: 0 });
    const [header = '', line = ''] = text.split('\n');
    const layout = priceLayout(header, null);
    const prices: FilePrice[] = [];
    layout?.read(line.replace(',CM,', ',FO,'), 2, prices, []);
    assert.deepEqual(prices, []);
    layout?.read(line, 2, prices, []);
    assert.equal(prices.length, 1);
  });

  it('whatever the file: reading it ends, and every row gives prices, a reason, or nothing at all', () => {
    const header = fc.oneof(
      fc.constantFrom(
        'date,symbol,close',
        'date,close',
        'date,A,B',
        'SYMBOL,PURPOSE,EX_DATE',
        bhavcopy('2024-07-08', []).text.split('\n')[0] ?? '',
      ),
      fc.string(),
    );
    fc.assert(
      fc.property(header, fc.array(fc.string(), { maxLength: 5 }), (first, lines) => {
        const prices: FilePrice[] = [];
        const bad: BadPrice[] = [];
        const layout = priceLayout(first, 'X');
        const actions = actionLayout(first);
        lines.forEach((line, at) => {
          layout?.read(line, at + 2, prices, bad);
          actions?.read(line, at + 2, [], bad);
        });
        for (const { day, close } of prices)
          assert.match(`${day} ${close}`, /^\d{4}-\d\d-\d\d -?\d+(\.\d{1,10})?$/);
      }),
    );
  });

  it('the checksum of archives', () => {
    // The check value of the standard.
    assert.equal(crc32(Buffer.from('123456789')), 0xcbf43926);
  });

  it('an archive gives its file; a damaged, cut, encrypted or oversized one says so and nothing worse', () => {
    const whole = zipOf('a.csv', 'date,close\n'.repeat(500));
    assert.deepEqual([isZip(whole), unzipFirst(whole, 10_000).name], [true, 'a.csv']);
    assert.equal(unzipFirst(whole, 10_000).bytes.length, 5500);
    assert.throws(() => unzipFirst(whole, 5499), NotAZip);
    assert.throws(() => unzipFirst(Buffer.from('PK'), 100), NotAZip);
    const encrypted = Buffer.from(whole);
    encrypted.writeUInt16LE(1, whole.lastIndexOf(Buffer.from([0x50, 0x4b, 1, 2])) + 8);
    assert.throws(() => unzipFirst(encrypted, 10_000), /encrypted/);
    fc.assert(
      fc.property(fc.nat(whole.length - 1), fc.nat(255), fc.nat(whole.length), (at, byte, length) => {
        const broken = Buffer.from(whole);
        broken[at] = byte;
        for (const bytes of [broken, whole.subarray(0, length)])
          try {
            // What is given out is what was packed, or nothing.
            assert.equal(unzipFirst(bytes, 10_000).bytes.toString(), 'date,close\n'.repeat(500));
          } catch (error) {
            assert.ok(error instanceof NotAZip);
          }
      }),
    );
  });
});
