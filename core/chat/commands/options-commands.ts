import { inFamily } from './command-description.ts';

export const OPTIONS_COMMANDS = inFamily('Options', [
  {
    name: 'journal',
    usage: '/journal [TAG] [MODE]',
    summary: 'A closed trade’s whole story, or the latest trades',
    details:
      'Shows result, legs, what the result came from, debrief and your note. Where trades of several modes share a tag, name the mode too.',
    examples: ['/journal', '/journal IC-20260518-1', '/journal IC-20260518-1 SHADOW'],
    changes: false,
  },
  {
    name: 'note',
    usage: '/note TAG text',
    summary: 'Write your note on a closed trade',
    details: 'Replaces the earlier note. /note TAG - deletes it. A note has at most 4,000 characters.',
    examples: ['/note IC-20260518-1 Held through the event, lucky.', '/note IC-20260518-1 -'],
    changes: true,
  },
  {
    name: 'explain_signal',
    usage: '/explain_signal [strategy]',
    summary: 'Why the last signal was traded or rejected',
    details:
      'Of all strategies, or of one. Shows the outcome, its reason, the regime and the rejected strategies.',
    examples: ['/explain_signal', '/explain_signal iron_condor'],
    changes: false,
  },
  {
    name: 'why_blocked',
    usage: '/why_blocked [strategy]',
    summary: 'Why strategies did not trade today: filters with counts and an example',
    details:
      'Counts the signals of today: seen, filtered by reason, executed. Signals with the same tag are one opportunity. /safety shows what Munim itself blocks now.',
    examples: ['/why_blocked', '/why_blocked iron_condor'],
    changes: false,
  },
  {
    name: 'chart_today',
    usage: '/chart_today [live|dry_run|shadow]',
    summary: 'Today’s option trades: net result through the day, open trades and signals',
    details:
      'Modes are never mixed: live, dry_run or shadow. Without a mode, you see live trades, or the dry run if there are none.',
    examples: ['/chart_today', '/chart_today shadow'],
    changes: false,
  },
  {
    name: 'chart_week',
    usage: '/chart_week [live|dry_run|shadow]',
    summary: 'Net result of option trades by day, the last 7 days',
    details:
      'Modes are never mixed: live, dry_run or shadow. Without a mode, you see live trades, or the dry run if there are none.',
    examples: ['/chart_week', '/chart_week live'],
    changes: false,
  },
  {
    name: 'chart_month',
    usage: '/chart_month [live|dry_run|shadow]',
    summary: 'Calendar of net results of option trades, the last 30 days',
    details:
      'Modes are never mixed: live, dry_run or shadow. Without a mode, you see live trades, or the dry run if there are none.',
    examples: ['/chart_month', '/chart_month dry_run'],
    changes: false,
  },
  {
    name: 'chart_strategy',
    usage: '/chart_strategy [strategy] [live|dry_run|shadow]',
    summary: 'Realised net result by strategy, or one strategy over time',
    details:
      'Modes are never mixed: live, dry_run or shadow. Without a mode, you see live trades, or the dry run if there are none.',
    examples: ['/chart_strategy', '/chart_strategy iron_condor', '/chart_strategy iron_condor shadow'],
    changes: false,
  },
  {
    name: 'golive_status',
    usage: '/golive_status',
    summary: 'Mode of each option strategy, and what is missing for the next step',
    examples: ['/golive_status'],
    changes: false,
  },
  {
    name: 'confidence_report',
    usage: '/confidence_report [strategy]',
    summary: 'Each criterion of the confidence gate with its value and limit',
    details:
      'The gate for live trading: closed trades in dry run and shadow, their average net result with its 90% interval, drawdown, reconciliation, broker health and slippage. What is unknown has not passed.',
    examples: ['/confidence_report', '/confidence_report iron_condor'],
    changes: false,
  },
  {
    name: 'shadow',
    usage: '/shadow strategy',
    summary: 'Move a strategy to shadow: alongside the market, without money',
    details:
      'From dry run it needs a few reported signals or trades; back from live it needs nothing. Asks first.',
    examples: ['/shadow iron_condor'],
    changes: true,
  },
  {
    name: 'promote',
    usage: '/promote strategy',
    summary: 'Move a strategy to its next step: shadow, then live',
    details:
      'Live needs every criterion of the confidence gate (/confidence_report). Asks first and shows what was checked.',
    examples: ['/promote iron_condor'],
    changes: true,
  },
  {
    name: 'revert',
    usage: '/revert strategy',
    summary: 'Move a strategy back to dry run at once',
    details: 'Works from every mode, whatever the gate says. Asks first.',
    examples: ['/revert iron_condor'],
    changes: true,
  },
  {
    name: 'ai_promotion_report',
    usage: '/ai_promotion_report',
    summary: 'Whether market analyses beat the base rate, and what is missing',
    details:
      'Works from the analyses and outcomes that your trading process reports. At least 60 need an outcome, and their Brier skill against the base rate must be above 0.',
    examples: ['/ai_promotion_report'],
    changes: false,
  },
  {
    name: 'settlement',
    usage: '/settlement SYMBOL date price',
    summary: 'Enter the settlement price of an expiry, for contracts without a closing fill',
    details:
      'A tradebook has no row for an option that expired. With the price of the underlying at its expiry the option is worth its intrinsic value, or nothing. The last price that you enter counts.',
    examples: ['/settlement NIFTY 2024-01-25 21352.60'],
    changes: true,
  },
  {
    name: 'safety',
    usage: '/safety',
    summary: 'All guards at once, and whether each strategy may enter',
    examples: ['/safety'],
    changes: false,
  },
  {
    name: 'envelope',
    usage: '/envelope',
    summary: 'Limits for live trading, and how much of each is used',
    details:
      'Loss of the day, open risk, margin in use and losses in a row, of LIVE trades alone. THROTTLED halves entries; HALTED stops them until you resume.',
    examples: ['/envelope'],
    changes: false,
  },
  {
    name: 'resume_envelope',
    usage: '/resume_envelope',
    summary: 'Let strategies enter with money again after a halt',
    details: 'Asks first. Earlier losses no longer count. The decision is recorded with your name.',
    examples: ['/resume_envelope'],
    changes: true,
  },
  {
    name: 'confirm_recon',
    usage: '/confirm_recon [id]',
    summary: 'Confirm that a mismatch with the broker is settled',
    details:
      'A mismatch keeps strategies from entering with money until you confirm it. Without an id it shows what is open.',
    examples: ['/confirm_recon', '/confirm_recon recon-kite-20260518'],
    changes: true,
  },
  {
    name: 'positions',
    usage: '/positions',
    summary: 'Open option trades with their result, margin and largest loss',
    examples: ['/positions'],
    changes: false,
  },
  {
    name: 'events',
    usage: '/events [days]',
    summary: 'Events that block option entries or call for caution',
    details:
      'Decisions of the RBI and the Fed, expiries, holidays, and what you imported or your trading process reported. ⛔ blocks new entries, ⚠️ calls for caution. Times are in India.',
    examples: ['/events', '/events 30'],
    changes: false,
  },
  {
    name: 'broker_health',
    usage: '/broker_health [broker]',
    summary: 'How well the brokers of your trading process answer',
    details:
      'OK, DEGRADED, UNSTABLE or DOWN by the last 20 checks of at most ten minutes: latency, failures, age of quotes. The level falls at once, and rises by one step after three good minutes. DEGRADED and UNSTABLE make new entries a dry run; DOWN stops them.',
    examples: ['/broker_health', '/broker_health kite'],
    changes: false,
  },
]);
