import type { Argument } from '../arguments.ts';
import { amount, WrongArgument, words } from '../arguments.ts';
import { button, type ChatReply } from '../chat-reply.ts';
import {
  openCases,
  type OrderSettlement,
  SETTLE_DIFFERENCE,
  SETTLE_ORDER,
} from '../commands/policy-settlements.ts';
import { bold, lines, plain } from '../text/lines.ts';
import { money, quantity as shares } from '../text/numbers.ts';
import { orderWords } from '../text/policy-plans.ts';
import { type Dialogue, talk } from './dialogue.ts';

const LONGEST_REASON = 500;
const KINDS: readonly OrderSettlement['settlement'][] = ['ADOPTED', 'MARKED_ABSENT', 'SENT_AGAIN'];

/** Asks what became of an order that the broker's book does not show, then shows it for confirmation. */
export const settleOrderDialogue: Dialogue = {
  name: SETTLE_ORDER,
  build: (parts) =>
    async function settleOrder(conversation, _ctx, given: Record<string, string> = {}) {
      const { ask, send, work } = talk(conversation, parts);
      const settlement = KINDS.find((kind) => kind === given['settlement']);
      const found = await work(async (call) => {
        const { orders } = await openCases(call);
        const one = orders.find(({ order }) => order.order_id === given['order']);
        if (one === undefined) return null;
        const { order_id: order, quantity } = one.order;
        return { order, quantity, plan: one.plan.plan_id, words: orderWords(one.order) };
      });
      if (found === null || settlement === undefined)
        return await send(() => ({
          text: plain('That order is settled already. /settle shows what is open.'),
        }));
      const said: OrderSettlement = { settlement, reason: '' };
      if (settlement === 'ADOPTED') {
        const most = found.quantity;
        said.filled_quantity = await ask(
          'filled',
          filledShares(most),
          `How many of the ${shares(most)} shares were filled?`,
        );
        said.average_price = await ask(
          'price',
          amount('price'),
          'At what price per share, as on the contract note?',
        );
      }
      said.reason = await ask(
        'reason',
        reasonGiven(),
        'What did you find out, and where? It goes on record.',
      );
      await send(() => confirmOrder(found, said));
    },
};

/** Asks what a person found out about a difference, then shows it for confirmation. */
export const settleDifferenceDialogue: Dialogue = {
  name: SETTLE_DIFFERENCE,
  build: (parts) =>
    async function settleDifference(conversation, _ctx, { id = '' }: Record<string, string> = {}) {
      const { ask, send, work } = talk(conversation, parts);
      const subject = await work(async (call) => {
        const { differences } = await openCases(call);
        return differences.find(({ difference_id }) => difference_id === id)?.subject ?? null;
      });
      if (subject === null)
        return await send(() => ({
          text: plain('That difference is settled already. /settle shows what is open.'),
        }));
      const reason = await ask(
        'reason',
        reasonGiven(),
        `Why do the books and the broker differ in ${subject}? It goes on record.`,
      );
      await send(() => ({
        text: lines(
          bold(`Settle the difference in ${subject}?`),
          `“${reason}”`,
          'The books stay as they are. Policies of the account plan again.',
        ),
        buttons: [
          [
            button('✓ Settle', { do: 'confirm', name: SETTLE_DIFFERENCE, payload: { id, subject, reason } }),
            button('✗ Cancel', { do: 'dismiss', say: 'The difference stays open.' }),
          ],
        ],
      }));
    },
};

function confirmOrder(
  { order, plan, words: what }: { order: string; plan: string; words: string },
  said: OrderSettlement,
): ChatReply {
  const { settlement, filled_quantity, average_price, reason } = said;
  const means = {
    ADOPTED: `${shares(filled_quantity)} shares at ${money(average_price)} go into the books as filled.`,
    MARKED_ABSENT:
      'It counts as never placed. What is left of the plan goes on. If it turns up after all, you are told.',
    SENT_AGAIN:
      'A new plan with this one order is made. Nothing is sent before you approve it. If the first one turns up after all, both may be filled.',
  }[settlement];
  return {
    text: lines(bold(`${what}: ${QUESTIONS[settlement]}`), means, `“${reason}”`),
    buttons: [
      [
        button('✓ Yes', { do: 'confirm', name: SETTLE_ORDER, payload: { order, plan, words: what, said } }),
        button('✗ Cancel', { do: 'dismiss', say: `Nothing was decided about ${what}.` }),
      ],
    ],
  };
}

const QUESTIONS: Record<OrderSettlement['settlement'], string> = {
  ADOPTED: 'was it filled?',
  MARKED_ABSENT: 'was it never placed?',
  SENT_AGAIN: 'send it again?',
};

/** A number of whole shares, no more than were ordered. */
function filledShares(most: number): Argument<number> {
  const any = amount('quantity');
  return {
    ...any,
    async parse(word, world) {
      const value = await any.parse(word, world);
      if (Number.isInteger(value) && value <= most) return value;
      const told = `Send whole shares, at most ${shares(most)}.`;
      throw new WrongArgument(told, { plainly: told });
    },
    options: async () => [{ label: `All ${shares(most)}`, value: String(most) }],
  };
}

const reasonGiven = (): Argument<string> => ({
  ...words('reason'),
  parse(typed) {
    if (typed.trim() !== '' && typed.length <= LONGEST_REASON) return typed.trim();
    const told = `Send a reason of at most ${LONGEST_REASON} letters.`;
    throw new WrongArgument(told, { plainly: told });
  },
});
