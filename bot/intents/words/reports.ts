import { portfolioOf, type WordTable } from './row.ts';

/** Pictures, reports, goals and what is said of the data. */
export const REPORT_WORDS: WordTable = {
  chart: [
    {
      phrases: `
        chart | chart portfolio | chart value | value over time | portfolio over time | portfolio grow |
        growth | portfolio history | growth chart | net worth chart | chart {period} |
        portfolio progress | history`,
      args: (slots) => {
        const portfolio = slots.entity('portfolio');
        return portfolio === null ? [] : ['value', portfolio];
      },
    },
    {
      phrases: `
        monthly return | return of each month | return by month | best month | worst month |
        month wise return | monthly performance | monthly chart | monthly profit | chart months |
        heatmap`,
      args: () => ['months'],
    },
    { phrases: 'drawdown chart | draw down chart | chart fall', args: () => ['drawdown'] },
    {
      phrases:
        'allocation chart | asset allocation chart | asset class chart | chart equity debt | chart asset',
      args: () => ['allocation'],
    },
    { phrases: 'sector chart | industry chart | treemap', args: () => ['sectors'] },
    { phrases: 'dividend chart | income chart | chart payout', args: () => ['income'] },
    {
      phrases: `
        attribution | contribution | contributed most | contribute gain | contributed return |
        contributor | return come from`,
      args: () => ['attribution'],
    },
    {
      phrases: 'movers chart | chart gainers losers | chart gainers | chart losers',
      args: () => ['movers'],
    },
    {
      phrases: 'benchmark chart | compare chart | chart {index} | chart compare {index}',
      args: (slots) => {
        slots.entity('index');
        return ['benchmark'];
      },
    },
  ],
  letter: [
    { phrases: 'letter | my letter | weekly letter | weekly report | weekly summary | week in review' },
  ],
  report: [
    {
      phrases: `
        report | full report | daily report | morning report | evening report | report now |
        report {period}`,
      args: (slots) => {
        slots.period(() => 'now');
        return [];
      },
    },
  ],
  insight: [
    {
      phrases: `
        insight | ai insight | =in words | =in plain words | =in one paragraph | =in a paragraph |
        explain portfolio | summarise portfolio | summarize portfolio | describe portfolio |
        portfolio words | =sum up my portfolio | portfolio insight`,
    },
  ],
  health: [
    {
      phrases: `
        data quality | data ok | data wrong | data problem | missing prices | missing price |
        price missing | prices up to date | prices old | stale prices | wrong data | health |
        something wrong with data | price wrong | prices updated | errors`,
    },
    {
      phrases: `
        =check my books | =check books | =audit my books | audit | audit books | figures agree |
        =do my figures agree | =are my books right`,
      args: () => ['check'],
    },
  ],
  rebalance: [
    {
      phrases: `
        rebalance | rebalancing | targets | off target | target allocation | drift | buy to rebalance |
        sell to rebalance | {portfolio} rebalance`,
      args: portfolioOf,
    },
  ],
  goals: [
    {
      phrases: `
        goal | goal progress | on track | =am i on track | goals on track | financial goals |
        targets goals | track goals | =how far am i | milestones`,
    },
    {
      phrases: `
        {goal} | {goal} goal | {goal} track | {goal} on track | {goal} progress | far {goal} |
        afford {goal} | buy {goal} | able buy {goal} | save {goal} | saved for {goal} | enough {goal} |
        when {goal} | {goal} fund | {goal} target`,
      args: (slots) => [slots.entity('goal')],
    },
  ],
  sips: [
    {
      phrases: `
        sip | next sip | sip plan | upcoming sip | sip date | sip every month | sip due | my sips |
        monthly sip | sip instalment | sip installment | sip pay | sip amount |
        systematic investment plan | sip {period}`,
      args: (slots) => {
        slots.period(() => 'soon');
        return [];
      },
    },
  ],
  sip: [
    {
      phrases: '{plan} sip | {plan} sip due | {plan} sip date | {plan} instalment | {plan} sip amount',
      args: (slots) => [slots.entity('plan')],
    },
    {
      phrases: '{symbol} sip | {symbol} sip due | {symbol} sip date',
      args: (slots) => {
        const symbol = slots.entity('symbol');
        const plan = slots.planOf(symbol);
        return plan === null ? null : [plan];
      },
    },
  ],
};
