import { leadsInward } from '../http/index.ts';

const LONGEST = 300;

/** What is wrong with an address that a person entered for a provider; null where nothing is. */
export function wrongAddress(text: string): string | null {
  if (text.length > LONGEST) return `must have at most ${LONGEST} characters.`;
  if (!URL.canParse(text)) return 'must be an address such as https://api.example.com/v1.';
  const url = new URL(text);
  if (url.protocol !== 'https:') return 'must begin with https://, because your key is sent there.';
  if (url.username !== '' || url.password !== '') return 'must not contain a user name or password.';
  if (url.search !== '' || url.hash !== '') return 'must end with the path, without ? and #.';
  if (leadsInward(url))
    return 'must not lead into the network of this server. Its operator can set such an address in the environment.';
  return null;
}
