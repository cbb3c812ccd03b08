import type { Definition } from './view.ts';

const AS_OF = 'None. A ranking uses only prices up to the close of its day; later events never change it.';
const SESSIONS =
  'Sessions of the exchange, counted back from the day of the ranking. Closes before a split or bonus are divided by its ratio; dividends are not added back.';
const RUPEES = 'Closes in rupees.';
const NO_PRICE = 'The share has no close on the day itself';
const NO_OTHERS = { ghostfolio: null, portfolio_performance: null };
const COMBINED_DAYS = 'As for the strategies that are combined.';

/** What strategies rank shares by, alone and combined. */
export const STRATEGY_DEFINITIONS: readonly Definition[] = [
  {
    key: 'momentum_12_1',
    also: [],
    title: 'Momentum, 12 months less 1',
    group: 'Strategies',
    meaning:
      'How much a share rose over the year before the last month. Shares that rose most rank first; the last month is excluded, because prices tend to reverse within it.',
    formula: 'close 21 sessions ago / close 252 sessions ago − 1',
    flow_timing: AS_OF,
    day_count: `${SESSIONS} If one of the two sessions has no close, the nearest of the five sessions before it counts.`,
    currency: RUPEES,
    unknown_when: `${NO_PRICE}, or on one of the two sessions and the five before it. The share is then not ranked, which is not the same as ranked last.`,
    example: '₹100 252 sessions ago, ₹130 21 sessions ago and ₹90 today: 130 / 100 − 1 = 30 %.',
    differs: {
      ...NO_OTHERS,
      spreadsheets: 'Prices adjusted for dividends give a slightly higher figure.',
    },
    source: 'Jegadeesh and Titman, Returns to Buying Winners and Selling Losers, 1993',
  },
  {
    key: 'momentum_6_1',
    also: [],
    title: 'Momentum, 6 months less 1',
    group: 'Strategies',
    meaning:
      'How much a share rose over the half year before the last month. It reacts sooner than momentum over 12 months, and trades more.',
    formula: 'close 21 sessions ago / close 126 sessions ago − 1',
    flow_timing: AS_OF,
    day_count: `${SESSIONS} If one of the two sessions has no close, the nearest of the five sessions before it counts.`,
    currency: RUPEES,
    unknown_when: `${NO_PRICE}, or on one of the two sessions and the five before it. The share is then not ranked, which is not the same as ranked last.`,
    example: '₹80 126 sessions ago and ₹110 21 sessions ago: 110 / 80 − 1 = 37.5 %.',
    differs: {
      ...NO_OTHERS,
      spreadsheets: 'Prices adjusted for dividends give a slightly higher figure.',
    },
    source: 'Jegadeesh and Titman, Returns to Buying Winners and Selling Losers, 1993',
  },
  {
    key: 'low_volatility',
    also: [],
    title: 'Low volatility',
    group: 'Strategies',
    meaning:
      'How little the daily returns of a share varied over a year. The sign is reversed, so that the calmest share has the highest score.',
    formula: '− population standard deviation of the daily log returns over 252 sessions × √252',
    flow_timing: AS_OF,
    day_count: `${SESSIONS} Where sessions have no close, one return spans the gap from close to close.`,
    currency: RUPEES,
    unknown_when: `${NO_PRICE}, or none 252 sessions before; fewer than 90 % of the sessions have one, or the price never moved.`,
    example:
      'Daily log returns of +1 % and −1 % in turn: the deviation is 1 %, times √252 is 15.87 %, a score of −0.1587.',
    differs: {
      ...NO_OTHERS,
      spreadsheets:
        'It is −STDEV.P of LN(close / close before) times SQRT(252). STDEV.S divides by one less.',
    },
    source: 'Blitz and van Vliet, The Volatility Effect, 2007',
  },
  {
    key: 'trend_quality',
    also: [],
    title: 'Trend quality',
    group: 'Strategies',
    meaning:
      'How fast and how evenly a share rose: the growth of a year along a straight line through its log closes, times R², the part of their movement that the line explains. A jump counts less than a steady climb.',
    formula:
      '(e ^ (252 × b) − 1) × R², b being the slope of the least-squares line through the log closes of 90 sessions',
    flow_timing: AS_OF,
    day_count: `${SESSIONS} The day itself is the last of the 90; a session without a close keeps its place on the line.`,
    currency: RUPEES,
    unknown_when: `${NO_PRICE}, or none 89 sessions before; fewer than 90 % of the sessions have one, or the price never moved.`,
    example:
      'Log closes that rise by 0.001 each session on a straight line: e ^ 0.252 − 1 = 28.66 %, times an R² of 1. With an R² of 0.5 it would be 14.33 %.',
    differs: {
      ...NO_OTHERS,
      spreadsheets: 'It is (EXP(252 * SLOPE) - 1) * RSQ over LN(close) and the numbers from 1 to 90.',
    },
    source: 'Clenow, Stocks on the Move, 2015',
  },
  {
    key: 'rank_average',
    also: [],
    title: 'Average of ranks',
    group: 'Strategies',
    meaning:
      'Several strategies as one: each ranks the shares, and the lowest average rank is best. How far apart the scores are has no effect.',
    formula: 'sum of (weight × rank by the strategy) / sum of the weights, with the sign reversed',
    flow_timing: AS_OF,
    day_count: COMBINED_DAYS,
    currency: RUPEES,
    unknown_when:
      'One of the strategies with a weight above 0 cannot rank the share. Ranks are counted among the shares that all of them can rank; equal scores share the mean of their ranks.',
    example:
      'Two strategies of equal weight rank A 1 and 3, B 2 and 1, C 3 and 2: the averages are 2, 1.5 and 2.5, so B is first.',
    differs: { ...NO_OTHERS, spreadsheets: 'It is the average of RANK.AVG.' },
    source: 'Borda count, 1781',
  },
  {
    key: 'weighted_score',
    also: [],
    title: 'Weighted scores',
    group: 'Strategies',
    meaning:
      'Several strategies as one: how many standard deviations a share is above the mean score of each strategy, averaged by weight. A share far ahead in one strategy can make up for another.',
    formula:
      'sum of (weight × (score − mean) / population standard deviation of the scores) / sum of the weights',
    flow_timing: AS_OF,
    day_count: COMBINED_DAYS,
    currency: RUPEES,
    unknown_when:
      'One of the strategies with a weight above 0 cannot rank the share. Means and deviations are those of the shares that all of them can rank; a strategy that scores all of them alike adds 0.',
    example:
      'Scores of 30, 20 and 10 %: the mean is 20 %, the deviation 8.165 %, so A has 1.2247, B 0 and C −1.2247.',
    differs: { ...NO_OTHERS, spreadsheets: 'It is the weighted average of STANDARDIZE with STDEV.P.' },
    source: 'Standard scores',
  },
];
