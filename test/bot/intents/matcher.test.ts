import assert from 'node:assert/strict';
import fc from 'fast-check';
import { createVocabulary, matchIntent, meantBy, type VocabularyParts } from '../../../bot/intents/index.ts';
import {
  asCalendarYear,
  asDaysAhead,
  asFinancialYear,
  asPastDay,
  asWindow,
  type Period,
  spotPeriods,
} from '../../../bot/intents/periods.ts';
import { spotAmounts } from '../../../bot/intents/amounts.ts';
import { stem } from '../../../bot/intents/stems.ts';
import { tokenise } from '../../../bot/intents/sentence.ts';
import { QUESTIONS } from './questions.ts';
import { WORLD } from './world.ts';

const VOCABULARY = createVocabulary(WORLD);
const match = (text: string) => matchIntent(text, VOCABULARY);
const questions = fc.constantFrom(...QUESTIONS.map(({ text }) => text));
const only = (text: string): Period | undefined => spotPeriods(text.split(' '))[0]?.period;

describe('contract/Chat: plain words, whatever they look like', () => {
  it('the case of letters changes nothing', () => {
    fc.assert(
      fc.property(questions, fc.bigInt({ min: 0n, max: 2n ** 80n }), (text, coins) => {
        const mixed = Array.from(text, (letter, at) =>
          ((coins >> BigInt(at)) & 1n) === 1n ? letter.toUpperCase() : letter,
        );
        assert.deepEqual(match(mixed.join('')), match(text));
      }),
    );
  });

  it('spaces, and punctuation at the ends and after words, change nothing', () => {
    const gaps = fc.constantFrom('  ', ' \n', '\t', ', ', '; ', ' – ', '... ');
    const ends = fc.constantFrom('', '?', '!', '?!', '...', ' .', ' ?? ');
    fc.assert(
      fc.property(questions, gaps, ends, ends, (text, gap, before, after) => {
        assert.deepEqual(match(`${before} ${text.split(' ').join(gap)}${after}`), match(text));
      }),
    );
  });

  it('the same question has the same answer', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 100 }), (text) => assert.deepEqual(match(text), match(text))),
    );
  });

  it('a line that begins with a slash is never a question', () => {
    fc.assert(
      fc.property(fc.oneof(questions, fc.string()), (text) => {
        assert.equal(match(`/${text}`).kind, 'none');
        assert.equal(match(`  /${text}`).kind, 'none');
      }),
    );
  });

  it('no text of up to 4,096 characters throws', () => {
    const texts = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 4096 }),
      fc.string({ unit: 'grapheme', maxLength: 1000 }),
      fc
        .array(fc.constantFrom('tcs', 'tax', 'fy', '2024-25', '₹', '10', 'last', 'nifty', '@', '-'), {
          maxLength: 600,
        })
        .map((words) => words.join(' ')),
    );
    fc.assert(
      fc.property(texts, (text) => void match(text)),
      { numRuns: 40 },
    );
    for (const text of [
      'a'.repeat(4096),
      '₹'.repeat(4096),
      'fy '.repeat(1365),
      '1'.repeat(4096),
      '🙂'.repeat(2048),
    ])
      assert.equal(match(text).kind, 'none');
  });

  it('names of all kinds break nothing', () => {
    const name = fc.string({ unit: 'binary', maxLength: 60 });
    const parts: fc.Arbitrary<VocabularyParts> = fc.record({
      today: fc.constant('2025-11-14'),
      instruments: fc.array(
        fc.record({
          symbol: name,
          name: fc.option(name),
          is: fc.constantFrom('held' as const, 'watched' as const, 'listed' as const),
        }),
        { maxLength: 5 },
      ),
      portfolios: fc.array(name, { maxLength: 3 }),
      goals: fc.array(name, { maxLength: 3 }),
      plans: fc.array(fc.record({ name, symbol: fc.option(name) }), { maxLength: 3 }),
      policies: fc.array(fc.record({ name, tag: name }), { maxLength: 3 }),
      strategies: fc.array(name, { maxLength: 3 }),
      connections: fc.array(name, { maxLength: 3 }),
    });
    fc.assert(
      fc.property(parts, questions, (world, text) => void matchIntent(text, createVocabulary(world))),
    );
  });
});

describe('contract/Chat: what questions name', () => {
  it('periods', () => {
    const rows: [string, Period | undefined][] = [
      ['this month', { kind: 'month', offset: 0 }],
      ['last year', { kind: 'year', offset: -1 }],
      ['fy 2024-25', { kind: 'inFy', year: 2024 }],
      ['2024-25', { kind: 'inFy', year: 2024 }],
      // A year of two digits is the one that the financial year ends in.
      ['fy25', { kind: 'inFy', year: 2024 }],
      // An assessment year follows the financial year that it is for.
      ['ay 2025-26', { kind: 'inFy', year: 2024 }],
      ['2020', { kind: 'inYear', year: 2020 }],
      ['last 3 months', { kind: 'months', count: 3, back: true }],
      ['next two weeks', { kind: 'days', count: 14, back: false }],
      ['2024-26', undefined],
      ['9999', undefined],
    ];
    for (const [text, period] of rows) assert.deepEqual(only(text), period, text);
  });

  it('a financial year begins on 1 April', () => {
    const year = { kind: 'year', offset: 0 } as const;
    assert.equal(asFinancialYear(year, '2026-03-31'), '2025-26');
    assert.equal(asFinancialYear(year, '2026-04-01'), '2026-27');
    assert.equal(asFinancialYear({ kind: 'fy', offset: -1 }, '2026-03-31'), '2024-25');
    assert.equal(asFinancialYear({ kind: 'inYear', year: 1999 }, '2026-03-31'), '1999-00');
    assert.equal(asCalendarYear({ kind: 'year', offset: -1 }, '2026-03-31'), '2025');
  });

  it('a window of the reports is the next longer one', () => {
    const rows: [Period, string | null][] = [
      [{ kind: 'month', offset: 0 }, '1M'],
      [{ kind: 'months', count: 4, back: true }, '6M'],
      [{ kind: 'months', count: 60, back: true }, 'Max'],
      [{ kind: 'day', offset: 0 }, null],
      // 2024 and what of 2025 has passed: two years.
      [{ kind: 'inYear', year: 2024 }, '3Y'],
    ];
    for (const [period, window] of rows) assert.equal(asWindow(period, '2025-11-14'), window);
    assert.equal(asDaysAhead({ kind: 'week', offset: 1 }), '7');
    assert.equal(asDaysAhead({ kind: 'day', offset: -1 }), null);
    assert.equal(asPastDay({ kind: 'day', offset: -1 }, '2026-03-01'), '2026-02-28');
    assert.equal(asPastDay({ kind: 'day', offset: 1 }, '2026-03-01'), null);
    assert.equal(asPastDay({ kind: 'week', offset: 0 }, '2026-03-01'), null);
  });

  it('amounts', () => {
    const read = (text: string) =>
      spotAmounts((tokenise(text) ?? []).map((token) => token.text)).map(({ value, is }) => `${value} ${is}`);
    assert.deepEqual(read('10 shares'), ['10 units']);
    assert.deepEqual(read('₹5,000'), ['5000 money']);
    assert.deepEqual(read('Rs. 12,34,567.50'), ['1234567.5 money']);
    assert.deepEqual(read('2 lakh'), ['200000 money']);
    assert.deepEqual(read('1.5cr'), ['15000000 money']);
    assert.deepEqual(read('5%'), ['5 percent']);
    assert.deepEqual(read('3m'), []);
  });

  it('a figure says whether it is of one unit or of all of them; a day of a month is none', () => {
    const read = (text: string) =>
      spotAmounts((tokenise(text) ?? []).map((token) => token.text)).map(
        ({ value, isEach, isTotal }) => `${value}${isEach ? ' each' : ''}${isTotal ? ' in all' : ''}`,
      );
    assert.deepEqual(read('5 tcs at 3,900'), ['5', '3900 each']);
    assert.deepEqual(read('5 tcs @ ₹3,900'), ['5', '3900 each']);
    assert.deepEqual(read('5 tcs for 3900 each'), ['5', '3900 each']);
    assert.deepEqual(read('5 tcs for 3900 per share'), ['5', '3900 each']);
    assert.deepEqual(read('5 tcs for 3900'), ['5', '3900 in all']);
    assert.deepEqual(read('50,000 worth of tcs'), ['50000 in all']);
    assert.deepEqual(read('5 tcs on 10 nov'), ['5']);
    assert.deepEqual(read('5 tcs on 2025-11-10'), ['5']);
  });

  it('forms of a word are one', () => {
    for (const [one, other] of [
      ['holdings', 'holding'],
      ['policies', 'policy'],
      ['sold', 'selling'],
      ['fell', 'falling'],
      ['bonuses', 'bonus'],
      ['stopped', 'stop'],
    ] as const)
      assert.equal(stem(one), stem(other));
    assert.notEqual(stem('note'), stem('not'));
  });

  it('names behind a command: by their words, by what they are called, never by halves', () => {
    const { instruments, plans } = WORLD;
    assert.deepEqual(meantBy('tata consultancy', 'symbol', { instruments }), ['TCS']);
    assert.deepEqual(meantBy('tata', 'symbol', { instruments }), ['TCS', 'TATAMOTORS']);
    assert.deepEqual(meantBy('tata steel', 'symbol', { instruments }), []);
    assert.deepEqual(meantBy('PPFAS', 'plan', { instruments, plans }), ['Parag Parikh Flexi Cap']);
    assert.deepEqual(meantBy('house', 'goal', { goals: ['House loan', 'Car'] }), ['House loan']);
  });

  it('a symbol that is a word of everyday language is no name in a sentence', () => {
    const vocabulary = createVocabulary({
      ...WORLD,
      instruments: [{ symbol: 'ON', name: null, is: 'held' }],
    });
    const intent = matchIntent('am I on track', vocabulary);
    assert.deepEqual(intent.kind === 'command' ? intent.command : null, 'goals');
    assert.deepEqual(matchIntent('ON', vocabulary), {
      kind: 'command',
      command: 'holding',
      args: ['ON'],
      confidence: 0.45,
    });
  });

  it('words that nothing is known about are handed out, for whoever knows more names', () => {
    assert.deepEqual(match('how is bajaj finserv doing'), { kind: 'none', unknown: 'bajaj finserv' });
    assert.deepEqual(match('hello'), { kind: 'none', unknown: null });
  });
});
