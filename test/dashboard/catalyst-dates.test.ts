import assert from 'node:assert/strict';
import fc from 'fast-check';
import { timelineOf } from '../../api/dashboard/src/pages/ai-research/report/catalyst-dates.ts';

const RULE = 'research/Dossier view rules 5';

/** What one catalyst is dated; a companion that parses makes it a timeline. */
function whenOf(text: string): string | null {
  const timeline = timelineOf(['Q1 FY2001', text]);
  if (timeline.kind !== 'timeline') throw new Error('its companion has a date');
  return timeline.items.find((item) => item.text === text)?.when ?? null;
}

describe('when a catalyst is due', () => {
  const dated: readonly (readonly [text: string, when: string])[] = [
    ['Results of Q2 FY2027', 'Q2 FY2027'],
    ['Q2FY27 numbers', 'Q2 FY2027'],
    ['Q2 FY27 call', 'Q2 FY2027'],
    ['q3 fy2027', 'Q3 FY2027'],
    ['Q1-FY27: plant opens', 'Q1 FY2027'],
    ["Q4 FY'27", 'Q4 FY2027'],
    ['in Q2 of FY2027', 'Q2 FY2027'],
    ['2QFY27', 'Q2 FY2027'],
    ['FY27 Q2', 'Q2 FY2027'],
    ['FY2027-Q4', 'Q4 FY2027'],
    ['Q2 FY2026-27', 'Q2 FY2027'],
    ['Q2 FY26-27', 'Q2 FY2027'],
    // A span that does not follow on is no fiscal year in two halves.
    ['Q2 FY26-29', 'Q2 FY2026'],
    ['Opens in November 2026', 'Nov 2026'],
    ['Opens in Nov 2026', 'Nov 2026'],
    ['Opens in Nov. 2026', 'Nov 2026'],
    ['Opens in november 2026', 'Nov 2026'],
    ['OPENS IN MAY 2027', 'May 2027'],
    ['By May 2027 the plant runs', 'May 2027'],
    ["Launch in Nov'26", 'Nov 2026'],
    ['Launch in Nov-26', 'Nov 2026'],
    ['Launch in Nov 26', 'Nov 2026'],
    ['Sept 26 guidance', 'Sep 2026'],
    ['The board meets on 12 November 2026', 'Nov 2026'],
    ['The board meets on November 12, 2026', 'Nov 2026'],
    ['March 31st 2027', 'Mar 2027'],
    ['in May of 2027', 'May 2027'],
    // The date that comes first counts.
    ['Results of Q2 FY2027 in November 2026', 'Q2 FY2027'],
    ['In November 2026, results of Q2 FY2027', 'Nov 2026'],
  ];
  for (const [text, when] of dated)
    it(`${RULE}: “${text}” is ${when}`, () => assert.equal(whenOf(text), when));

  const undated = [
    'Margins may improve in 2027',
    'Volumes may 27 percent of the time fall',
    'Costs may 2027 or not',
    'They march 20 km',
    'May 20% of customers leave?',
    'Mar 25 bps of margin',
    'Decline of 2026',
    'Marching orders 2027',
    'Q5 FY2027',
    'Q2 2027',
    'FY2027 results',
    'EQ2 FY2027',
    'Q2 FY203',
    'Augustus 2026',
    'Nov 20261',
    '',
  ];
  for (const text of undated) it(`${RULE}: “${text}” names no date`, () => assert.equal(whenOf(text), null));
});

describe('catalysts by date', () => {
  it(`${RULE}: as soon as one has a date they are in order of it, those without one last`, () => {
    assert.deepEqual(timelineOf(['A tender', 'Q2 FY2027', 'Aug 2026', 'A merger', 'Q4 FY26', 'Sep 2026']), {
      kind: 'timeline',
      items: [
        // Q4 of FY2026 ends in March 2026, Q2 of FY2027 in September 2026: with a month of its end it stands as given.
        { text: 'Q4 FY26', when: 'Q4 FY2026' },
        { text: 'Aug 2026', when: 'Aug 2026' },
        { text: 'Q2 FY2027', when: 'Q2 FY2027' },
        { text: 'Sep 2026', when: 'Sep 2026' },
        { text: 'A tender', when: null },
        { text: 'A merger', when: null },
      ],
    });
  });

  it(`${RULE}: without any date they are a list as it is, and none are none`, () => {
    assert.deepEqual(timelineOf(['B', 'A']), { kind: 'list', items: ['B', 'A'] });
    assert.deepEqual(timelineOf([]), { kind: 'none' });
  });

  it(`${RULE}: whatever the words are, every catalyst is shown once`, () => {
    const words = fc.array(
      fc.oneof(fc.string(), fc.constantFrom('Q2 FY27', 'May 2027', 'may', 'Nov 26', 'FY26 Q1')),
      { maxLength: 12 },
    );
    fc.assert(
      fc.property(words, (catalysts) => {
        const timeline = timelineOf(catalysts);
        const shown =
          timeline.kind === 'none'
            ? []
            : timeline.items.map((item) => (typeof item === 'string' ? item : item.text));
        assert.deepEqual([...shown].sort(), [...catalysts].sort());
      }),
    );
  });

  it(`${RULE}: a long text without a date is read in time that grows with it alone`, () => {
    assert.equal(timelineOf([`${'Q2 FY'.repeat(20_000)}`, `${'May '.repeat(20_000)}`]).kind, 'list');
  });
});
