import { descriptionOf } from '../../core/chat/index.ts';
import { OPTIONAL_PARTS, type OptionalPart, PART_TABLE } from '../../core/identity/index.ts';
import { type Argument, choice, optional } from '../arguments.ts';
import { button, type ChatReply } from '../chat-reply.ts';
import { type Call, command } from '../command.ts';
import { showPart } from '../part-offer.ts';
import { needsOwner } from '../runner.ts';
import { bold, inline, lines } from '../text/lines.ts';

const part: Argument<OptionalPart> = choice([...OPTIONAL_PARTS]);

/** Lists the parts of Munim, and shows or hides one. */
export const partsCommand = command({
  ...descriptionOf('parts'),
  arguments: { part: optional(part), state: optional(choice(['on', 'off'])) },
  async run(call, { part: named, state }) {
    if (named === null || state === null) return await list(call);
    if (call.who.role !== 'owner') return needsOwner('parts', call);
    const { parts } = call.core.identity;
    const shown = await parts.shown(call.who.userId);
    const wanted = OPTIONAL_PARTS.filter((one) => (one === named ? state === 'on' : shown.has(one)));
    await parts.save(call.who.userId, { shown: wanted });
    return await list(call);
  },
});

async function list({ core, who }: Call): Promise<ChatReply> {
  const shown = await core.identity.parts.shown(who.userId);
  return {
    text: lines(
      bold('Parts of Munim'),
      inline('✓ ', bold(PART_TABLE.portfolio.title), ': always shown'),
      ...OPTIONAL_PARTS.map((one) =>
        inline(shown.has(one) ? '✓ ' : '– ', bold(PART_TABLE[one].title), `: ${PART_TABLE[one].summary}`),
      ),
      '',
      'Hidden parts are left out of menus, help and notifications. Their commands still work. A part cannot be hidden while something in it is running.',
    ),
    ...(who.role === 'owner'
      ? {
          buttons: OPTIONAL_PARTS.map((one) => [
            shown.has(one)
              ? button(`Hide ${PART_TABLE[one].title}`, { do: 'run', command: 'parts', args: [one, 'off'] })
              : showPart(one, false),
          ]),
        }
      : {}),
  };
}
