import { LOGIN_DIALOGUE } from '../commands/connection-sync.ts';
import { link, plain } from '../text/lines.ts';
import { type Dialogue, talk } from './dialogue.ts';
import { afterHandOver, handOver } from './hand-over.ts';

/** Has the person log in on the broker's page and bring the request token back, then syncs. */
export const connectionLoginDialogue: Dialogue = {
  name: LOGIN_DIALOGUE,
  isPrivate: true,
  build: (parts) =>
    async function connectionLogin(conversation, _ctx, { id = '' }: Record<string, string> = {}) {
      const { askInConfidence, send, work } = talk(conversation, parts);
      const { label, broker_title, login_url } = await work(({ core, who }) =>
        core.connections.get(who.userId, id),
      );
      if (login_url === null)
        return await send(() => ({
          text: plain(`${label} needs no login page. It logs in automatically.`),
        }));
      await work(({ core, who, place }) => core.chat.drafts.begin(who.userId, place));
      let told: string | null = null;
      for (;;) {
        await askInConfidence(
          'request_token',
          {
            question: `Log in at ${broker_title}, then send me the address of the page you land on`,
            hint: [
              link(login_url, login_url),
              'The address contains a token; you can also send just the token. It works once, for a few minutes. I delete your message.',
            ],
            isHidden: true,
          },
          told,
        );
        const handed = await work((call) =>
          handOver(call, 'request_token', async (text) => {
            const { core, who } = call;
            await core.connections.login(who.userId, id, requestTokenIn(text), call.actor);
          }),
        );
        if (handed.kind !== 'again') return await send((call) => afterHandOver(call, id, handed));
        told = handed.told;
      }
    },
};

/** The token in what the person sent: a parameter of an address, or the text itself. */
export function requestTokenIn(text: string): string {
  const word = text.trim();
  if (!/^https?:\/\//i.test(word) || !URL.canParse(word)) return word;
  const parameters = new URL(word).searchParams;
  for (const name of ['request_token', 'tokenId', 'token_id', 'token', 'code']) {
    const value = parameters.get(name);
    if (value !== null && value !== '') return value;
  }
  return word;
}
