import { inFamily } from './command-description.ts';

export const POLICY_COMMANDS = inFamily('Policies', [
  {
    name: 'policies',
    usage: '/policies [policy] [action]',
    summary: 'Your policies: NAV, holdings, last and next rebalance',
    details:
      'With a name or tag code (its beginning is enough): one policy and its chart. The owner can add run, retry, pause, resume or retire, and for a LIVE policy sweep or unsweep; each asks before it does anything.',
    examples: ['/policies', '/policies Momentum', '/policies MOMTOP20 pause'],
    changes: false,
  },
  {
    name: 'approve_plan',
    usage: '/approve_plan ID [without SYMBOLS]',
    summary: 'A LIVE policy’s plan: approve it, or leave out orders',
    details:
      'Shows the orders with their prices, costs and limits, and what would fill now. Rehearse asks the broker’s calculators whether it would accept them. Nothing is sent before you press Approve; afterwards the same message shows the result.',
    examples: ['/approve_plan 12', '/approve_plan 12 without TCS INFY'],
    changes: true,
  },
  {
    name: 'reject_plan',
    usage: '/reject_plan ID',
    summary: 'Reject a LIVE policy’s plan: nothing of it is sent',
    examples: ['/reject_plan 12'],
    changes: true,
  },
  {
    name: 'pause_all',
    usage: '/pause_all [words]',
    summary: 'Stop sending orders of all policies, at once',
    details:
      'Works at any moment, even during a dialogue, which then continues. Orders that the broker already has are still followed.',
    examples: ['/pause_all'],
    changes: true,
  },
  {
    name: 'resume_all',
    usage: '/resume_all [words]',
    summary: 'Let policies send orders again after /pause_all',
    details:
      'Asks you to type the words. Approved plans that have not expired are sent while the market is open.',
    examples: ['/resume_all', '/resume_all resume trading'],
    changes: true,
  },
  {
    name: 'approval_limit',
    usage: '/approval_limit [amount|off]',
    summary: 'Require typing instead of a button to approve large plans',
    details:
      'Set the rupees of purchases and sales above which you type the tag code of the policy to approve its plan. It applies to approvers too. Without an amount it shows the limit.',
    examples: ['/approval_limit 500000', '/approval_limit off', '/approval_limit'],
    changes: true,
  },
  {
    name: 'settle',
    usage: '/settle [order|difference] [ID]',
    summary: 'Orders and differences with the broker that need your decision',
    details:
      'An order that was sent and not found at the broker: say whether it was filled or never placed, or plan it again. A difference between the books and the broker: say what you found out.',
    examples: ['/settle', '/settle order 55', '/settle difference 3'],
    changes: true,
  },
]);
