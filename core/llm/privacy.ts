import type { Provider } from './port/index.ts';
import { BOOK_FEATURES } from './routing/index.ts';
import {
  type Choice,
  type HttpTarget,
  PROVIDER_LABELS,
  type RecipientView,
  shownAddress,
} from './settings/index.ts';

/** What is agreed to: another address of the same provider is somebody else. */
const recipientKey = ({ id, address }: Pick<RecipientView, 'id' | 'address'>): string =>
  `${id} ${address ?? ''}`.trim();

interface Parts {
  /** Who can be asked for a feature, in their order, with where that is. */
  targets: (this: void, choice: Choice, feature: string) => readonly (HttpTarget | 'cli')[];
  providerOf: (this: void, target: HttpTarget | 'cli') => Provider;
}

/** Who gets records of a person, and what the person is told of that before the first time. */
export function createPrivacy({ targets, providerOf }: Parts) {
  const recipientOf = (target: HttpTarget | 'cli'): RecipientView => {
    const { id, model } = providerOf(target);
    return {
      id,
      label: PROVIDER_LABELS[id],
      model,
      address: target === 'cli' ? null : shownAddress(target.baseUrl),
    };
  };
  /** Of the features that send records, or of one. */
  const recipients = (choice: Choice, features: readonly string[] = BOOK_FEATURES): RecipientView[] => {
    const all = features.flatMap((feature) => targets(choice, feature)).map(recipientOf);
    return [...new Map(all.map((one) => [recipientKey(one), one])).values()];
  };
  const hasAgreed = (choice: Choice, features?: readonly string[]): boolean =>
    recipients(choice, features).every((one) => choice.agreedTo.includes(recipientKey(one)));
  return {
    recipients,
    keys: (choice: Choice): string[] => recipients(choice).map(recipientKey),
    hasAgreed,
    notice: (choice: Choice): string | null =>
      hasAgreed(choice) ? null : noticeOf(choice, recipients(choice)),
  };
}

function noticeOf({ leavesOutAmounts }: Choice, recipients: readonly RecipientView[]): string {
  const names = recipients.map(({ label, model, address }) => {
    const where = [model, address ?? 'a program on this server, which may send it on'].filter(
      (one) => one !== null,
    );
    return `${label} (${where.join(', ')})`;
  });
  const what = leavesOutAmounts
    ? 'symbols, names, weights and percentages. Quantities and amounts are left out, as you chose under Settings, Models'
    : 'names, quantities, prices and values of your holdings, returns, income, goals, debts, tax and trading figures, and your last two questions with their answers. Amounts can be left out under Settings, Models';
  return `Your question goes to ${names.join(', or if that fails to ')}, together with the parts of your records that it is about: ${what}. Passwords, keys and broker logins are never sent. You are asked again only before another provider would get your records.`;
}
