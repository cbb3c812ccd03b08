import { letterBody, letterTitle } from '../../charts/letter-text.ts';
import { descriptionOf } from '../../core/chat/index.ts';
import { onDay } from '../../core/market/calendar/index.ts';
import { choice, optional, portfolioOrAll } from '../arguments.ts';
import { button, type Button, rows, type ChatReply } from '../chat-reply.ts';
import { CHART_KINDS, chartOf, type ChartKindName } from '../charts.ts';
import { type Call, command, type Command, type Confirmation } from '../command.ts';
import { acceptValue, decideAlias, health } from './health.ts';
import { moversText, slicesText } from '../text/breakdown.ts';
import { bold, lines, plain } from '../text/lines.ts';
import { earningsLine } from '../text/earnings.ts';
import { isEmpty, nothingYet } from '../text/empty-books.ts';
import { freshness, warningLines } from '../text/freshness.ts';
import { portfolioTable } from '../text/status.ts';
import { exclusionLines, starLine, totalLines } from '../text/totals.ts';
import { moment } from '../text/times.ts';

const KIND_LABELS: Record<ChartKindName, string> = {
  value: 'Value',
  benchmark: 'Benchmark',
  drawdown: 'Drawdown',
  months: 'Months',
  attribution: 'Attribution',
  allocation: 'Allocation',
  sectors: 'Sectors',
  income: 'Income',
  movers: 'Movers',
};

const CHARTS_A_ROW = 4;

const chart = command({
  ...descriptionOf('chart'),
  arguments: { kind: optional(choice(CHART_KINDS)), portfolio: optional(portfolioOrAll()) },
  async run(call, { kind, portfolio: name }): Promise<ChatReply> {
    const chosen = kind ?? 'value';
    const drawing = await chartOf(call.core, call.who.userId, chosen, name);
    const others = CHART_KINDS.filter((other) => other !== chosen).map((other) =>
      button(KIND_LABELS[other], {
        do: 'run',
        command: 'chart',
        args: name === null ? [other] : [other, name],
      }),
    );
    const buttons = rows(others, CHARTS_A_ROW);
    if ('reason' in drawing) {
      const view = await call.core.portfolio.dashboard.read(call.who.userId);
      return isEmpty(view) ? { text: nothingYet() } : { text: plain(drawing.reason), buttons };
    }
    return {
      text: plain(drawing.caption),
      photo: { name: drawing.name, config: () => drawing.config },
      buttons,
    };
  },
});

const report = command({
  ...descriptionOf('report'),
  arguments: {},
  async run(call): Promise<ChatReply> {
    const view = await call.core.portfolio.dashboard.read(call.who.userId);
    if (isEmpty(view)) return { text: nothingYet() };
    const now = call.core.clock.now();
    const drawing = await chartOf(call.core, call.who.userId, 'value', null);
    const photo = 'reason' in drawing ? {} : { photo: { name: drawing.name, config: () => drawing.config } };
    const buttons = await inWords(call);
    const head = [
      bold(`Report, ${moment(now)}`),
      ...totalLines(view.total, 'detailed'),
      ...exclusionLines(view.total, 'detailed'),
    ];
    if (call.format === 'compact')
      return {
        text: lines(head, freshness(view, now)),
        ...photo,
        buttons,
      };
    const { gainers, losers } = view.movers.day;
    const ofDay = onDay(view.total.day_change_label);
    const text = lines(
      head,
      ...(view.portfolios.length > 1
        ? [
            '',
            bold('Portfolios'),
            portfolioTable(view),
            starLine(view.portfolios, 'total_profit_pct', 'day_change_pct'),
          ]
        : []),
      '',
      slicesText(
        'Asset classes',
        view.allocation.asset_class,
        { basis: view.allocation.basis, currency: view.base_currency },
        'detailed',
      ),
      ...(gainers.length > 0
        ? ['', moversText({ title: `Top gainers ${ofDay}`, of: 'day' }, gainers, view, 'detailed')]
        : []),
      ...(losers.length > 0
        ? ['', moversText({ title: `Top losers ${ofDay}`, of: 'day' }, losers, view, 'detailed')]
        : []),
      ...(view.earnings.transactions_count > 0 ? ['', bold('Realised so far'), earningsLine(view)] : []),
      '',
      freshness(view, now),
      ...warningLines(view),
    );
    return { text, ...photo, buttons };
  },
});

/** The same in a paragraph, for whoever has a model that can write it. */
async function inWords({ core, who }: Call): Promise<Button[][]> {
  const isReady = await core.assistant.isReady(who.userId);
  return isReady ? [[button('In words', { do: 'run', command: 'insight', args: [], fresh: true })]] : [];
}

/** The week up to today, in the words of the letter that comes on Sundays. */
const letter = command({
  ...descriptionOf('letter'),
  arguments: {},
  async run({ core, who }): Promise<ChatReply> {
    const view = await core.reports.letter.read(who.userId);
    if (view.holdings_count === 0) return { text: nothingYet() };
    const drawing = await chartOf(core, who.userId, 'value', null);
    return {
      text: lines(bold(letterTitle(view)), letterBody(view)),
      ...('reason' in drawing ? {} : { photo: { name: drawing.name, config: () => drawing.config } }),
    };
  },
});

export const reportCommands: Command[] = [chart, report, letter, health];

export const reportConfirmations: Confirmation[] = [acceptValue, decideAlias];
