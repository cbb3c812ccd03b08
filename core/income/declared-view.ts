import { type ActionUpdate } from '../market/index.ts';
import { reasonWords } from '../portfolio/index.ts';

/** What asking the exchange for announcements brought. */
export interface DeclaredView {
  /** Announcements that were not known. */
  added: number;
  /** New ones that nobody could read: they wait under Data quality. */
  unreadable: number;
  /** Announcements of days to come that the exchange lists no more. */
  withdrawn: number;
  /** Why not all of it came; null where it did. */
  reason: string | null;
}

export function declaredView({ isOn, added, unreadable, withdrawn, failure }: ActionUpdate): DeclaredView {
  const words = reasonWords(failure);
  const reason = !isOn
    ? 'Announcements are switched off on this server (NSE_SITE_BASE_URL). You can import lists instead.'
    : words === null
      ? null
      : `NSE’s list of announcements is not up to date. ${words} Known announcements stay; Munim tries again tomorrow morning.`;
  return { added, unreadable, withdrawn, reason };
}
