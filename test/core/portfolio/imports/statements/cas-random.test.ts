import assert from 'node:assert/strict';
import fc from 'fast-check';
import { camsKfintechCas } from '../../../../../core/portfolio/imports/statements/cas/index.ts';
import { addDays } from '../../../../../core/platform/index.ts';
import type { StatementReading } from '../../../../../core/portfolio/imports/statements/index.ts';
import {
  type PrintedRow,
  type PrintedScheme,
  type PrintedStatement,
  pdfOf,
  type Printing,
  runsOf,
} from '../../../../support/cas-pages.ts';
import { sampled } from '../../../../support/soak.ts';
import { collect } from '../collect.ts';

/*
 * A second way: statements are made from what a person did, in whole thousandths of a unit and hundredths of a rupee, and
 * printed; what is read must be what was done.
 */
type Step =
  | { do: 'buy' | 'switch in'; units: number; price: number; duty: number }
  | { do: 'sell' | 'switch out'; part: number; price: number; tax: number }
  | { do: 'undo' }
  | { do: 'pay out'; amount: number }
  | { do: 'reinvest'; units: number; price: number }
  | { do: 'bonus'; units: number }
  | { do: 'notice' };

const units = fc.integer({ min: 1, max: 9_999_999 });
/** Ten-thousandths of a rupee. */
const price = fc.integer({ min: 90_000, max: 50_000_000 });
const charge = fc.integer({ min: 0, max: 50_000 });
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ do: fc.constantFrom('buy' as const, 'switch in' as const), units, price, duty: charge }),
  fc.record({
    do: fc.constantFrom('sell' as const, 'switch out' as const),
    part: fc.integer({ min: 1, max: 1000 }),
    price,
    tax: charge,
  }),
  fc.record({ do: fc.constant('undo' as const) }),
  fc.record({ do: fc.constant('pay out' as const), amount: fc.integer({ min: 1, max: 9_999_999 }) }),
  fc.record({ do: fc.constant('reinvest' as const), units, price }),
  fc.record({ do: fc.constant('bonus' as const), units }),
  fc.record({ do: fc.constant('notice' as const) }),
);
const schemes = fc.array(
  fc.record({
    opening: fc.oneof(fc.constant(0), units),
    steps: fc.array(step, { maxLength: 14 }),
    cut: fc.integer({ min: 12, max: 90 }),
  }),
  { minLength: 1, maxLength: 6 },
);

const dotted = (whole: bigint, decimals: number): string => {
  const digits = String(whole < 0n ? -whole : whole).padStart(decimals + 1, '0');
  const text = `${digits.slice(0, -decimals).replace(/\B(?=(?:\d{3})+$)/g, ',')}.${digits.slice(-decimals)}`;
  return whole < 0n ? `(${text})` : text;
};
const plain = (whole: bigint, decimals: number): string =>
  dotted(whole, decimals)
    .replace(/[(),]/g, '')
    .replace(/\.?0+$/, '');
/** Units in thousandths by a price in ten-thousandths, in hundredths of a rupee. */
const money = (some: bigint, each: bigint): bigint => (some * each + 50_000n) / 100_000n;

interface Done {
  rows: PrintedRow[];
  expected: string[];
  balance: bigint;
}

function scheme(opening: number, steps: readonly Step[], from: string): Done {
  let balance = BigInt(opening);
  const rows: PrintedRow[] = [];
  const expected: string[] = opening === 0 ? [] : [`${addDays(from, -1)} TRANSFER_IN ${plain(balance, 3)}  `];
  const bought: { units: bigint; amount: bigint; each: bigint; duty: bigint; isUndone: boolean }[] = [];
  const expect = (day: string, type: string, some: string, amount: string, fee: bigint) =>
    expected.push(
      `${day} ${type} ${some} ${amount} ${fee === 0n ? '' : (fee < 0n ? '-' : '') + plain(fee, 2)}`,
    );
  steps.forEach((one, index) => {
    const day = addDays(from, index * 3);
    const date = printedDay(day);
    const print = (words: string, amount: bigint | null, moved: bigint | null, each: bigint | null): void => {
      if (moved !== null) balance += moved;
      rows.push({
        date,
        words,
        ...(amount === null ? {} : { amount: dotted(amount, 2) }),
        ...(moved === null ? {} : { units: dotted(moved, 3), balance: dotted(balance, 3) }),
        ...(each === null ? {} : { price: dotted(each, 4) }),
      });
    };
    const charged = (words: string, fee: bigint): void => {
      if (fee > 0n) print(`*** ${words} ***`, fee, null, null);
    };
    if (one.do === 'buy' || one.do === 'switch in') {
      const [some, each, duty] = [BigInt(one.units), BigInt(one.price), BigInt(one.duty)];
      const amount = money(some, each);
      if (amount === 0n) return;
      print(
        one.do === 'buy' ? 'SIP Purchase (3/12)' : 'Switch In - From Other Fund - IDCW',
        amount,
        some,
        each,
      );
      charged('Stamp Duty', duty);
      bought.push({ units: some, amount, each, duty, isUndone: false });
      expect(day, 'BUY', plain(some, 3), plain(amount, 2), duty);
    } else if (one.do === 'sell' || one.do === 'switch out') {
      const some = (balance * BigInt(one.part)) / 1000n;
      const amount = money(some, BigInt(one.price));
      if (some === 0n || amount === 0n) return;
      print(
        one.do === 'sell' ? 'Redemption' : 'Switch-Out - To Other Fund',
        -amount,
        -some,
        BigInt(one.price),
      );
      charged('STT Paid', BigInt(one.tax));
      expect(day, 'SELL', plain(some, 3), plain(amount, 2), BigInt(one.tax));
    } else if (one.do === 'undo') {
      const last = bought.findLast(({ isUndone }) => !isUndone);
      if (last === undefined || last.units > balance) return;
      last.isUndone = true;
      print('SIP Purchase Reversal - Payment not received', -last.amount, -last.units, last.each);
      expect(day, 'BUY', `-${plain(last.units, 3)}`, plain(last.amount, 2), -last.duty);
    } else if (one.do === 'pay out') {
      print('IDCW Paid', BigInt(one.amount), null, null);
      expect(day, 'DIVIDEND', '0', plain(BigInt(one.amount), 2), 0n);
    } else if (one.do === 'reinvest') {
      const amount = money(BigInt(one.units), BigInt(one.price));
      if (amount === 0n) return;
      print('IDCW Reinvested', amount, BigInt(one.units), BigInt(one.price));
      expect(day, 'DIVIDEND', '0', plain(amount, 2), 0n);
      expect(day, 'BUY', plain(BigInt(one.units), 3), plain(amount, 2), 0n);
    } else if (one.do === 'bonus') {
      print('Bonus Units', null, BigInt(one.units), null);
      expect(day, 'BUY', plain(BigInt(one.units), 3), '0', 0n);
    } else print('*** Change of Bank Mandate ***', null, null, null);
  });
  return { rows, expected, balance };
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const printedDay = (day: string): string =>
  `${day.slice(8)}-${MONTHS[Number(day.slice(5, 7)) - 1]}-${day.slice(0, 4)}`;

interface Made {
  statement: PrintedStatement;
  expected: string[];
}

function statementOf(made: readonly { opening: number; steps: readonly Step[]; cut: number }[]): Made {
  const expected: string[] = [];
  const printed = made.map(({ opening, steps, cut }, index): PrintedScheme => {
    const done = scheme(opening, steps, '2023-01-01');
    expected.push(...done.expected);
    const name = `X${index}G-Meadow Fund Number ${index} - Direct Plan - Growth - ISIN: INF900Z01019(Advisor: DIRECT)`;
    return {
      house: index < 3 ? 'Meadow Mutual Fund' : 'Harbour MF',
      folio: `Folio No: 900${index >> 1} / 1`,
      name: cut < name.length ? [name.slice(0, cut).trimEnd(), name.slice(cut).trimStart()] : [name],
      registrar: 'CAMS',
      opening: dotted(BigInt(opening), 3),
      rows: done.rows,
      closing: [`Closing Unit Balance: ${dotted(done.balance, 3)} NAV on 31-Dec-2023: INR 10.0000`],
    };
  });
  return {
    statement: { issuer: 'KFINCASWS-5', period: '01-Jan-2023 To 31-Dec-2023', schemes: printed },
    expected,
  };
}

/** Fees of what is taken back are minus; types, units, money and fees as they were. */
const rowsOf = ({ rows }: Pick<StatementReading, 'rows'>) =>
  rows
    .filter(({ raw }) => raw.excluded === undefined)
    .map(({ raw: { fields, totals, malformed, undecided } }) => {
      assert.equal(malformed ?? undecided?.message, undefined);
      const money_ = totals?.price ?? fields.price ?? '';
      return `${fields.date} ${fields.type} ${fields.quantity} ${money_} ${fields.fee_tax ?? ''}`;
    });

const printings: fc.Arbitrary<Printing> = fc.record({
  linesOfPage: fc.integer({ min: 7, max: 60 }),
  raised: fc.constantFrom(0, 0.9, 1.4),
  isBold: fc.boolean(),
});

/** Bonus units as many as were bought before: the reversal is of what was paid for. */
const ALIKE: [Parameters<typeof statementOf>[0], Printing] = [
  [
    {
      opening: 0,
      steps: [{ do: 'buy', units: 17, price: 90_000, duty: 1 }, { do: 'bonus', units: 17 }, { do: 'undo' }],
      cut: 90,
    },
  ],
  { linesOfPage: 60, raised: 0, isBold: false },
];

describe('portfolio/import CAS: statements made at random', () => {
  it('reads what was done, wherever pages and names are cut', () => {
    fc.assert(
      fc.property(schemes, printings, (made, printing) => {
        const { statement, expected } = statementOf(made);
        const reading = camsKfintechCas.read({ pages: runsOf(statement, printing) }, null);
        assert.deepEqual(rowsOf(reading), expected);
        assert.ok(reading.totals.every(({ agrees }) => agrees));
        for (const { raw } of reading.rows) {
          // A name that is cut within a word has a space there.
          assert.match(
            raw.fields.symbol?.replaceAll(' ', '') ?? '',
            /^MeadowFundNumber\d-DirectPlan-Growth$/,
          );
          assert.ok(raw.excluded !== undefined || raw.fields.isin === 'INF900Z01019');
        }
      }),
      { numRuns: sampled(150, 5000), examples: [ALIKE] },
    );
  });

  it('a lost or changed figure of units or a balance is never read as something else', () => {
    fc.assert(
      fc.property(
        schemes,
        fc.nat(),
        fc.constantFrom('lost' as const, 'changed' as const),
        (made, seed, how) => {
          const { statement } = statementOf(made);
          const [first] = statement.schemes;
          const rows = first?.rows ?? [];
          // Balances are rounded: what is a thousandth of a unit cannot be missed.
          const unitsIn = (units = '') => Number(units.replace(/[(),]/g, ''));
          const isSeen = (units = '') => unitsIn(units) > 0.001;
          const moved = rows.flatMap((row, index) => (isSeen(row.units) ? [index] : []));
          const at = moved[seed % Math.max(1, moved.length)];
          if (first === undefined || at === undefined) return;
          // A sale of half as many units leads to the same balance as a sale that comes back without them.
          const [lost, next] = [unitsIn(rows[at]?.units), unitsIn(rows[at + 1]?.units)];
          if (how === 'lost' && Math.abs(lost - 2 * next) < 0.0015) return;
          const changed = rows.flatMap((row, index) => {
            if (index !== at) return [row];
            return how === 'lost' ? [] : [{ ...row, balance: `1${row.balance}` }];
          });
          const pages = runsOf({
            ...statement,
            schemes: [{ ...first, rows: changed }, ...statement.schemes.slice(1)],
          });
          const reading = camsKfintechCas.read({ pages }, null);
          const ofFirst = reading.rows.filter(
            ({ raw }) => raw.excluded === undefined && raw.fields.symbol?.includes('Number 0') === true,
          );
          assert.ok(ofFirst.every(({ raw }) => raw.malformed !== undefined));
          assert.ok(reading.rows.some(({ raw }) => raw.malformed !== undefined) || ofFirst.length === 0);
        },
      ),
      { numRuns: sampled(100, 3000) },
    );
  });

  it('a PDF gives the same as its runs of text', async () => {
    await fc.assert(
      fc.asyncProperty(schemes, printings, async (made, printing) => {
        const { statement, expected } = statementOf(made);
        if (expected.length === 0) return;
        const { raw } = await collect(await pdfOf(statement, printing), {}, 8192);
        assert.deepEqual(rowsOf({ rows: raw }), expected);
      }),
      { numRuns: sampled(15, 300) },
    );
  });
});
