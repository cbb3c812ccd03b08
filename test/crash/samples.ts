import assert from 'node:assert/strict';
import { type Attack, attack } from './attack.ts';
import type { Arena } from './matrix.ts';
import type { Kill, Trial } from './trial.ts';

const step = (name: string, time = 1): Kill => ({ at: 'step', step: name, time });
const broker = (name: string): Kill => ({ at: 'broker', step: `the broker: ${name}` });

/** A few of the matrix, by what they try. */
export const SAMPLE: Record<string, Trial> = {
  'while an approval is committed, and again while the account is claimed': {
    accounts: 'one at Zerodha',
    fault: 'none',
    after: 0,
    kills: [step('answer a plan: during the commit'), step('claim an account: after', 2)],
    settles: 'early',
  },
  'between the claim and the sending, and again while the orderbook is read': {
    accounts: 'one at Dhan',
    fault: 'none',
    after: 0,
    kills: [step('claim an order (2): after'), step('write what an orderbook shows: before the commit')],
    settles: 'early',
  },
  'when the broker has made the order and not answered, beside a second worker': {
    accounts: 'one at Zerodha',
    fault: 'seen_late',
    after: 1,
    kills: [broker('order (2) is decided'), step('read the orderbook: after')],
    rival: 'beside',
    settles: 'late',
  },
  'before the answer is written, beside a worker whose clock runs ahead': {
    accounts: 'one at Dhan',
    fault: 'timed_out_placed',
    after: 3,
    kills: [step('send an order (3): answered')],
    rival: 'ahead',
    settles: 'late',
  },
  'while fills are booked, twice': {
    accounts: 'one at each',
    fault: 'partial_fill',
    after: 5,
    kills: [step('book what a broker filled: during the commit'), step('book what a broker filled: after')],
    settles: 'late',
  },
  'when a session at Dhan has ended, which its person renews afterwards': {
    accounts: 'one at Dhan',
    fault: 'session_ends',
    after: 2,
    kills: [step('write what a broker answered (3): before the commit')],
    settles: 'early',
  },
  'while another person rejects the plan': {
    accounts: 'one at Dhan',
    fault: 'none',
    after: 0,
    kills: [step('answer a plan: before the commit')],
    tap: 'reject',
    settles: 'early',
  },
  'while another person approves the plan too': {
    accounts: 'one at each',
    fault: 'refused_funds',
    after: 2,
    kills: [step('answer a plan: after'), step('write what a broker answered (3): during the commit')],
    tap: 'approve',
    settles: 'early',
  },
};

/** What becomes of an order that a person has sent again. */
export const SENT_AGAIN: Record<string, Trial> = {
  'while its plan is made, and it never was at the broker': {
    accounts: 'one at Dhan',
    fault: 'dropped',
    after: 1,
    kills: [step('send an order (2): answered')],
    settles: 'early',
    again: step('answer a plan: during the commit'),
  },
  'when the broker has made the second, and the first turns up later': {
    accounts: 'one at each',
    fault: 'seen_after_ten_minutes',
    after: 5,
    kills: [broker('order (6) is decided')],
    settles: 'early',
    again: broker('order (1) is decided'),
  },
};

/** Attacks that broke a promise once, as small as they could be made. */
export const ONCE_BROKEN: Record<string, Trial> = {
  'nobody was told that an order is absent, where the process died right after it had written so': {
    accounts: 'one at Zerodha',
    fault: 'dropped',
    after: 1,
    kills: [step('write what an orderbook shows: after', 5)],
    settles: 'early',
  },
  'nobody was told of more shares than were ordered, where the process died right after it had written so': {
    accounts: 'one at Zerodha',
    fault: 'overfilled',
    after: 1,
    kills: [step('write what an orderbook shows: after')],
    settles: 'early',
  },
  'a sale that was sent again and found later was filled twice, and the matrix missed that the second is named':
    {
      accounts: 'one at Dhan',
      fault: 'seen_after_ten_minutes',
      after: 1,
      kills: [step('send an order (3): answered')],
      settles: 'early',
      again: step('write what a broker answered (1): during the commit'),
    },
  'an order that turned up after a person had marked it as absent stood in no books': {
    accounts: 'one at Zerodha',
    fault: 'seen_after_ten_minutes',
    after: 6,
    kills: [broker('order (7) was answered')],
    settles: 'early',
  },
};

/** Makes an attack, and asserts that it broke no promise and that every process was killed where it was to be. */
export async function tried({ world, pool }: Arena, trial: Trial): Promise<Attack> {
  const done = await attack(world, pool, trial);
  const { duplicates, silent, lost, orders, kills } = done;
  assert.deepEqual({ duplicates, silent, lost }, { duplicates: 0, silent: [], lost: [] });
  // Who has a competitor may lose the account or the plan before it comes to where it was to be killed.
  const isRace = trial.rival !== undefined || trial.tap !== undefined;
  const all = [...trial.kills, ...(trial.again === undefined ? [] : [trial.again])];
  const expected = isRace ? all.slice(0, kills.length) : all;
  assert.deepEqual(kills, expected, 'every process was killed where it was to be');
  assert.ok(orders > 0);
  return done;
}
