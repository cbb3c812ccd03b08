import assert from 'node:assert/strict';
import { dayInWords } from '../../../../core/platform/index.ts';
import { daysBetween } from '../../../../core/platform/dates.ts';
import type { Coverage } from '../../../../core/strategies/runs/coverage.ts';
import { validationOf } from '../../../../core/strategies/runs/run-store.ts';
import { validate, type ValidationFacts } from '../../../../core/strategies/runs/validation.ts';
import { sessions } from '../../../support/price-panel.ts';

/*
 * Curves of six years that grow at one rate up to the split (three fifths of the sessions) and at one rate in each of the
 * four periods after it; rates are percentage points a year.
 */
type Rates = readonly [seen: number, one: number, two: number, three: number, four: number];

const YEARS = sessions('2018-01-01', '2023-12-29');
const SPLIT = Math.floor(YEARS.length * 0.6);
const fold = (nr: number) => SPLIT + Math.floor(((YEARS.length - 1 - SPLIT) / 4) * nr);

/** Levels from 10. @param jumps factors by which the curve leaps on a session. */
function levels(rates: Rates, jumps: Readonly<Record<number, number>> = {}, of = YEARS): number[] {
  let level = 10;
  return of.map((day, at) => {
    const before = of[at - 1];
    const part = [1, 2, 3, 4].filter((nr) => at > fold(nr - 1)).length;
    if (before !== undefined) level *= (1 + (rates[part] ?? 0) / 100) ** (daysBetween(before, day) / 365);
    return (level *= jumps[at] ?? 1);
  });
}

/** Ten members over all sessions, all of them with closes. */
const COVERED: Coverage = {
  members: 10,
  priced: 10,
  memberSessions: 10_000,
  rankableSessions: 10_000,
  sessions: 1000,
  sessionsWithCloses: 1000,
  staleValuePct: 0,
  unexplained: 0,
};

interface Judged extends Partial<Omit<ValidationFacts, 'curve' | 'benchmark'>> {
  own?: readonly number[];
  index?: readonly (number | null)[];
  days?: readonly string[];
}

function judge({ own, index, days: of = YEARS, ...more }: Judged) {
  const facts: ValidationFacts = {
    curve: { days: of, levels: own ?? levels([10, 12, 12, 12, 12]) },
    benchmark: { days: of, levels: index ?? levels([10, 10, 10, 10, 10]) },
    survivorship: 'MEMBERSHIP_BY_DATE',
    ordersFilled: 1,
    staleValuePct: 0,
    coverage: COVERED,
    ...more,
  };
  const { status, promotion_allowed, reasons } = validate(facts);
  assert.equal(promotion_allowed, status === 'VALIDATED');
  for (const { message } of reasons) assert.match(message, /^[A-Z][^.]*.*\.$/s);
  // What prices cover is told of every run.
  assert.ok(reasons.some(({ code }) => code === 'COVERED' || code === 'LOW_COVERAGE'));
  const others = reasons.filter(({ code }) => code !== 'COVERED');
  return { said: [status, ...others.map(({ code }) => code)].join(' '), reasons: others };
}

const flat = (rate: number): Rates => [rate, rate, rate, rate, rate];
const short = (to: string) => sessions('2019-01-01', to);
const shortened = (to: string): Judged => ({
  days: short(to),
  own: levels(flat(12), {}, short(to)),
  index: levels(flat(10), {}, short(to)),
});
/** The index without its first sessions, so many in a hundred. */
const without = (pct: number) =>
  levels(flat(10)).map((level, at) => (at < Math.ceil((YEARS.length * pct) / 100) ? null : level));
/** Falls on one session before the split, and is back on the next. */
const fallen = (pct: number) => ({ 100: 1 - pct / 100, 101: 1 / (1 - pct / 100) });

describe('the verdict on a backtest', () => {
  const cases: [string, Judged, string][] = [
    ['ahead after the split, and in all periods', {}, 'VALIDATED AHEAD FOLDS_WON'],
    ['as good as the benchmark is good enough', { own: levels(flat(10)) }, 'VALIDATED AHEAD FOLDS_WON'],
    [
      'what was before the split does not count',
      { own: levels([-10, 12, 12, 12, 12]) },
      'VALIDATED AHEAD FOLDS_WON',
    ],
    ['three of four periods are enough', { own: levels([10, 14, 14, 14, 9]) }, 'VALIDATED AHEAD FOLDS_WON'],
    ['two are not', { own: levels([10, 14, 14, 9, 9]) }, 'NOT_VALIDATED AHEAD FOLDS_LOST'],
    [
      'three small wins and one large loss',
      { own: levels([10, 11, 11, 11, 3]) },
      'NOT_VALIDATED BEHIND FOLDS_WON',
    ],
    ['somewhat behind', { own: levels(flat(5.2)) }, 'NOT_VALIDATED BEHIND FOLDS_LOST'],
    ['more than five points behind', { own: levels(flat(4.8)) }, 'REJECTED FAR_BEHIND'],
    [
      'a loss, and the benchmark lost less',
      { own: levels(flat(-1)), index: levels(flat(-0.5)) },
      'REJECTED LOSS',
    ],
    [
      'a loss, and the benchmark lost more',
      { own: levels(flat(-1)), index: levels(flat(-2)) },
      'VALIDATED AHEAD FOLDS_WON',
    ],
    ['a loss far behind', { own: levels(flat(-7)) }, 'REJECTED LOSS FAR_BEHIND'],
    [
      'a fall of more than half, and the benchmark fell far less',
      { own: levels(flat(12), fallen(51)), index: levels(flat(10), fallen(40)) },
      'REJECTED DEEP_DRAWDOWN',
    ],
    [
      'a fall of more than half, and the benchmark fell nearly as far',
      { own: levels(flat(12), fallen(51)), index: levels(flat(10), fallen(41)) },
      'VALIDATED AHEAD FOLDS_WON',
    ],
    ['a fall of less than half', { own: levels(flat(12), fallen(49)) }, 'VALIDATED AHEAD FOLDS_WON'],
    [
      'with the members of later years',
      { survivorship: 'CURRENT_MEMBERS' },
      'NOT_VALIDATED AHEAD FOLDS_WON CURRENT_MEMBERS',
    ],
    [
      'with symbols chosen by hand',
      { survivorship: 'CHOSEN_SYMBOLS' },
      'NOT_VALIDATED AHEAD FOLDS_WON CHOSEN_SYMBOLS',
    ],
    ['five years less a week', shortened('2023-12-26'), 'VALIDATED AHEAD FOLDS_WON'],
    ['five years less two weeks', shortened('2023-12-18'), 'UNKNOWN SHORT_WINDOW'],
    ['the benchmark is known on 95 sessions of 100', { index: without(4.9) }, 'VALIDATED AHEAD FOLDS_WON'],
    ['the benchmark is known on fewer', { index: without(5.1) }, 'UNKNOWN NO_BENCHMARK'],
    ['nothing was bought', { ordersFilled: 0 }, 'UNKNOWN NO_ORDERS'],
    ['a tenth of the value is told by old closes', { staleValuePct: 10 }, 'VALIDATED AHEAD FOLDS_WON'],
    ['more than a tenth', { staleValuePct: 10.1 }, 'UNKNOWN STALE_PRICES'],
    [
      '136 of 512 members priced',
      { coverage: { ...COVERED, members: 512, priced: 136, rankableSessions: 2600 } },
      'UNKNOWN LOW_COVERAGE',
    ],
    [
      'nine tenths of the members’ sessions can be ranked',
      { coverage: { ...COVERED, rankableSessions: 9000 } },
      'VALIDATED AHEAD FOLDS_WON',
    ],
    ['fewer', { coverage: { ...COVERED, rankableSessions: 8999 } }, 'UNKNOWN LOW_COVERAGE'],
    [
      'most of the period has no closes',
      { coverage: { ...COVERED, sessionsWithCloses: 899 } },
      'UNKNOWN LOW_COVERAGE',
    ],
    [
      'it lost, on prices of too few members',
      { own: levels(flat(-7)), coverage: { ...COVERED, rankableSessions: 2600 } },
      'UNKNOWN LOW_COVERAGE',
    ],
    [
      'a held share halved without a reason',
      { coverage: { ...COVERED, unexplained: 1 } },
      'UNKNOWN UNEXPLAINED_MOVES',
    ],
    [
      'two percent of the value over all sessions is told by old closes',
      { coverage: { ...COVERED, staleValuePct: 2 } },
      'VALIDATED AHEAD FOLDS_WON',
    ],
    ['more than that', { coverage: { ...COVERED, staleValuePct: 2.1 } }, 'UNKNOWN STALE_SESSIONS'],
    ['no session', { days: [], own: [], index: [], ordersFilled: 0 }, 'UNKNOWN SHORT_WINDOW NO_ORDERS'],
  ];
  for (const [title, judged, expected] of cases)
    it(`${title}: ${expected}`, () => assert.equal(judge(judged).said, expected));

  it('each session after the split is in a period: a fall on the first of one counts in it', () => {
    const { reasons } = judge({ own: levels([10, 14, 14, 14, 14], { [fold(2) + 1]: 0.9 }) });
    assert.equal(
      reasons.find(({ code }) => code.startsWith('FOLDS'))?.message,
      'It was at least as good as the benchmark in 3 of 4 periods after the split.',
    );
  });

  it('both are measured over the same sessions: what it gained after the last known level is no lead', () => {
    const last = YEARS.length - 1 - 40;
    const index = levels(flat(10)).map((level, at) => (at > last ? null : level));
    assert.equal(
      judge({ index, own: levels(flat(9), { [last + 1]: 1.3 }) }).said,
      'NOT_VALIDATED BEHIND FOLDS_LOST',
    );
    // Nor is what it lost before the first one after the split.
    const late = levels(flat(10)).map((level, at) => (at >= SPLIT && at < SPLIT + 30 ? null : level));
    assert.equal(
      judge({ index: late, own: levels(flat(11), { [SPLIT + 5]: 0.7 }) }).said,
      'VALIDATED AHEAD FOLDS_WON',
    );
  });

  it('portfolio/Policy rules 8: a run that was validated before its coverage was looked at may not go live', () => {
    const of = (code: string) =>
      validationOf({
        validation: { status: 'VALIDATED', promotion_allowed: true, reasons: [{ code, message: 'So.' }] },
      });
    assert.deepEqual([of('AHEAD').status, of('AHEAD').promotion_allowed], ['UNKNOWN', false]);
    assert.deepEqual([of('COVERED').status, of('COVERED').promotion_allowed], ['VALIDATED', true]);
  });

  it('says what its prices cover, in figures', () => {
    const said = (coverage: Partial<Coverage>) =>
      judge({ coverage: { ...COVERED, ...coverage } }).reasons.map(({ message }) => message);
    // 8,999 of 10,000 sessions are 89.99 %, which is shown as less than what is needed.
    assert.deepEqual(said({ members: 512, priced: 136, rankableSessions: 8999 }), [
      'Coverage: 136 of 512 members priced. With their history, 89.9 % of the members’ sessions can be ranked, and 1000 of 1000 sessions have closes; 90 % of both are needed. Import more prices, then run it again.',
    ]);
  });

  it('says its reasons in figures', () => {
    const split = dayInWords(YEARS[SPLIT] ?? '');
    const messages = (judged: Judged) => judge(judged).reasons.map(({ message }) => message);
    assert.deepEqual(messages({}), [
      `After ${split}: 12.0 % a year net of tax, the benchmark 10.0 %.`,
      'It was at least as good as the benchmark in 4 of 4 periods after the split.',
    ]);
    assert.deepEqual(messages({ own: levels(flat(-7)), survivorship: 'CHOSEN_SYMBOLS' }), [
      `After ${split} it lost: -7.0 % a year net of tax, the benchmark 10.0 %.`,
      `After ${split} it fell far behind: -7.0 % a year net of tax, the benchmark 10.0 %.`,
    ]);
    assert.deepEqual(messages({ own: levels(flat(12), fallen(60)) }), [
      'It fell by 60.0 %, the benchmark by 0.0 %.',
    ]);
    assert.deepEqual(messages({ index: without(10), ordersFilled: 0, staleValuePct: 12 }), [
      `The benchmark is known on only ${without(10).filter((level) => level !== null).length} of ${YEARS.length} sessions, too few to compare with.`,
      'Nothing was ever bought.',
      'More than a tenth of the final value rests on old closes.',
    ]);
    assert.deepEqual(messages(shortened('2022-03-31')), ['The window is shorter than 5 years.']);
    assert.deepEqual(messages({ survivorship: 'CURRENT_MEMBERS' }).slice(2), [
      'The universe uses later members, so companies that failed are missing.',
    ]);
  });
});
