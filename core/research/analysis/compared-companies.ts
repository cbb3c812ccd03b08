import { decimal } from '../../platform/index.ts';
import { comparePeriods } from '../facts/index.ts';
import type { Fact } from '../port/index.ts';
import type { PeerRef, SegmentView } from '../publication/index.ts';
import { nameCheckOf } from './company-names.ts';
import type { Composing } from './composing.ts';
import { type Struck, supportedProse } from './struck.ts';

const isNamed = (detail: string | null, name: string): boolean =>
  detail?.trim().toUpperCase() === name.trim().toUpperCase();

/**
 * The peers of a report: of those that the run was given, the ones that the stage wrote about. Names and returns are those of
 * the registry and the facts. A peer that nobody named empties the list (research/Peer resolution rules 8).
 */
export function peerSet(composing: Composing): { peers: PeerRef[]; struck: Struck[] } {
  const { outputs, peers, facts, as_of } = composing;
  const names = nameCheckOf(composing);
  const given = outputs.PEERS_SECTOR?.peers ?? [];
  const path = 'PEERS_SECTOR.peers';
  const unknown = given.find(({ symbol }) => !peers.some((one) => isNamed(one.symbol, symbol)));
  if (unknown !== undefined)
    return {
      peers: [],
      struck: [
        {
          path,
          code: 'UNKNOWN_PEER',
          detail: `${unknown.symbol.slice(0, 40)} is not among the peers of this run.`,
        },
      ],
    };
  const struck: Struck[] = [];
  const known = new Set<string>();
  const list = given.flatMap(({ symbol, rating, rationale }, at): PeerRef[] => {
    const peer = peers.find((one) => isNamed(one.symbol, symbol));
    if (peer === undefined || known.has(peer.symbol)) return [];
    known.add(peer.symbol);
    const own = facts.filter(
      ({ scope, scope_detail }) => scope === 'peer' && isNamed(scope_detail, peer.symbol),
    );
    const said = supportedProse(rationale, { facts: own, asOf: as_of, path: `${path}.${at}`, names });
    struck.push(...said.struck);
    if (said.text === null) return [];
    const found = newest(own.filter(({ metric }) => metric === 'price_return_1y_pct'));
    return [
      {
        symbol: peer.symbol,
        name: peer.name ?? peer.symbol,
        rating,
        return_1y_pct: found === undefined ? null : decimal(found.value).toNumber(),
        rationale: said.text,
      },
    ];
  });
  return { peers: list, struck };
}

/** Segments that a filing names, with their share in revenue as the facts have it. */
export function segmentViews(composing: Composing): {
  segments: SegmentView[];
  struck: Struck[];
} {
  const { outputs, facts, as_of } = composing;
  const names = nameCheckOf(composing);
  const struck: Struck[] = [];
  const ofSegments = facts.filter(({ scope }) => scope === 'segment');
  const segments = (outputs.BUSINESS_PROFILE?.segments ?? []).flatMap((given, at): SegmentView[] => {
    const path = `BUSINESS_PROFILE.segments.${at}`;
    const own = ofSegments.filter(({ scope_detail }) => isNamed(scope_detail, given.name));
    const [first] = own;
    if (first === undefined) {
      struck.push({ path, code: 'UNKNOWN_FACT', detail: `No filing names the segment ${given.name}.` });
      return [];
    }
    const words = (text: string): string | null => {
      const said = supportedProse(text, { facts: own, asOf: as_of, path, names });
      struck.push(...said.struck);
      return said.text;
    };
    const thesis = words(given.thesis);
    if (thesis === null) return [];
    const listed = (texts: readonly string[]) => texts.flatMap((text) => words(text) ?? []);
    const share = newest(own.filter(({ metric }) => metric === 'segment_revenue_share_pct'));
    return [
      {
        name: first.scope_detail ?? given.name,
        ...(share === undefined ? {} : { revenue_share_pct: decimal(share.value).toNumber() }),
        thesis,
        catalysts: listed(given.catalysts),
        risks: listed(given.risks),
      },
    ];
  });
  return { segments, struck };
}

const newest = (facts: readonly Fact[]): Fact | undefined =>
  facts.toSorted((one, other) => comparePeriods(other.period, one.period))[0];
