import { descriptionOf } from '../../core/chat/index.ts';
import { charts } from '../../charts/index.ts';
import { type Argument, optional, portfolioOrAll } from '../arguments.ts';
import { button, refresh, type ChatReply } from '../chat-reply.ts';
import { type Call, command } from '../command.ts';
import { optionsRiskText } from '../text/options/guards.ts';
import { riskText } from '../text/risk.ts';
import { emptyBooksText } from '../text/status.ts';

/** Behind it, the risk of the options workspace is shown. */
const OPTIONS = 'options';

/** A portfolio, or the word for the options workspace. A portfolio of that name is there under another case: Options. */
const portfolioOrOptions: Argument<{ portfolio: string | null } | typeof OPTIONS> = {
  ...portfolioOrAll(),
  placeholder: `portfolio|${OPTIONS}`,
  parse: async (word, world) =>
    word === OPTIONS ? OPTIONS : { portfolio: await portfolioOrAll().parse(word, world) },
};

/** How deep a portfolio fell and how much it swings, in words and as a picture (spec: Chat-messaging commands, /risk). */
export const riskCommand = command({
  ...descriptionOf('risk'),
  arguments: { portfolio: optional(portfolioOrOptions) },
  async run(call, { portfolio: of }): Promise<ChatReply> {
    if (of === OPTIONS) return await optionsRisk(call);
    const name = of?.portfolio ?? null;
    const { reports } = call.core;
    const wanted = { portfolio: name ?? undefined };
    const [risk, spread] = await Promise.all([
      reports.risk.read(call.who.userId, wanted),
      reports.diversification.read(call.who.userId, wanted),
    ]);
    const { series } = risk;
    // The store of the options workspace may be away: that is no reason to withhold this answer.
    const others = (await call.core.options.hasRecords(call.who.userId).catch(() => false))
      ? [button('Options risk', { do: 'run', command: 'risk', args: [OPTIONS], fresh: true })]
      : [];
    if (series.length === 0 && spread.holdings.length === 0) {
      const text = emptyBooksText(await call.core.portfolio.dashboard.read(call.who.userId));
      return { text, ...(others.length === 0 ? {} : { buttons: [others] }) };
    }
    const text = riskText(risk, spread, call.format);
    const buttons = [[refresh('risk', name === null ? [] : [name]), ...others]];
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
    buttons: [[refresh('risk', [OPTIONS]), button('All guards', { do: 'run', command: 'safety', args: [] })]],
  };
}
