import type { FormattedString } from '@grammyjs/parse-mode';
import type { GoLivePreview } from '../../core/policies/index.ts';
import { button, type ChatReply } from '../chat-reply.ts';
import { bold, type Line, lines } from './lines.ts';
import { roundMoney } from './numbers.ts';
import { sweepWords } from './policy-plans.ts';
import { day } from './times.ts';

/** What was chosen, by the id of the connection. Rupees. */
interface GoLiveChoice {
  connection: string;
  capital: number;
  order_kind: 'LIMIT' | 'MARKET';
}

/** What validation says of the backtest behind a policy. */
const validationLines = ({ validation }: GoLivePreview): Line[] =>
  validation === null
    ? []
    : [`Its backtest is ${validation.status}.`, ...validation.reasons.map(({ message }) => `· ${message}`)];

const lower = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);

/** Exactly what will happen. */
export function goLiveText(
  preview: GoLivePreview,
  { connection, capital, order_kind }: GoLiveChoice,
): FormattedString {
  const { policy_name, tag_code, summary, connections, begins_on } = preview;
  const over = connections.find(({ id }) => id === connection);
  return lines(
    bold(`LIVE · ${policy_name} (${tag_code}): real orders with real money`),
    summary,
    '',
    ...validationLines(preview),
    '',
    bold('What happens'),
    `It trades over ${over?.label ?? 'the connection'}${over === undefined ? '' : ` (${[over.broker, over.account].filter((part) => part !== null).join(', ')})`}, with ${roundMoney(capital)}.`,
    `Its live books begin with that cash at the close of ${day(begins_on)}. Those on paper stay as they are and go no further.`,
    order_kind === 'LIMIT'
      ? `Orders are limit orders, at most ${preview.order_band_pct}% beyond the last close.`
      : 'Orders are market orders: they take whatever price there is.',
    preview.liquid_sweep !== null &&
      `One thing happens without your approval: ${lower(sweepWords(preview.liquid_sweep))} You can stop that at any time.`,
    `Each plan waits for your approval and expires after ${preview.plan_expiry_hours} hours, counting exchange days only. Approved orders are sent while the market is open.`,
    `An approved order whose price is more than ${preview.plan_price_band_pct}% from its reference price when it would be sent is held, and you are asked again.`,
    `No order may be worth more than ${roundMoney(preview.max_order_value)}.`,
    preview.min_order_value > 0 &&
      `An order below ${roundMoney(preview.min_order_value)} is not made, unless it sells all of a position.`,
    'It cannot go back to paper. You can pause or retire it, and /pause_all stops all trading at once.',
  );
}

/** Why a policy cannot go live now. */
export function refusedLiveText(preview: GoLivePreview, id: string): ChatReply {
  const { policy_name, refusal } = preview;
  return {
    text: lines(
      bold(`${policy_name} cannot go live now`),
      refusal ??
        'No connection may trade. Add one to Zerodha or Dhan with the role TRADING or TRADING+SYNC (/add_connection).',
    ),
    buttons: [[button('Show the policy', { do: 'run', command: 'policies', args: [`#${id}`], fresh: true })]],
  };
}
