import { descriptionOf } from '../../core/chat/index.ts';
import { charts } from '../../charts/index.ts';
import { choice, optional, portfolioOrAll } from '../arguments.ts';
import { button, refresh, type ChatReply } from '../chat-reply.ts';
import { type Call, command, type Command } from '../command.ts';
import { usage } from '../runner.ts';
import { optionsRiskText } from '../text/options/guards.ts';
import { riskText } from '../text/risk.ts';
import { emptyBooksText } from '../text/empty-books.ts';

const OPTIONS = 'options';
/** Names the argument, since a portfolio may have the name Options. */
const WORKSPACE = [`workspace=${OPTIONS}`];

/** How deep a portfolio fell and how much it swings, in words and as a picture (spec: Chat-messaging commands, /risk). */
export const riskCommand: Command = command({
  ...descriptionOf('risk'),
  arguments: { portfolio: optional(portfolioOrAll()), workspace: optional(choice([OPTIONS])) },
  async run(call, { portfolio: name, workspace }): Promise<ChatReply> {
    if (workspace !== null && name !== null)
      return usage(riskCommand, `The options workspace is not part of ${name}.`);
    if (workspace !== null) return await optionsRisk(call);
    const { reports } = call.core;
    const wanted = { portfolio: name ?? undefined };
    const [risk, spread] = await Promise.all([
      reports.risk.read(call.who.userId, wanted),
      reports.diversification.read(call.who.userId, wanted),
    ]);
    const { series } = risk;
    // The store of the options workspace may be away: that is no reason to withhold this answer.
    const others = (await call.core.options.hasRecords(call.who.userId).catch(() => false))
      ? [button('Options risk', { do: 'run', command: 'risk', args: WORKSPACE, fresh: true })]
      : [];
    if (series.length === 0 && spread.holdings.length === 0) {
      const text = emptyBooksText(await call.core.portfolio.dashboard.read(call.who.userId));
      return { text, ...(others.length === 0 ? {} : { buttons: [others] }) };
    }
    const text = riskText(risk, spread, call.format);
    const buttons = [[refresh('risk', name === null ? [] : [`portfolio=${name}`]), ...others]];
    if (series.length < 3) return { text, buttons };
    const points = series.map(({ date, drawdown_pct }) => ({ day: date, drawdown_pct }));
    return {
      text,
      photo: { name: 'drawdown.png', config: () => charts.drawdown.config({ points }) },
      buttons,
    };
  },
});

async function optionsRisk({ core, who }: Call): Promise<ChatReply> {
  const hasRecords = await core.options.hasRecords(who.userId);
  const view = await core.options.envelope.read(who.userId);
  return {
    text: optionsRiskText(view, hasRecords),
    buttons: [[refresh('risk', WORKSPACE), button('All guards', { do: 'run', command: 'safety', args: [] })]],
  };
}
