import assert from 'node:assert/strict';
import {
  choose,
  type ContextReader,
  createPacks,
  fitted,
  mentionedIn,
  sentenceWithoutAmounts,
  shares,
  withoutAmounts,
} from '../../../core/assistant/context/index.ts';
import { createLog, digestOf, Problem } from '../../../core/platform/index.ts';

const reader = (section: string, more: Partial<ContextReader> = {}): ContextReader => ({
  section,
  title: section,
  href: `/${section}`,
  command: null,
  about: [section],
  read: () => Promise.resolve({ section }),
  ...more,
});
const READERS = [
  reader('overview', { href: '/', when: 'always' }),
  reader('holdings', { about: ['holding', 'share'], when: 'unsaid' }),
  reader('risk', { about: ['risk', 'drawdown', 'net worth'] }),
  reader('goals', { about: ['goal'] }),
];
const sections = (text: string, page: string | null = null, mentioned: string[] = []) =>
  choose(READERS, { text, page, mentioned }).map((one) => one.section);

describe('what a model is told', () => {
  it('is chosen by the words of the question, the page and what is named', () => {
    assert.deepEqual(sections('How deep was my drawdown, and my goals?'), ['overview', 'risk', 'goals']);
    assert.deepEqual(sections('Explain this', '/goals'), ['overview', 'goals', 'holdings']);
    assert.deepEqual(sections('Tell me about TCS', null, ['TCS']), ['overview', 'holdings']);
    assert.deepEqual(sections('What is my net worth?'), ['overview', 'risk']);
    assert.deepEqual(sections('Hello'), ['overview', 'holdings']);
    // words inside of others ask for nothing
    assert.deepEqual(sections('asterisk risks'), ['overview', 'risk']);
  });

  it('knows symbols and names that are held, and no ordinary words', () => {
    const held = [
      { symbol: 'TCS', name: 'Tata Consultancy Services' },
      { symbol: 'RELIANCE', name: 'Reliance Industries' },
      { symbol: 'INFY', name: 'Infosys' },
      { symbol: 'AND', name: null },
    ];
    assert.deepEqual(mentionedIn('why did tcs and reliance fall?', held), ['TCS', 'RELIANCE']);
    assert.deepEqual(mentionedIn('Why did TCS fall? And infosys?', held), ['TCS', 'INFY']);
    assert.deepEqual(mentionedIn('the bank of india fund', [{ symbol: 'BOI', name: 'Bank of India' }]), [
      'BOI',
    ]);
    assert.deepEqual(mentionedIn('TCS'.repeat(1000), held), []);
  });

  it('room is divided so that what needs little leaves it to others', () => {
    assert.deepEqual(shares([100, 1000, 300], 900), [100, 500, 300]);
    assert.deepEqual(shares([10, 10], 100), [10, 10]);
  });

  it('lists are cut at their end and say so; long texts are cut', () => {
    const rows = Array.from({ length: 500 }, (_, at) => ({ at }));
    const { data, chars } = fitted({ rows }, 300) ?? assert.fail();
    assert.ok(chars <= 300);
    const cut = (data as { rows: unknown[] }).rows;
    assert.deepEqual(cut[0], { at: 0 });
    assert.deepEqual(cut.at(-1), { rows_left_out: 500 - (cut.length - 1), rows: 500 });
    assert.equal(String(fitted('x'.repeat(1000), 1000)?.data).length, 400);
    assert.equal(fitted(rows, 5), null);
  });

  const packs = (readers: readonly ContextReader[], mostTokens = 1000, leavesOut = false) =>
    createPacks({
      readers,
      held: () => Promise.resolve([]),
      leavesOutAmounts: () => Promise.resolve(leavesOut),
      mostTokens,
      clock: { now: () => new Date('2026-03-01T20:00:00Z') },
      log: createLog('silent'),
    });

  it('without amounts keeps names, dates, percentages and counts, and no other number', () => {
    for (const [text, kept] of [
      [
        '10 units of TCS cost ₹3,200 on 2026-01-05, up 12.5%.',
        '[amount] units of TCS cost [amount] on 2026-01-05, up 12.5%.',
      ],
      ['₹23.5 lakh by 1 June 2030', '[amount] lakh by 1 June 2030'],
      ['Rs 500, Rs.500, INR500 and USD 12.50', '[amount], [amount], [amount] and [amount]'],
      ['10 Marketing shares; NIFTY50 fell −1.2%', '[amount] Marketing shares; NIFTY50 fell −1.2%'],
      ['1,000@99.5, 10×₹5', '[amount]@[amount], [amount]×[amount]'],
    ] as const)
      assert.equal(sentenceWithoutAmounts(text), kept);
    const row = {
      symbol: '500325',
      name: 'House ₹1,20,00,000, NIFTY 500',
      quantity: 10,
      avg_buy_price: 3_200.5,
      day: '2026-01-05',
      window: '1Y',
      total_return_pct: 12.5,
      holdings_count: 4,
      months_left: 7,
      dividends_last_year: 4_000,
      amount_per_year: 4_000,
      by_year: { 2025: 4_000 },
      sparkline: [1, 2],
      unknown: null,
      decimal: '12345.67',
      explanations: [
        { figure: 'xirr_pct', value: 12.5, worked: '1,000 over 10' },
        { figure: 'total_gain', value: 900, worked: null },
      ],
    };
    assert.deepEqual(withoutAmounts(row), {
      symbol: '500325',
      name: 'House [amount], NIFTY 500',
      day: '2026-01-05',
      window: '1Y',
      total_return_pct: 12.5,
      holdings_count: 4,
      months_left: 7,
      by_year: {},
      sparkline: [],
      unknown: null,
      decimal: '[amount]',
      explanations: [
        { figure: 'xirr_pct', value: 12.5 },
        { figure: 'total_gain', worked: null },
      ],
    });
  });

  it('without amounts also where a part of the books could not be read', async () => {
    const refuse = () => Promise.reject(new Problem(409, 'NO', 'You hold 7,351 units for ₹5,000.'));
    const pack = await packs(
      [reader('overview', { when: 'always', read: refuse })],
      1000,
      true,
    )('1', {
      text: 'hello',
      page: null,
    });
    assert.deepEqual(
      [pack.isWithoutAmounts, pack.missing.map(({ reason }) => reason)],
      [true, ['You hold [amount] units for [amount].']],
    );
  });

  it('is bounded in tokens, four characters each, and hashed by its canonical JSON', async () => {
    const rows = Array.from({ length: 5000 }, (_, at) => ({ at, name: 'A holding' }));
    const build = packs([reader('overview', { when: 'always', read: () => Promise.resolve({ rows }) })]);
    const pack = await build('1', { text: 'hello', page: null });
    assert.ok(pack.tokens <= 1000, String(pack.tokens));
    assert.ok(JSON.stringify(pack.sections).length <= 4000 + 200);
    const { hash, tokens: _, names: _all, ...content } = pack;
    assert.equal(hash, digestOf(content));
    // in India it is the next day already
    assert.equal(pack.today, '2026-03-02');
    assert.equal((await build('1', { text: 'hello', page: null })).hash, hash);
  });

  it('a reader that fails leaves its section out, with the reason', async () => {
    const pack = await packs([
      reader('overview', { when: 'always' }),
      reader('risk', { read: () => Promise.reject(new Problem(404, 'NONE', 'Nothing was reported.')) }),
      reader('goals', { read: () => Promise.reject(new Error('secret of the database')) }),
    ])('1', { text: 'risk and goals', page: null });
    assert.deepEqual(
      pack.sections.map((one) => one.section),
      ['overview'],
    );
    assert.deepEqual(
      pack.missing.map(({ reason }) => reason).toSorted((a, b) => a.localeCompare(b)),
      ['It could not be read just now.', 'Nothing was reported.'],
    );
  });
});
