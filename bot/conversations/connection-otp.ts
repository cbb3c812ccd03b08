import { OTP_DIALOGUE, syncButton } from '../commands/connection-sync.ts';
import { plain } from '../text/lines.ts';
import { type Dialogue, talk } from './dialogue.ts';
import { afterHandOver, handOver } from './hand-over.ts';

const RESEND = 'not received';
const NONE_CAME = 'I did not get one';

/** Asks for the one-time password until the broker takes it, then syncs again (spec: Connection sync rules 5). */
export const connectionOtpDialogue: Dialogue = {
  name: OTP_DIALOGUE,
  isPrivate: true,
  build: (parts) =>
    async function connectionOtp(conversation, _ctx, { id = '' }: Record<string, string> = {}) {
      const { askInConfidence, send, work } = talk(conversation, parts);
      const { label, broker_title } = await work(({ core, who }) => core.connections.get(who.userId, id));
      await work(({ core, who, place }) => core.chat.drafts.begin(who.userId, place));
      let told: string | null = null;
      for (;;) {
        const word = await askInConfidence(
          'otp',
          {
            question: `Which one-time password did ${broker_title} send you for ${label}?`,
            hint: ['I delete your message as soon as I have read it. /cancel stops.'],
            isHidden: true,
            instead: [{ label: NONE_CAME, word: RESEND }],
          },
          told,
        );
        if (word === RESEND) {
          await send(async ({ core, who }) => {
            const { message } = await core.connections.resendOtp(who.userId, id);
            return { text: plain(message), buttons: [[syncButton({ id }, '↻ Request another one')]] };
          });
          told = null;
          continue;
        }
        const handed = await work((call) =>
          handOver(call, 'otp', async (text) => {
            await call.core.connections.verifyOtp(call.who.userId, id, text, call.actor);
          }),
        );
        if (handed.kind !== 'again') return await send((call) => afterHandOver(call, id, handed));
        told = `That password was wrong or has expired. Send it again, or press “${NONE_CAME}” for another one.`;
      }
    },
};
