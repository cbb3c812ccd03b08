import type { Slots } from '../slots.ts';
import type { WordTable } from './row.ts';

const strategy = (slots: Slots) => [slots.entity('strategy')];
const during = (slots: Slots) => {
  slots.period(() => 'then');
  return [];
};

/** The options workspace. */
export const OPTIONS_WORDS: WordTable = {
  journal: [
    {
      phrases: `
        option trade | my option trade | journal | trade journal | latest option trade | closed trade |
        closed option | option history | last option trade | option transaction | option order`,
    },
  ],
  note: [{ phrases: 'write note | note trade | add note | note on trade | note' }],
  explain_signal: [
    {
      phrases: `
        explain signal | explain | last signal | explain last signal | last signal reject |
        last signal blocked | signal {strategy} | latest signal | explain {strategy}`,
      args: strategy,
    },
  ],
  why_blocked: [
    {
      phrases: `
        blocked | =what is blocked | why blocked | signal rejected | signals blocked |
        which signals rejected | blocked {today} | =no trades today | =not trade today | =not trade |
        =bot not trade | =no trades | filter | filtered`,
      args: during,
    },
    {
      phrases: '{strategy} blocked | =not trade {strategy} | =no trades {strategy} | {strategy} rejected',
      args: (slots) => {
        during(slots);
        return strategy(slots);
      },
    },
  ],
  chart_today: [
    {
      phrases: `
        option {today} | option trade {today} | option do {today} | option gain {today} |
        policy trade {today} | trade {today} | =did the bot trade | bot traded | bot do {today} |
        option result {today} | signal {today} | intraday options`,
      args: during,
    },
  ],
  chart_week: [
    {
      phrases: `
        option {week} | option do {week} | option trade {week} | option result {week} |
        option gain {week} | policy trade {week} | weekly options | trade result {week}`,
      args: during,
    },
  ],
  chart_month: [
    {
      phrases: `
        option {month} | option do {month} | option trade {month} | option result {month} |
        option gain {month} | option calendar | option trade calendar | monthly options`,
      args: during,
    },
  ],
  chart_strategy: [
    {
      phrases: `
        result by strategy | strategy | strategy result | strategy performance | best strategy |
        worst strategy | strategy gain | strategy do | which strategy makes money | option gain | option loss |
        option do | option result | option performance | options`,
      args: during,
    },
    {
      phrases: `
        {strategy} | {strategy} do | {strategy} result | {strategy} gain | {strategy} performance |
        {strategy} chart | {strategy} strategy`,
      args: strategy,
    },
  ],
  golive_status: [
    {
      phrases: `
        =go live | =going live | golive | =go live status | strategy live | strategies are live |
        mode strategy | strategy mode | live strategies | dry run | shadow mode | paper or live`,
    },
  ],
  confidence_report: [
    {
      phrases: `
        confidence | confidence report | =can i go live | =ready to go live | confidence gate | criteria |
        {strategy} confidence | {strategy} ready | =go live {strategy}`,
      args: strategy,
    },
  ],
  shadow: [
    {
      phrases: 'take {strategy} shadow | {strategy} shadow | shadow {strategy} | move {strategy} shadow',
      args: strategy,
    },
  ],
  promote: [
    {
      phrases: 'promote | promote {strategy} | promote strategy | {strategy} next step',
      args: strategy,
    },
  ],
  revert: [
    {
      phrases: 'undo {strategy} | revert {strategy} | {strategy} back dry run | {strategy} dry run',
      args: strategy,
    },
  ],
  ai_promotion_report: [
    {
      phrases: `
        ai report | ai analysis | ai promotion | market analyses | ai market analysis | ai prediction |
        base rate`,
    },
  ],
  settlement: [{ phrases: 'settlement price | expiry price | settlement price expiry' }],
  safety: [
    {
      phrases: `
        safe | safe trade | safety | guard | all guards | guards ok | may strategies enter |
        safety check | checks`,
    },
  ],
  envelope: [
    {
      phrases: `
        envelope | risk envelope | risk limit | limit | limit used | daily loss limit | loss limit |
        trading limits | exposure limit | limits for live trading`,
    },
  ],
  resume_envelope: [{ phrases: 'resume envelope | resume after halt | lift halt | resume risk envelope' }],
  confirm_recon: [
    {
      phrases:
        'confirm reconciliation | reconciliation | recon | confirm mismatch | mismatch settled | mismatch',
    },
  ],
  positions: [
    {
      phrases: `
        position | open position | open trade | open option trade | open option | margin | margin used |
        max loss | option position | running trades | live positions`,
    },
  ],
  events: [
    {
      phrases: `
        market event | event | rbi | rbi meeting | rbi policy | fed | fed meeting | market holiday |
        holiday | upcoming holiday | expiry | next expiry | when expiry | upcoming market event |
        economic calendar | upcoming event | event {period} | budget day | market open {today} |
        market closed {today} | =is the market open`,
      args: during,
    },
  ],
  broker_health: [
    {
      phrases: `
        broker health | broker down | kite down | =is kite down | broker working | broker work |
        broker slow | api down | dhan down | zerodha down | upstox down | broker api | broker latency`,
    },
  ],
};
