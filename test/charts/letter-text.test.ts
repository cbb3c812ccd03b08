import assert from 'node:assert/strict';
import fc from 'fast-check';
import { letterBody, letterSections, letterTitle } from '../../charts/letter-text.ts';
import type { LetterView, MovementRecord } from '../../core/reports/index.ts';
import { someLetter, someMover } from '../support/letters.ts';

const sentences = (over: Partial<LetterView>): string[] =>
  letterSections({ ...someLetter, ...over })[0]?.lines ?? [];
const section = (heading: RegExp, over: Partial<LetterView>): string[] =>
  letterSections({ ...someLetter, ...over }).find((one) => heading.test(one.heading ?? ''))?.lines ?? [];
const week = (over: Partial<LetterView['week']>): Pick<LetterView, 'week'> => ({
  week: { ...someLetter.week, ...over },
});
const record = (over: Partial<MovementRecord>): MovementRecord => ({
  kind: 'DIVIDEND',
  on: '2026-03-04',
  amount: null,
  new_shares: null,
  old_shares: null,
  change_pct: null,
  ...over,
});
const due = (over: Partial<LetterView['due']['items'][number]>): LetterView['due']['items'][number] => ({
  date: '2026-03-10',
  type: 'DIVIDEND',
  source: 'INCOME',
  source_reference: 'x',
  id: '1',
  symbol: 'TCS',
  name: 'Tata Consultancy Services',
  portfolio: 'Main',
  amount: 900,
  currency: 'INR',
  confidence: 'ANNOUNCED',
  status: 'DECLARED',
  note: null,
  ...over,
});

describe('text of the weekly letter', () => {
  it('a good week in full', () => {
    assert.equal(letterTitle(someLetter), 'Your week to 8 Mar 2026');
    assert.equal(
      letterBody({
        ...someLetter,
        ...week({ dividends: 1_200, net_flow: 25_000 }),
        movers: [
          { ...someMover, records: [record({ amount: 9 })] },
          { ...someMover, symbol: 'LT', name: null, change: 8_253, change_pct: 3.69 },
        ],
        due: { ...someLetter.due, items: [due({})] },
        todo: {
          key: 'actions',
          text: '1 corporate action waits for your decision: split of TCS.',
          action: 'Decide',
          to: '/data/corporate-actions',
        },
        todos_count: 2,
      }),
      [
        'Your 9 holdings are worth ₹18,66,383 at prices of 6 Mar 2026; they gained ₹5,137 (+0.28%) from 27 Feb to 6 Mar 2026, not counting money put in or taken out.',
        'In those days, up to 6 Mar 2026, you received ₹1,200 in dividends after tax withheld and put in ₹25,000 more than you took out.',
        'The same money in NIFTY 50 would have made +0.10% up to 6 Mar 2026, so you were 0.18 points ahead of it; over the year to 6 Mar 2026 you made +24.99%, and NIFTY 50 +10.02%.',
        '',
        'What moved, 27 Feb to 6 Mar 2026',
        'Tata Consultancy Services fell 6.10%, −₹9,400 on what you hold: ex-dividend on 4 Mar 2026, ₹9.00 a share.',
        'LT rose 3.69%, +₹8,253 on what you hold: no recorded reason.',
        '',
        'What is due, 8 to 14 Mar 2026',
        '10 Mar 2026: dividend of Tata Consultancy Services, ₹900 before tax',
        '',
        'One thing to decide',
        '1 corporate action waits for your decision: split of TCS. Until then this may change. 1 more thing waits after it.',
        'Send /actions to decide.',
      ].join('\n'),
    );
  });

  const unknownWeek = week({
    return_pct: null,
    gain: null,
    net_flow: null,
    dividends: null,
    benchmark_return_pct: null,
    reasons: {
      return_pct: 'The first known value is of 5 Mar 2026; this period starts on 1 Mar 2026.',
      benchmark_return_pct: 'The first known value is of 5 Mar 2026; this period starts on 1 Mar 2026.',
    },
  });
  const noYear = { year: { ...someLetter.year, return_pct: null, benchmark_return_pct: null } };
  const VALUES: [title: string, over: Partial<LetterView>, at: 0 | 1 | 2, sentence: string][] = [
    [
      'a loss',
      week({ gain: -7_300, return_pct: -0.39 }),
      0,
      'Your 9 holdings are worth ₹18,66,383 at prices of 6 Mar 2026; they lost ₹7,300 (−0.39%) from 27 Feb to 6 Mar 2026, not counting money put in or taken out.',
    ],
    [
      'an unknown week',
      unknownWeek,
      0,
      'Your 9 holdings are worth ₹18,66,383 at prices of 6 Mar 2026. How the week to 8 Mar 2026 went is unknown: The first known value is of 5 Mar 2026; this period starts on 1 Mar 2026.',
    ],
    [
      'a value without some holdings',
      { value: { ...someLetter.value, valued_count: 8 }, ...unknownWeek },
      0,
      'Your 9 holdings are worth ₹18,66,383 at prices of 6 Mar 2026, without 1 that has no value. How the week to 8 Mar 2026 went is unknown: The first known value is of 5 Mar 2026; this period starts on 1 Mar 2026.',
    ],
    [
      'no value at all',
      { value: { ...someLetter.value, amount: null, reason: 'No price for X.' }, ...unknownWeek },
      0,
      'The value of your 9 holdings is unknown on 8 Mar 2026. No price for X. How the week to 8 Mar 2026 went is unknown: The first known value is of 5 Mar 2026; this period starts on 1 Mar 2026.',
    ],
    [
      'money taken out',
      week({ net_flow: -5_000 }),
      1,
      'In those days, up to 6 Mar 2026, you received no dividends and took out ₹5,000 more than you put in.',
    ],
    [
      'unknown movements',
      unknownWeek,
      1,
      'What came in and went out in the week to 8 Mar 2026 is unknown, as the value at its start is.',
    ],
    [
      'behind the index, in a first year',
      { ...week({ benchmark_return_pct: 0.5 }), ...noYear },
      2,
      'The same money in NIFTY 50 would have made +0.50% up to 6 Mar 2026, so you were 0.22 points behind it.',
    ],
    [
      'no index',
      week({
        benchmark_return_pct: null,
        reasons: { benchmark_return_pct: 'No NIFTY 50 close is recorded in the week up to 27 Feb 2026.' },
      }),
      2,
      'Over the year to 6 Mar 2026 you made +24.99%, and NIFTY 50 +10.02%. The week to 8 Mar 2026 cannot be compared: No NIFTY 50 close is recorded in the week up to 27 Feb 2026.',
    ],
    [
      'neither a week nor a year',
      { ...unknownWeek, ...noYear },
      2,
      'The week cannot be compared with NIFTY 50 for the same reason.',
    ],
    [
      'no week, with a year',
      unknownWeek,
      2,
      'Over the year to 6 Mar 2026 you made +24.99%, and NIFTY 50 +10.02%. The week cannot be compared with NIFTY 50 for the same reason.',
    ],
    [
      'some prices older than the newest',
      { value: { ...someLetter.value, prices_from: '2026-02-02' } },
      0,
      'Your 9 holdings are worth ₹18,66,383 at prices up to 6 Mar 2026; they gained ₹5,137 (+0.28%) from 27 Feb to 6 Mar 2026, not counting money put in or taken out.',
    ],
  ];
  for (const [title, over, at, sentence] of VALUES)
    it(`the sentences: ${title}`, () => assert.equal(sentences(over)[at], sentence));

  const RECORDS: [Partial<MovementRecord>, string][] = [
    [
      { kind: 'SPLIT', new_shares: 5, old_shares: 1 },
      'split on 4 Mar 2026, 5 shares for 1 (the change is adjusted for it)',
    ],
    [
      { kind: 'BONUS', new_shares: 2, old_shares: 1 },
      'bonus issue on 4 Mar 2026, 2 shares for 1 (the change is adjusted for it)',
    ],
    [{ kind: 'MEETING' }, 'shareholders’ meeting on 4 Mar 2026'],
    [{ kind: 'EXCHANGE_RATE', change_pct: -1.2 }, 'INR fell 1.20% by 4 Mar 2026'],
  ];
  for (const [over, words] of RECORDS)
    it(`a recorded reason: ${words}`, () =>
      assert.equal(
        section(/^What moved/, { movers: [{ ...someMover, records: [record(over)] }] })[0],
        `Tata Consultancy Services fell 6.10%, −₹9,400 on what you hold: ${words}.`,
      ));

  it('a mover of other days says so, and one without a rate has no amount', () => {
    const other = {
      ...someMover,
      symbol: 'SPY',
      name: null,
      currency: 'USD',
      to: '2026-03-05',
      change: null,
      change_reason: 'No exchange rate is on record for it.',
    };
    assert.deepEqual(section(/^What moved/, { movers: [someMover, other], unmeasured_count: 2 }), [
      'Tata Consultancy Services fell 6.10%, −₹9,400 on what you hold: no recorded reason.',
      'SPY fell 6.10% from 27 Feb to 5 Mar 2026: no recorded reason. No exchange rate is on record for it.',
      '2 holdings have no prices at both ends of the week.',
    ]);
    assert.match(
      section(/^What moved/, { movers: [{ ...someMover, portfolio: 'Hers' }] })[0] ?? '',
      /^Tata Consultancy Services in Hers fell 6\.10%, /,
    );
    assert.deepEqual(section(/^What moved/, {}), ['No holding changed its price.']);
  });

  const DUE: [Partial<LetterView['due']['items'][number]>, string][] = [
    [
      {
        type: 'SIP',
        source: 'SIP',
        symbol: null,
        name: 'Index fund',
        amount: 5_000,
        confidence: 'PLANNED',
        status: 'DUE',
      },
      '10 Mar 2026: SIP instalment of Index fund, ₹5,000',
    ],
    [
      { type: 'COUPON', source: 'BOND', amount: 455, confidence: 'INFERRED', status: 'FORECAST' },
      '10 Mar 2026: coupon of Tata Consultancy Services, ₹455 (expected)',
    ],
    [
      {
        type: 'GOAL',
        source: 'GOAL',
        symbol: null,
        name: 'House',
        amount: 5_000_000,
        confidence: 'PLANNED',
        status: 'DUE',
      },
      '10 Mar 2026: target date of the goal House, ₹50,00,000 in today’s money',
    ],
    [{ amount: null }, '10 Mar 2026: dividend of Tata Consultancy Services'],
  ];
  for (const [over, line] of DUE)
    it(`due dates: ${line}`, () =>
      assert.deepEqual(section(/^What is due/, { due: { ...someLetter.due, items: [due(over)] } }), [line]));

  it('many dates are cut, and the rest is counted', () => {
    const items = Array.from({ length: 11 }, (_, at) => due({ symbol: `S${at}` }));
    const lines = section(/^What is due/, { due: { ...someLetter.due, items } });
    assert.deepEqual([lines.length, lines.at(-1)], [9, '3 more are in the calendar.']);
  });

  it('it says that nothing waits, and notes old prices and undecided actions', () => {
    assert.deepEqual(section(/decide$/, {}), ['Nothing waits for you.']);
    assert.deepEqual(section(/^Note$/, {}), []);
    const value = { ...someLetter.value, age_message: 'Prices of 29 Aug 2025, 6 months old' };
    assert.deepEqual(section(/^Note$/, { value, provisional_reason: '1 corporate action waits.' }), [
      'Prices of 29 Aug 2025, 6 months old.',
      '1 corporate action waits.',
    ]);
  });

  it('an undecided action is said once where it is the thing to decide', () => {
    const todo = { key: 'actions', text: '1 corporate action waits.', action: 'Decide', to: '/' } as const;
    const over = { todo, todos_count: 1, provisional_reason: '1 corporate action waits. Until then.' };
    assert.deepEqual(section(/decide$/, over), ['1 corporate action waits. Until then this may change.']);
    assert.deepEqual(section(/^Note$/, over), []);
  });

  it('no letter has a figure without its day, NaN, undefined or null', () => {
    const amount = fc.option(fc.double({ min: -1e9, max: 1e9, noNaN: true }), { nil: null });
    const pct = fc.option(fc.double({ min: -99, max: 400, noNaN: true }), { nil: null });
    const compared = { return_pct: pct, benchmark_return_pct: pct };
    const letters = fc.record({
      holdings_count: fc.integer({ min: 1, max: 300 }),
      value: fc.record({
        amount,
        valued_count: fc.integer({ min: 1, max: 300 }),
        prices_from: fc.constantFrom(null, '2026-03-05', '2026-03-06'),
        prices_to: fc.constantFrom(null, '2026-03-06'),
      }),
      week: fc.record({ ...compared, gain: amount, net_flow: amount, dividends: amount }),
      year: fc.record(compared),
      movers: fc.array(
        fc.record({ change: amount, change_pct: fc.double({ min: -99, max: 400, noNaN: true }) }),
        { maxLength: 3 },
      ),
      unmeasured_count: fc.integer({ min: 0, max: 9 }),
    });
    fc.assert(
      fc.property(letters, (over) => {
        const letter: LetterView = {
          ...someLetter,
          ...over,
          value: { ...someLetter.value, ...over.value },
          week: { ...someLetter.week, ...over.week },
          year: { ...someLetter.year, ...over.year },
          movers: over.movers.map((one) => ({ ...someMover, ...one })),
        };
        assert.doesNotMatch(letterBody(letter), /NaN|undefined|null|Infinity|—|\d{4}-\d{2}-\d{2}/);
        for (const { heading, lines } of letterSections(letter))
          for (const line of lines)
            if (/[₹%]/.test(line)) assert.match(`${heading ?? ''} ${line}`, /\d{1,2} [A-Z][a-z]{2} \d{4}/);
      }),
    );
  });
});
