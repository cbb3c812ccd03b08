import { asCalendarYear, asDaysAhead, asFinancialYear, asWindow } from '../periods.ts';
import { isHeld, portfolioOf, type WordTable } from './row.ts';

/** What everything is worth, what it made, and what it pays. */
export const PORTFOLIO_WORDS: WordTable = {
  status: [
    {
      phrases: `
        =how am i doing | =how are we doing | =how is it going | =how are things | =where do i stand |
        portfolio | portfolio status | portfolio value | portfolio summary | portfolio worth |
        portfolio do | status | complete status | summary | overview | dashboard | snapshot |
        total value | value investments | investments worth | investments do | =money in stocks |
        invested total | =how much have i invested | current value | =how much money do i have | worth |
        {portfolio} | {portfolio} portfolio | {portfolio} value | {portfolio} account`,
      args: portfolioOf,
    },
  ],
  live_status: [
    {
      phrases: `
        {today} | {today} gain | {today} performance | {today} performance shares | {today} change | {today} up | {today} down up | {today} loss |
        {today} portfolio | {today} value | =am i up or down | up down | day change | live value | live |
        live status | intraday`,
      args: (slots) => {
        slots.period((period) => (period.kind === 'day' ? 'today' : null));
        return [];
      },
    },
    {
      phrases: '{week} | {week} gain | {week} portfolio | {week} profit',
      args: (slots) => {
        slots.period((period) => (period.kind === 'week' ? 'week' : null));
        return [];
      },
    },
  ],
  networth: [
    {
      phrases: `
        net worth | =what am i worth | =how rich am i | loans | =how much do i owe | assets liabilities |
        liabilities | debts balance | home loan | total assets | wealth`,
    },
  ],
  holding: [
    {
      phrases: `
        holdings | holdings list | top holdings | biggest holding | largest holding | =what do i own | =what do i have | =which shares do i have |
        =which stocks do i have | all stocks | list stocks | my stocks | my funds | all shares |
        all funds | mutual funds | stocks hold | shares hold | funds hold`,
    },
    {
      phrases: `
        {held} | {held} price | {held} chart | {held} share price | {held} do | {held} gain | {held} profit loss |
        {held} loss | {held} holding | {held} quantity | {held} average price | {held} value |
        {held} xirr | {held} return | {held} shares | {held} stock | {held} worth | {held} fund |
        {held} lots | {held} invested | {held} hold | {held} up | {held} performance`,
      args: (slots) => {
        slots.period((period) => (period.kind === 'day' ? 'today' : null));
        return [slots.entity('symbol', isHeld)];
      },
    },
  ],
  top_gainers: [
    {
      phrases: `
        rise | rise most | gainers | top gainers | winners | winners {today} | best {today} |
        rise {today} | =went up {today} | =went up | gone up | best stock {today} | best fund {today} |
        why portfolio rise | top movers | movers | best performer {today} | =why am i up`,
      args: (slots) => {
        slots.period((period) => (period.kind === 'day' || period.kind === 'week' ? 'day' : null));
        return [];
      },
    },
    {
      phrases: `
        best | best fund | best stock | best investment | best holding | best performing |
        best perform stock | best performing holding | best performing fund | profitable |
        most profitable | profitable stock | winners overall | multibaggers | multibagger |
        gainers overall | top performers | stocks in profit | biggest winner`,
      args: (slots) => {
        slots.period((period) => (period.kind === 'day' ? null : 'total'));
        return ['total'];
      },
    },
  ],
  top_losers: [
    {
      phrases: `
        fall | fall most | losers | top losers | biggest losers | losers {today} | fall {today} |
        why portfolio fall | portfolio fall | =why am i down | =why are we down | went down | gone down |
        portfolio down | down {today} | dragging portfolio | hurting portfolio | hurt | worst {today} |
        worst stock {today}`,
      args: (slots) => {
        slots.period((period) => (period.kind === 'all' || period.kind === 'year' ? null : 'day'));
        return [];
      },
    },
    {
      phrases: `
        worst | worst fund | worst stock | worst investment | worst holding | worst performing |
        worst performing stock | worst perform fund | stocks loss | stocks in loss | shares in loss |
        fund in loss | losers overall | underperformers | underperforming | biggest mistake |
        losing money stock | lost most overall | share loss | fund loss | =losing money`,
      args: (slots) => {
        slots.period((period) => (period.kind === 'day' ? null : 'total'));
        return ['total'];
      },
    },
  ],
  pnl: [
    {
      phrases: `
        gain | profit loss | total profit | total gain | gain {period} | portfolio gain | booked |
        profit booked | realised | realised gain | realized gain | unrealised gain | unrealized gain |
        unrealised | performance | portfolio performance | {period} | perform {period} | gain money |
        loss | loss {period} | loss money | gain or loss | {portfolio} loss | performance {period} |
        portfolio {period} | {portfolio} gain | charges paid | brokerage paid`,
      args: (slots) => {
        // A day has a view of its own.
        if (slots.period(({ kind }) => (kind === 'day' ? kind : null)) !== null) return null;
        const period = slots.period(asWindow);
        const portfolio = slots.entity('portfolio');
        if (period === null) {
          if (slots.period(({ kind }) => (kind === 'week' ? '1M' : null)) !== null) return ['1M'];
          return portfolio === null ? [] : ['Max', portfolio];
        }
        return [period, portfolio];
      },
    },
  ],
  xirr: [
    {
      phrases: `
        xirr | irr | cagr | annual return | annual gain | annual rate | rate of return | return per year |
        gain per annum | return p.a | twr | time weighted return | money weighted | return percentage |
        percent return | xirr {portfolio} | cagr {portfolio} | annual return {portfolio}`,
      args: (slots) => {
        slots.period(({ kind }) => (kind === 'all' ? 'Max' : null));
        return portfolioOf(slots);
      },
    },
  ],
  benchmark: [
    {
      phrases: `
        beat market | beat index | compare index | compare market | index | alpha | do compare market |
        compare benchmark | benchmark | market compare | beat benchmark | do market`,
      args: (slots) => [slots.period(asWindow)],
    },
    {
      phrases: `
        beat {index} | compare {index} | {index} comparison | portfolio {index} | do {index} better |
        alpha {index} | gain {index}`,
      args: (slots) => [slots.period(asWindow) ?? '1Y', slots.entity('index'), slots.entity('portfolio')],
    },
    {
      phrases: `
        {index} | {index} up | {index} rise | {index} fall | {index} do | {index} {period} |
        {index} {today} | market {today} | index {today}`,
      args: (slots) => {
        const period = slots.period(asWindow);
        slots.period(({ kind }) => (kind === 'day' || kind === 'week' ? kind : null));
        const index = slots.entity('index');
        return [period ?? '1M', index ?? 'NIFTY50'];
      },
    },
  ],
  sectors: [
    {
      phrases: `
        sector | sector exposure | sector allocation | sectors in | industry | it sector | bank exposure |
        much in bank | too much bank | pharma | exposure bank | auto sector | bank sector | sectoral |
        sector {portfolio}`,
    },
  ],
  allocation: [
    {
      phrases: `
        allocation | asset allocation | asset class | equity | equity debt | equity compare debt |
        in equity | diversified | gold | gold percent | how much gold | much debt | split asset |
        asset mix | portfolio mix | percentage equity | in debt | in cash | cash | =where is my money |
        =where is my money invested | exposure`,
    },
  ],
  currency: [
    {
      phrases: `
        currency | currency exposure | dollar | in dollar | dollar hold | usd holding | foreign currency |
        in usd | rupee dollar | exchange rate | foreign holdings`,
    },
  ],
  risk: [
    {
      phrases: `
        risk | portfolio risk | how risky | volatility | drawdown | max drawdown | maximum drawdown |
        sharpe | sharpe ratio | beta | =how much could i lose | =how much can i lose | sortino |
        value at risk | standard deviation | too concentrated | concentration risk | risk {portfolio} |
        safe portfolio | drawdown {portfolio}`,
      args: portfolioOf,
    },
    { phrases: 'options risk | risk options', args: () => ['options'] },
  ],
  dividends: [
    {
      phrases: `
        dividend | dividend income | dividend receive | get dividend | passive income | income |
        next dividend | dividend yield | when dividend | interest income | upcoming dividend |
        income from stocks | payout | dividend {period} | income {period} | dividend pay`,
      args: (slots) => [slots.period(asCalendarYear)],
    },
    {
      phrases: `
        {symbol} dividend | {symbol} pay dividend | dividend from {symbol} | {symbol} payout |
        {symbol} dividend give | {symbol} income`,
      args: (slots) => {
        slots.period(asCalendarYear);
        return [slots.entity('symbol')];
      },
    },
  ],
  bonds: [
    {
      phrases: `
        bond | bond mature | coupon | coupon payment | ncd | ncd interest | bond interest | fixed income |
        gsec | g sec | government bond | sgb | debenture`,
    },
  ],
  tax: [
    {
      phrases: `
        tax | pay tax | owe tax | tax gain | capital gain | capital gain tax | capital gain statement |
        capital gain report | tax report | tax statement | tax liability | ltcg | stcg | ltcg stcg |
        long term capital gain | short term capital gain | long term gain | short term gain |
        tax {period} | itr | schedule 112a | 112a | tax harvest | harvest | loss harvest | tax loss | income tax | tax save |
        itr filing | long term | short term | advance tax`,
      args: (slots) => {
        const year = slots.period(asFinancialYear);
        return [year, slots.entity('portfolio')].slice(0, year === null ? 1 : 2);
      },
    },
  ],
  calendar: [
    {
      phrases: `
        calendar | upcoming | upcoming payments | upcoming events portfolio | coming up |
        =what is coming up | =what is coming | =what comes next | comes {period} | coming {period} | due |
        due {period} | payments due | payment {period} | upcoming dates | dates | agenda |
        payment schedule | what next`,
      args: (slots) => [slots.period(asDaysAhead)],
    },
  ],
  transactions: [
    {
      phrases: `
        transaction | recent transactions | last transactions | transaction history | trade | my trades | last trade |
        trade list | order | order history | recent trade | what buy recently | bought recently |
        =what did i buy | =what did i sell | ledger | trade history | purchases | passbook |
        contract notes | transaction {period} | bought {period} | sold {period} | trades {period}`,
      args: (slots) => {
        slots.period((period) => (period.kind === 'all' ? 'all' : null));
        return [];
      },
    },
    {
      phrases: `
        {symbol} transaction | {symbol} trade | =when did i buy {symbol} | =when did i last buy {symbol} | =when did i sell {symbol} |
        =what did i pay for {symbol} | pay {symbol} | pay for {symbol} | {symbol} purchase |
        {symbol} history | {symbol} order | {symbol} buy price | {symbol} first buy | {symbol} ledger`,
      args: (slots) => [slots.entity('symbol')],
    },
    { phrases: '{portfolio} transaction | {portfolio} trade | {portfolio} order', args: portfolioOf },
  ],
};
