import { factSentence } from '../analysis/index.ts';
import { breadthFirst, byText } from '../facts/index.ts';
import {
  AUTHORITIES,
  type EvidencePacket,
  type Fact,
  type FactConflict,
  figureWords,
  METRICS,
  type Steps,
} from '../port/index.ts';
import { dataText, dataTextOrNull, jsonLine } from './data-text.ts';
import type { Row, Tier } from './fit-rows.ts';
import { inView } from './main-view.ts';
import type { StageMaterial } from './material.ts';
import type { PromptRow } from './prompt-row.ts';

/** Answers take no longer id (outputs.ts), so what has one cannot be cited. */
const LONGEST_ID = 200;
const LONGEST_NAME = 120;
const LONGEST_TITLE = 160;
const LONGEST_PASSAGE = 1_500;
const LONGEST_FIGURE = 80;
/** Conflicts about figures that a stage is not shown; there may be hundreds, and nobody weighs them. */
const MOST_OTHER_CONFLICTS = 40;

/** Rows that are written between two pauses. */
const ROWS_OF_A_PIECE = 20;

const isCitable = (id: string): boolean => id.length <= LONGEST_ID;
const isSameName = (one: string | null, other: string): boolean =>
  one?.trim().toUpperCase() === other.trim().toUpperCase();

/** Rows of a block, and how many there are in all, those that a stage’s own limit leaves out included. */
export interface Listed {
  rows: Row[];
  total: number;
}

/**
 * The figures of a stage: those that the stages before cite, then its years, then the latest period of each of its groups
 * (research/Evidence acquisition rules 10). A conflict comes right after the figure that it is about.
 */
export function* evidenceRows(
  { facts: choice, shows }: PromptRow,
  { facts, conflicts, peers }: Pick<StageMaterial, 'facts' | 'conflicts' | 'peers'>,
  cited: ReadonlySet<string>,
): Steps<{ facts: Listed; conflicts: Listed }> {
  const own = inView(choice.view, facts, choice.cited ? cited : new Set()).filter(
    ({ fact_id, scope, scope_detail: of }) =>
      isCitable(fact_id) &&
      (scope !== 'peer' || of === null || peers.some(({ symbol }) => isSameName(of, symbol))),
  );
  yield;
  const disputes = new Map(
    conflicts.filter(({ fact_id }) => isCitable(fact_id)).map((one) => [one.fact_id, one]),
  );
  const first = choice.cited
    ? own
        .filter(({ fact_id }) => cited.has(fact_id))
        .toSorted((one, other) => byText(one.fact_id, other.fact_id))
        .map((fact) => ({ fact, round: 0 }))
    : [];
  const known = new Set<string>();
  const years = breadthFirst(choice.years, own);
  yield;
  const ordered = [...first, ...years, ...breadthFirst(choice.groups, own)].filter(
    ({ fact: { fact_id } }) => !known.has(fact_id) && known.add(fact_id),
  );
  yield;
  const rows: Row[] = [];
  for (const [at, { fact, round }] of ordered.slice(0, choice.most).entries()) {
    if (at % ROWS_OF_A_PIECE === 0) yield;
    const tier: Tier = round === 0 ? 'LATEST' : 'OLDER';
    const dispute = disputes.get(fact.fact_id);
    rows.push(factRow(fact, dispute !== undefined, tier));
    if (dispute === undefined || !shows.includes('CONFLICTS')) continue;
    disputes.delete(fact.fact_id);
    rows.push(conflictRow(dispute, tier));
  }
  const rest = shows.includes('CONFLICTS')
    ? [...disputes.values()]
        .toSorted((one, other) => byText(one.fact_id, other.fact_id))
        .slice(0, MOST_OTHER_CONFLICTS)
        .map((one) => conflictRow(one, 'OLDER'))
    : [];
  return {
    facts: { rows: rows.filter(({ block }) => block === 'facts'), total: ordered.length },
    conflicts: {
      rows: [...rows.filter(({ block }) => block === 'conflicts'), ...rest],
      total: shows.includes('CONFLICTS') ? conflicts.length : 0,
    },
  };
}

function factRow(fact: Fact, isDisputed: boolean, tier: Tier): Row {
  const { fact_id, metric, scope, period, derivation, source_ids } = fact;
  const of = dataTextOrNull(fact.scope_detail, LONGEST_NAME);
  const says = factSentence({ ...fact, scope_detail: of });
  return {
    block: 'facts',
    tier,
    fact_ids: [fact_id],
    source_ids,
    line: jsonLine({
      fact_id,
      title: METRICS[metric].title,
      scope,
      ...(of === null ? {} : { of }),
      period: period.key,
      to: period.end,
      value: dataText(fact.value, LONGEST_FIGURE),
      ...(fact.value_high === null ? {} : { value_high: dataText(fact.value_high, LONGEST_FIGURE) }),
      unit: dataText(fact.unit, LONGEST_FIGURE),
      says: dataText(says, 2 * LONGEST_NAME + 3 * LONGEST_FIGURE),
      authority: fact.authority,
      label: fact.label,
      is_validated: fact.is_validated,
      ...(derivation === null ? {} : { formula: dataText(derivation.formula, LONGEST_TITLE) }),
      ...(isDisputed ? { disputed: true } : {}),
    }),
  };
}

function conflictRow(
  { fact_id, metric, scope, scope_detail, period, ...dispute }: FactConflict,
  tier: Tier,
): Row {
  const of = dataTextOrNull(scope_detail, LONGEST_NAME);
  return {
    block: 'conflicts',
    tier,
    fact_ids: [fact_id],
    source_ids: dispute.candidates.map(({ source_id }) => source_id),
    line: jsonLine({
      fact_id,
      title: METRICS[metric].title,
      scope,
      ...(of === null ? {} : { of }),
      period: period.key,
      chosen: dispute.chosen,
      rule: dispute.rule,
      note: dataText(dispute.note, 400),
      candidates: dispute.candidates.map((one) => ({
        value: dataText(one.value, LONGEST_FIGURE),
        ...(one.value_high === null ? {} : { value_high: dataText(one.value_high, LONGEST_FIGURE) }),
        unit: dataText(one.unit, LONGEST_FIGURE),
        says: dataText(figureWords(one), 2 * LONGEST_FIGURE),
        authority: one.authority,
        published: one.published_at?.slice(0, 10) ?? null,
        source_id: dataText(one.source_id, LONGEST_ID),
      })),
    }),
  };
}

/**
 * Passages of some providers: the first of each document, then the second of each, documents of more authority and newer ones
 * first. A text that stands in two documents is shown once.
 */
export function passageRows(
  { passages: choice }: PromptRow,
  { packets, peers }: Pick<StageMaterial, 'packets' | 'peers'>,
): Listed {
  if (choice === null) return { rows: [], total: 0 };
  const wanted = packets
    .filter(
      ({ provider, entity }) =>
        // What is about a peer tells nothing of the company.
        choice.providers.includes(provider) && !peers.some(({ symbol }) => isSameName(entity.symbol, symbol)),
    )
    .toSorted(byWeight);
  const deepest = Math.max(0, ...wanted.map(({ passages }) => passages.length));
  const seen = new Set<string>();
  const rows: Row[] = [];
  let total = 0;
  for (let at = 0; at < deepest; at += 1) {
    for (const packet of wanted) {
      const passage = packet.passages[at];
      if (passage === undefined) continue;
      const text = dataText(passage.text, LONGEST_PASSAGE);
      if (text === '' || seen.has(text)) continue;
      seen.add(text);
      total += 1;
      if (rows.length >= choice.most || !isCitable(packet.source_id)) continue;
      const { source_id, authority, source_class, published_at } = packet;
      rows.push({
        block: 'passages',
        tier: 'PASSAGE',
        source_ids: [source_id],
        line: jsonLine({
          source_id,
          publisher: dataText(packet.publisher, LONGEST_NAME),
          authority,
          source_class,
          title: dataText(packet.title, LONGEST_TITLE),
          published: published_at?.slice(0, 10) ?? null,
          passage: dataText(passage.id, LONGEST_NAME),
          text,
        }),
      });
    }
  }
  return { rows, total };
}

function byWeight(one: EvidencePacket, other: EvidencePacket): number {
  return (
    AUTHORITIES.indexOf(one.authority) - AUTHORITIES.indexOf(other.authority) ||
    byText(other.published_at ?? '', one.published_at ?? '') ||
    byText(one.source_id, other.source_id)
  );
}
