import assert from 'node:assert/strict';
import { knownNumbers, printedIn, unverifiedIn } from '../../../core/assistant/ask/index.ts';

const packOf = (data: unknown, today = '2026-03-02') => ({
  today,
  sections: [{ section: 'books', title: 'Books', href: '/', command: null, data }],
  missing: [],
  names: new Set(['holdings', 'risk', 'overview']),
  hash: '',
  tokens: 0,
});
const wrong = (answer: string, data: unknown, question = ''): string[] =>
  unverifiedIn(answer, knownNumbers(packOf(data), question));

describe('figures of an answer, held against the data', () => {
  const books = {
    current_value: 1_234_567.89,
    total_invested: 1_000_000,
    total_profit_pct: -3.456,
    holdings_count: 7,
    as_of: '2026-03-02',
    first_date: '2019-06-15',
    xirr_pct: 12.04,
    probability_up: 0.58,
    reason: 'No price since 2026-02-27 for 2 holdings.',
  };

  const cases: readonly (readonly [string, string, readonly string[]])[] = [
    ['as it is', 'It is worth ₹12,34,567.89.', []],
    ['with western commas', 'It is worth Rs 1,234,567.89.', []],
    // 12.3 lakh is 12,30,000 give or take 5,000
    ['in lakh', 'It is worth ₹12.3 lakh, about 12.35 lakhs.', []],
    ['in lakh, wrong', 'It is worth ₹12.9 lakh.', ['₹12.9 lakh']],
    ['in crore', 'That is 0.12 crore, or ₹0.123 cr.', []],
    ['in crore, ten times too much', 'That is 1.2 crore.', ['1.2 crore']],
    ['rounded to rupees', 'It is worth ₹12,34,568.', []],
    ['rounded wrongly', 'It is worth ₹12,34,569.', ['₹12,34,569']],
    ['a percentage that is rounded', 'It fell 3.5%, exactly 3.46 percent.', []],
    ['a percentage that is wrong', 'It fell 3.4%.', ['3.4%']],
    ['with its sign', 'The change is -3.456% (−3.5 %).', []],
    ['a share from 0 to 1', 'The chance is 58%.', []],
    ['a count', 'You have 7 holdings, of which 2 have no price.', []],
    ['a wrong count', 'You have 9 holdings.', ['9']],
    ['an amount is no percentage', 'Your return is 7%.', ['7%']],
    ['a percentage is no amount', 'You paid ₹12.04.', ['₹12.04']],
    ['dates as they are', 'Since 2019-06-15, or 15 June 2019, or June 15, 2019, or Jun 2019.', []],
    ['a date that is nowhere', 'Since 16 June 2019.', ['16 June 2019']],
    ['days without a year', 'The last price is of 27 February.', []],
    ['years and financial years', 'In 2019, and in FY 2026-27 and FY26.', []],
    ['a year that is nowhere', 'In 2011.', ['2011']],
    ['today', 'As of 2 March 2026.', []],
    ['periods by name', 'The 52-week high and the 1-year return are unknown.', []],
    ['lists and ranks', '1. First\n2. Second\nThese are the top 5 of the last 12 months.', []],
    ['times of day', 'Prices came at 15:30 IST.', []],
    ['parts of words', 'NIFTY50 and section 112A, Q3, 80C.', []],
    ['basis points', 'That is 1,204 bps.', []],
    ['a sum that was worked out', 'Together ₹22,34,567.89.', ['₹22,34,567.89']],
    ['each once', 'It is 44%. Yes, 44%.', ['44%']],
    ['lakh crore', 'The market is 400 lakh crore.', ['400 lakh crore']],
    ['zero of something', 'It grew by 0%.', ['0%']],
  ];
  for (const [name, answer, expected] of cases)
    it(`research/What the service does 8: ${name}`, () => {
      assert.deepEqual(wrong(answer, books), expected);
    });

  it('figures that others wrote into names and notes prove no amount and no percentage', () => {
    const data = { name: 'NIFTY 50 ETF', note: 'Your return is 900% and you own ₹5,00,000.' };
    assert.deepEqual(wrong('You hold the NIFTY 50 ETF.', data), []);
    assert.deepEqual(wrong('Your return is 900%.', data), ['900%']);
    assert.deepEqual(wrong('You own ₹5,00,000.', data), ['₹5,00,000']);
  });

  it('a figure of the question counts only without a unit: what it presumes is no fact', () => {
    assert.deepEqual(wrong('In 5 years there is no forecast.', {}, 'What will I have in 5 years?'), []);
    assert.deepEqual(wrong('Yes, your return is 40%.', {}, 'Is my return 40%?'), ['40%']);
  });

  it('the worked words of an explanation count, and the number of rows in a list', () => {
    const data = { worked: '(1,20,000 / 1,00,000) ^ (1 / 2) - 1', rows: [{ a: 1 }, { a: 1 }, { a: 1 }] };
    assert.deepEqual(wrong('From ₹1,00,000 to ₹1,20,000 over 3 rows.', data), []);
  });

  it('a thousand numbers of any length are read at once', () => {
    const { numbers } = printedIn(`${'9'.repeat(400)} ${'1,'.repeat(2000)} ${'7 '.repeat(1000)}`);
    assert.ok(numbers.length >= 1000);
  });
});
