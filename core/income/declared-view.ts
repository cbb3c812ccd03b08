import type { ActionUpdate } from '../market/index.ts';
import { reasonWords } from '../portfolio/index.ts';
import type { DeclaredView } from './view.ts';

/** What the exchange's answer to a request for announcements comes to, with the reason in words where it failed. */
export function toDeclaredView({ isOn, added, unreadable, withdrawn, failure }: ActionUpdate): DeclaredView {
  const words = reasonWords(failure);
  const reason = !isOn
    ? 'Announcements are switched off on this server (NSE_SITE_BASE_URL). You can import lists instead.'
    : words === null
      ? null
      : `NSE’s list of announcements is not up to date. ${words} Known announcements stay; Munim tries again tomorrow morning.`;
  return { added, unreadable, withdrawn, reason };
}
