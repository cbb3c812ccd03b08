import type { Notice } from '../../notifications/index.ts';
import type { Decimal } from '../../platform/index.ts';
import { dayInWords } from '../cycle-notice.ts';
import { rupees } from '../cycle-words.ts';

/** Money that is to be transferred and confirmed. */
export function fundingNotice(
  policy: { id: string; name: string; tag_code: string },
  contribution: { id: string; nr: number; due_date: string; amount: Decimal },
): Notice {
  const { id, nr, due_date, amount } = contribution;
  const sum = rupees(amount.toNumber());
  return {
    kind: 'policy_funding',
    // Deferred to another day it falls due once more.
    dedupKey: `contribution:${id}:due:${due_date}`,
    title: `${policy.name}: instalment ${nr} of ${sum} is due`,
    body: [
      `It was due on ${dayInWords(due_date)}. Transfer the money to the trading account, then confirm it with the reference of the transfer.`,
      'Nothing is credited or ordered before you confirm. You can also defer or skip it.',
    ].join('\n'),
    payload: { policy_id: policy.id, contribution_id: id, date: due_date, state: 'FUNDING_DUE' },
  };
}
