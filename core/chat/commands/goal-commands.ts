import { inFamily } from './command-description.ts';

export const GOAL_COMMANDS = inFamily('Goals', [
  {
    name: 'goals',
    usage: '/goals [goal]',
    summary: 'Progress of your goals, and what they need',
    details:
      'With a name: one goal and its chart. Projections use the yearly return you set; the band comes from the past volatility of the linked portfolios.',
    examples: ['/goals', '/goals House'],
    changes: false,
  },
  {
    name: 'sips',
    usage: '/sips',
    summary: 'Your SIP plans and their next instalments',
    examples: ['/sips'],
    changes: false,
  },
  {
    name: 'sip',
    usage: '/sip plan',
    summary: 'One SIP plan with its instalments of the next 12 months',
    examples: ['/sip Index fund'],
    changes: false,
  },
]);
