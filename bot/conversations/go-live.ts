import type { GoLivePreview } from '../../core/policies/index.ts';
import { Problem } from '../../core/platform/index.ts';
import { amount, type Argument, choice, WrongArgument } from '../arguments.ts';
import { button } from '../chat-reply.ts';
import { GO_LIVE } from '../commands/policy-actions.ts';
import { namedActor, signed } from '../commands/signed.ts';
import { goLiveText, refusedLiveText } from '../text/go-live.ts';
import { bold, lines } from '../text/lines.ts';
import { roundMoney } from '../text/numbers.ts';
import { type Dialogue, talk } from './dialogue.ts';
import { typedWords } from './resume-trading.ts';

const KINDS = ['LIMIT', 'MARKET'] as const;

/** Asks over which connection, with how much and by which orders a policy is to trade; it then does so once the words are typed. */
export const goLiveDialogue: Dialogue = {
  name: GO_LIVE,
  build: (parts) =>
    async function goLive(conversation, _ctx, { id = '' }: Record<string, string> = {}) {
      const { ask, send, work } = talk(conversation, parts);
      const preview = await work(({ core, who }) => core.policies.live.previewGoLive(who.userId, id));
      if (preview.refusal !== null || preview.connections.length === 0)
        return await send(() => refusedLiveText(preview, id));
      const connection = await ask(
        'connection',
        tradingConnection(preview),
        `Which account should ${preview.policy_name} trade over?`,
      );
      const capital = await ask('capital', capitalOf(preview), 'How many rupees may it use?');
      const order_kind = await ask(
        'kind',
        choice(KINDS),
        'Which kind of orders? LIMIT orders trade within a band around the last close; MARKET orders take any price.',
      );
      await send(() => ({ text: goLiveText(preview, { connection, capital, order_kind }) }));
      await ask('words', typedWords(preview.words), `Type "${preview.words}" to do it, or /cancel`);
      // Going live again over the same connection changes nothing, and the key of the message is on record.
      await send(async (call) => {
        const body = { broker_connection_id: connection, capital, order_kind };
        let policy: Awaited<ReturnType<typeof call.core.policies.live.goLive>>;
        try {
          policy = await call.core.policies.live.goLive(call.who.userId, id, body, namedActor(call));
        } catch (error) {
          if (!(error instanceof Problem) || error.status >= 500) throw error;
          return refusedLiveText({ ...preview, refusal: error.detail }, id);
        }
        return {
          text: lines(
            bold(`${policy.name} is LIVE`),
            `It may use ${roundMoney(capital)}. Each of its plans waits for your approval; Munim tells you when there is one.`,
            signed(call),
          ),
          buttons: [
            [button('Show the policy', { do: 'run', command: 'policies', args: [`#${id}`], fresh: true })],
          ],
        };
      });
    },
};

/** One of the connections that may trade, by its name or id. */
function tradingConnection({ connections }: GoLivePreview): Argument<string> {
  return {
    placeholder: 'connection',
    optional: false,
    rest: true,
    question: 'Which connection?',
    parse(word) {
      const wanted = word.trim().toLowerCase();
      const found = connections.find(
        ({ id, label }) => `#${id}` === wanted || label.toLowerCase() === wanted,
      );
      if (found !== undefined) return found.id;
      const told = `Choose one of ${connections.map(({ label }) => label).join(', ')}.`;
      throw new WrongArgument(told, { plainly: told });
    },
    options: async () =>
      connections.map(({ id, label, account }) => ({
        label: account === null ? label : `${label} (${account})`,
        value: `#${id}`,
      })),
  };
}

const capitalOf = ({ paper_capital }: GoLivePreview): Argument<number> => ({
  ...amount('amount'),
  options: async () => [{ label: `${roundMoney(paper_capital)}, as on paper`, value: String(paper_capital) }],
});
