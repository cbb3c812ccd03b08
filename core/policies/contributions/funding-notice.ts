import type { Notice } from '../../notifications/index.ts';
import { dayInWords, type Decimal } from '../../platform/index.ts';
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

/** Money for the current targets that buys nothing now. */
export function fallbackNotice(
  policy: { id: string; name: string },
  batch: { id: string; effective_date: string; amount: number },
  reason: string,
): Notice {
  return {
    kind: 'policy_funding',
    dedupKey: `batch:${batch.id}:fallback`,
    title: `LIVE · ${policy.name}: ${rupees(batch.amount)} waits for the next rebalance`,
    body: [
      `The money came in on ${dayInWords(batch.effective_date)} and was meant to buy the current targets at once. ${reason}`,
      'It is invested at the next rebalance instead. You need to do nothing.',
    ].join('\n'),
    payload: { policy_id: policy.id, batch_id: batch.id, state: 'FALLBACK_NEXT_REBALANCE' },
  };
}
