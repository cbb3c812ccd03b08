import { Readable } from 'node:stream';
import { Problem } from '../../core/platform/index.ts';
import type { Call } from '../command.ts';
import { importCard } from '../import-card.ts';
import { PASSWORD_DIALOGUE } from '../import.ts';
import { plain } from '../text/lines.ts';
import { type Dialogue, talk } from './dialogue.ts';

const MOST_TRIES = 5;

/** What came of a password: the file was read, the password was wrong, or the file cannot be imported. */
type Opened = { kind: 'read'; importId: string } | { kind: 'again' | 'over'; told: string };

/** Asks for the password of a file that was dropped into the chat, and shows the file. The password is used and forgotten. */
export const filePasswordDialogue: Dialogue = {
  name: PASSWORD_DIALOGUE,
  isPrivate: true,
  build: (parts) =>
    async function filePassword(conversation, _ctx, args: Record<string, string> = {}) {
      const { file_id = '', name = 'the file', caption = '' } = args;
      const { askInConfidence, send, work, workWithFile } = talk(conversation, parts);
      const target = caption.trim() === '' ? null : caption.trim().slice(0, 80);
      const forget = async ({ core, who, place }: Call): Promise<void> =>
        await core.chat.drafts.forget(who.userId, place);
      await work(({ core, who, place }) => core.chat.drafts.begin(who.userId, place));
      let told: string | null = null;
      for (let tries = 1; ; tries++) {
        await askInConfidence(
          'password',
          {
            question: `What is the password of ${name}?`,
            hint: [
              'I delete your message as soon as I have read it, and I do not keep the password. /cancel stops.',
            ],
            isHidden: true,
          },
          told,
        );
        const opened: Opened = await workWithFile(
          file_id,
          async (call, bytes) => await openFile(call, bytes, { name, target }),
        );
        if (opened.kind === 'again' && tries < MOST_TRIES) {
          ({ told } = opened);
          continue;
        }
        await work(async (call) => {
          await forget(call);
          return null;
        });
        return await send(async (call) => {
          if (opened.kind === 'read')
            return await importCard(
              call,
              await call.core.portfolio.imports.get(call.who.userId, opened.importId),
              { target },
            );
          const again =
            opened.kind === 'again' ? ' Send the file again once you have found its password.' : '';
          return { text: plain(`${opened.told}${again} Nothing was imported.`) };
        });
      }
    },
};

async function openFile(
  { core, place, who }: Call,
  bytes: Buffer,
  { name, target }: { name: string; target: string | null },
): Promise<Opened> {
  const password = (await core.chat.drafts.values(who.userId, place))?.['password'];
  if (password === undefined) return { kind: 'again', told: 'I could not read that. Send it once more.' };
  try {
    const staged = await core.portfolio.imports.stage(who.userId, Readable.from([bytes]), {
      file_name: name,
      portfolio: target ?? undefined,
      password,
    });
    return { kind: 'read', importId: staged.import_id };
  } catch (error) {
    if (!(error instanceof Problem) || error.status >= 500) throw error;
    return { kind: error.code === 'PDF_WRONG_PASSWORD' ? 'again' : 'over', told: error.detail };
  }
}
