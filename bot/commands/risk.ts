import { charts } from '../../charts/index.ts';
import { renderPng } from '../../charts/render.ts';
import { refresh, type ChatReply } from '../chat-reply.ts';
import { optional, portfolioOrAll } from '../arguments.ts';
import { command } from '../command.ts';
import { riskText } from '../text/risk.ts';
import { nothingYet } from '../text/status.ts';

/** How deep a portfolio fell and how much it swings, in words and as a picture (spec: Chat-messaging commands, /risk). */
export const riskCommand = command({
  name: 'risk',
  family: 'Portfolio',
  summary: 'Maximum drawdown, volatility, Sharpe ratio and concentration',
  details:
    'Calculated from the last value of each day. Deposits and withdrawals count as neither gain nor loss. The Sharpe ratio uses PORTFOLIO_RISK_FREE_RATE_PCT.',
  examples: ['/risk', '/risk Zerodha'],
  arguments: { portfolio: optional(portfolioOrAll()) },
  changes: false,
  async run(call, { portfolio: name }): Promise<ChatReply> {
    const { reports } = call.core;
    const wanted = { portfolio: name ?? undefined };
    const [risk, spread] = await Promise.all([
      reports.risk.read(call.who.userId, wanted),
      reports.diversification.read(call.who.userId, wanted),
    ]);
    const { series } = risk.partial?.instead_of.includes('max_drawdown_pct') ? risk.partial : risk;
    if (series.length === 0 && spread.holdings.length === 0) return { text: nothingYet() };
    const text = riskText(risk, spread, call.format);
    const buttons = [[refresh('risk', name === null ? [] : [name])]];
    if (series.length < 3) return { text, buttons };
    const points = series.map(({ date, drawdown_pct }) => ({ day: date, drawdown_pct }));
    return {
      text,
      photo: { name: 'drawdown.png', draw: () => renderPng(charts.drawdown.config({ points })) },
      buttons,
    };
  },
});
