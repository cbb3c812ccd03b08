import { descriptionOf } from '../../core/chat/index.ts';
import { type Argument, optional, portfolioOrAll, WrongArgument } from '../arguments.ts';
import { button, refresh, rows, type ChatReply } from '../chat-reply.ts';
import { command, type Confirmation } from '../command.ts';
import { bold, lines } from '../text/lines.ts';
import { taxText } from '../text/tax.ts';
import { signed } from './signed.ts';

const MOST_YEARS = 6;

/** An Indian financial year: 2024-25, FY 2024-25. */
const financialYear: Argument<string> = {
  placeholder: 'year',
  optional: false,
  rest: false,
  question: 'Which financial year?',
  parse(word) {
    const [, first, last] = /^(?:FY)?(\d{4})-(\d{2})$/i.exec(word) ?? [];
    if (first === undefined || (Number(first) + 1) % 100 !== Number(last)) {
      const rest = 'is not a financial year. Send one such as 2025-26.';
      throw new WrongArgument(`"${word}" ${rest}`, { plainly: `That ${rest}` });
    }
    return `${first}-${last}`;
  },
};

/** Gains of a financial year by term, and what the rules make of them, as the dashboard's Tax page has it. */
export const taxCommand = command({
  ...descriptionOf('tax'),
  arguments: { year: optional(financialYear), portfolio: optional(portfolioOrAll()) },
  async run({ core, who }, { year, portfolio }): Promise<ChatReply> {
    const view = await core.reports.tax.read(who.userId, {
      ...(year === null ? {} : { fy: year }),
      ...(portfolio === null ? {} : { portfolio }),
    });
    const given = (fy: string) => (portfolio === null ? [fy] : [fy, portfolio]);
    const others = view.years
      .filter((fy) => fy !== view.fy)
      .slice(0, MOST_YEARS)
      .map((fy) => button(fy, { do: 'run', command: 'tax', args: given(fy) }));
    const switched = button(view.intraday_first ? 'Match intraday first: on' : 'Match intraday first: off', {
      do: 'confirm',
      name: SWITCH,
      payload: { on: !view.intraday_first },
    });
    return {
      text: taxText(view),
      buttons: [...rows(others, 3), [switched], [refresh('tax', given(view.fy))]],
    };
  },
});

const SWITCH = 'set_intraday_first';

/** Turns intraday matching on or off: every figure of lots follows. */
export const intradayConfirmation: Confirmation = {
  name: SWITCH,
  async run(call, payload) {
    const wanted = { intraday_first: payload['on'] === true };
    const { intraday_first } = await call.core.portfolio.lotSettings.save(
      call.who.userId,
      wanted,
      call.actor,
    );
    return {
      text: lines(
        bold(intraday_first ? 'Intraday matching is on' : 'Intraday matching is off'),
        intraday_first
          ? 'Shares bought and sold on one day are matched first, as speculative business. Older lots are untouched.'
          : 'All sales are matched first in, first out, and count as capital gains.',
        signed(call),
      ),
      buttons: [[refresh('tax', [])]],
    };
  },
};
