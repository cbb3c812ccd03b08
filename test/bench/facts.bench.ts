import { buildLedger, buildLedgerInSlices } from '../../core/research/index.ts';
import { KAVFLOW } from '../support/evidence-packets.ts';
import type { Benchmark, BenchmarkResult } from './benchmark.ts';
import { watched } from './blocked.ts';
import { manyPackets } from './facts-load.ts';

const LOAD = { packets: 200, facts: 5000 };
const GOAL = { buildMs: 1000, blockMs: 50 };
const TIMES = 5;
const AT_ONCE = 10;

const round = (value: number) => Math.round(value * 10) / 10;

/** The middle of several times, in milliseconds of one core. */
function cost(work: () => unknown): number {
  const taken = Array.from({ length: TIMES }, () => {
    const before = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  });
  return taken.toSorted((a, b) => a - b)[Math.floor(TIMES / 2)] ?? Number.POSITIVE_INFINITY;
}

async function run(): Promise<BenchmarkResult[]> {
  const input = {
    subject: KAVFLOW,
    packets: manyPackets(LOAD),
    as_of: '2026-09-30T18:00:00.000Z',
    mode: 'CURRENT',
  } as const;
  const { facts } = buildLedger(input);
  const build = cost(() => buildLedger(input));
  const bare = cost(() => {
    const map = new Map<string, unknown>();
    for (const packet of input.packets)
      for (const one of packet.observations)
        map.set(`${one.metric}.${one.scope}.${one.start}.${one.end}`, {
          ...one,
          source_id: packet.source_id,
        });
    return map;
  });
  const { block_ms } = await watched(() =>
    Promise.all(Array.from({ length: AT_ONCE }, () => buildLedgerInSlices(input))),
  );
  return [
    {
      name: `ledger, derivation and coverage of ${LOAD.packets} packets and ${LOAD.facts} facts (${facts.length} with the derived ones)`,
      value: round(build),
      unit: 'ms of one core',
      peer: 'the same observations put into a map',
      peer_value: round(bare),
      ratio: round(build / bare),
      goal: `value under ${GOAL.buildMs}`,
      met: build < GOAL.buildMs,
    },
    {
      name: `the longest time that ${AT_ONCE} ledgers at once leave the process deaf`,
      value: round(block_ms),
      unit: 'ms',
      peer: null,
      peer_value: null,
      ratio: null,
      goal: `value under ${GOAL.blockMs}`,
      met: block_ms < GOAL.blockMs,
    },
  ];
}

export const bench: Benchmark = { name: 'facts', run };
