import { type EvidencePacket, METRICS, type MetricId, type Observation } from '../../core/research/index.ts';
import { indian, packetOf, said } from '../support/evidence-packets.ts';

const FLOWS = (Object.keys(METRICS) as MetricId[]).filter(
  (metric) =>
    METRICS[metric].kind === 'FLOW' && METRICS[metric].unit === 'MONEY' && !/_ttm$|^guidance/.test(metric),
);
const PARTS = ['', 'Q1', 'Q2', 'Q3', 'H1', 'M9'];

/** Filings of many quarters in both scopes, with a revision here and there, and the closes of years. */
export function manyPackets({ packets, facts }: { packets: number; facts: number }): EvidencePacket[] {
  const each = Math.ceil(facts / packets);
  const all: Observation[] = [];
  for (let year = 2026; all.length < facts / 2; year -= 1) {
    for (const part of PARTS) {
      const key = `FY${year}${part}`;
      for (const scope of ['consolidated', 'standalone'] as const)
        for (const [nr, metric] of FLOWS.entries())
          all.push(
            said(metric, `${(2100 - year) * 1000 + nr * 10 + PARTS.indexOf(part)}000`, indian(key), {
              scope,
              decimals: -3,
            }),
          );
    }
  }
  const closes = Array.from({ length: facts - Math.min(all.length, facts / 2) }, (_, nr) =>
    said(
      'close',
      `${200 + (nr % 90)}.${10 + (nr % 80)}`,
      new Date(Date.UTC(2026, 8, 30 - nr)).toISOString().slice(0, 10),
      { scope: 'market' },
    ),
  );
  const both = [...all.slice(0, facts - closes.length), ...closes];
  return Array.from({ length: packets }, (_, nr) => {
    const own = both.slice(nr * each, (nr + 1) * each);
    const isMarket = own[0]?.scope === 'market';
    return packetOf(isMarket ? 'OFFICIAL' : 'FILING', own, {
      source_id: `nse_filings:load-${nr}`,
      published_at: `2026-0${1 + (nr % 6)}-${10 + (nr % 18)}T10:00:00.000Z`,
      passages: [{ id: 'p1', text: 'The board approved the results. '.repeat(20) }],
    });
  });
}
