import type { WordTable } from './row.ts';

/** Policies that trade, and what they wait for. */
export const POLICY_WORDS: WordTable = {
  policies: [
    {
      phrases: `
        policy | my policies | policy do | policy performance | policy list | =show my bots | =my bots |
        =how are my bots | algos | policy status | next rebalance | last rebalance`,
    },
    {
      phrases: `
        {policy} | {policy} policy | {policy} do | {policy} performance | {policy} status |
        {policy} gain | {policy} nav | {policy} holdings`,
      args: (slots) => [slots.entity('policy')],
    },
  ],
  approve_plan: [
    {
      phrases: `
        approve | pending approval | pending plan | approve plan | anything to approve | approval wait |
        plan wait | approve order | pending | waiting for me | orders to approve | show plan |
        approve plan {number}`,
      args: (slots) => [slots.amount()],
    },
  ],
  reject_plan: [
    {
      phrases: 'reject | reject plan | reject order | reject plan {number} | =do not approve',
      args: (slots) => [slots.amount()],
    },
  ],
  pause_all: [
    {
      phrases: `
        pause | pause all | pause everything | pause trade | stop trade | stop all trading |
        pause policy | pause the bot | stop order | stop everything | kill switch | emergency | panic`,
    },
  ],
  resume_all: [
    {
      phrases: `
        resume | resume all | resume trade | start trading | start trading again | resume policy |
        resume everything`,
    },
  ],
  approval_limit: [
    {
      phrases: 'approval limit | approve limit | approval limit {number} | large plans',
      args: (slots) => [slots.amount()],
    },
  ],
  settle: [
    {
      phrases: `
        settle | difference | differences broker | open difference | order need decision |
        need my decision | decision | unsettled order | unsettled | order unknown | mismatch broker |
        stuck order | unknown order | =orders that need me | settle order`,
    },
  ],
};
