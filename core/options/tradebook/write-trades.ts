import { canonicalJson } from '../../platform/index.ts';
import type { TakeRecords } from '../ingest/index.ts';
import { type Workspace, writeAudit } from '../store/index.ts';
import { type CostUnits, costsOfFills, totalOf } from './fill-costs.ts';
import { closedReportOf, executionOf, positionReportOf } from './trade-records.ts';
import type { Trade } from './trades.ts';
import {
  addNotes,
  type Known,
  readKnown,
  readReportCounts,
  restateExecution,
  retract,
  writeOpened,
} from './tradebook-store.ts';

export interface Written {
  /** Trades of earlier imports that turned out to be others. */
  replaced: number;
  refused: { tag: string | null; message: string }[];
}

/**
 * Brings executions, closed trades and open positions in line with what the fills make now: new reports of what changed, through
 * the ingest; fills whose trade or costs changed are restated; trades that are none any more are taken back, and what a person
 * wrote to them moves to the trade that has their fills. The same again changes nothing.
 */
export async function writeTrades(
  workspace: Workspace,
  trades: readonly Trade[],
  { take, actor, now }: { take: TakeRecords; actor: string; now: Date },
): Promise<Written> {
  const { owner, opened, fills } = ownersOf(trades);
  const known = await readKnown(
    workspace,
    [...owner.keys()],
    trades.map(({ tag }) => tag),
  );
  const records: object[] = [];
  const costs = costsOfFills(fills);
  for (const fill of fills) {
    const { tag, strategy } = owner.get(fill.fill_id) as Trade;
    const cost: CostUnits | null = costs.get(fill.fill_id) ?? null;
    const record = executionOf(fill, tag, strategy, cost);
    const stored = known.executions.get(fill.fill_id);
    if (stored === undefined) records.push(record);
    else if (!isSame(record, stored.payload_json))
      await restateExecution(workspace, fill.fill_id, {
        tag,
        strategy,
        costs_e4: cost === null ? null : totalOf(cost),
        payload: record,
      });
  }
  for (const { fill_id } of fills) {
    const tag = opened.get(fill_id) ?? null;
    if (tag !== (known.opened.get(fill_id) ?? null)) await writeOpened(workspace, fill_id, tag);
  }
  const gone = goneOf(trades, known);
  const notes = await retract(workspace, gone);
  records.push(...(await reportsOf(workspace, trades, known)));
  const { rejected } = await take(workspace, records, now);
  if (gone.closed.length + gone.open.length > 0)
    await moveNotes(workspace, { trades, known, notes, gone, actor, now });
  return {
    replaced: new Set([...gone.closed, ...gone.open]).size,
    refused: rejected.map(({ id, message }) => ({ tag: id, message })),
  };
}

/** Each fill with the trade that it belongs to: the one it ends, where it opens another as well. */
function ownersOf(trades: readonly Trade[]) {
  const owner = new Map<string, Trade>();
  const opened = new Map<string, string>();
  const fills = trades.flatMap((trade) =>
    trade.fills.flatMap(({ fill }) => {
      if (owner.has(fill.fill_id)) {
        opened.set(fill.fill_id, trade.tag);
        return [];
      }
      owner.set(fill.fill_id, trade);
      return [fill];
    }),
  );
  return { owner, opened, fills };
}

/** Reports are compared without their ids, which count up. */
function isSame(record: object, stored: string): boolean {
  const content = (of: object) => canonicalJson(JSON.parse(JSON.stringify({ ...of, id: null })));
  return content(record) === content(JSON.parse(stored) as object);
}

/** Trades that were reported and are none, or are open again. */
function goneOf(trades: readonly Trade[], { executions, opened, closed, open }: Known) {
  const before = new Set([...[...executions.values()].map(({ tag }) => tag), ...opened.values()]);
  const stays = (isOpen: boolean) =>
    new Set(trades.filter(({ closed_at }) => (closed_at === null) === isOpen).map(({ tag }) => tag));
  const [isOpen, isClosed] = [stays(true), stays(false)];
  return {
    closed: [...before].filter((tag) => closed.has(tag) && !isClosed.has(tag)),
    // One that is closed now is ended by its report.
    open: [...before].filter((tag) => open.has(tag) && !isOpen.has(tag) && !isClosed.has(tag)),
  };
}

async function reportsOf(
  workspace: Workspace,
  trades: readonly Trade[],
  { closed, open }: Known,
): Promise<object[]> {
  const changed = trades.flatMap((trade) => {
    const isOpen = trade.closed_at === null;
    const report = isOpen ? positionReportOf(trade) : closedReportOf(trade);
    const stored = (isOpen ? open : closed).get(trade.tag);
    return stored !== undefined && isSame(report, stored.payload_json) ? [] : [{ trade, isOpen, report }];
  });
  const tags = changed.map(({ trade }) => trade.tag);
  const counts = {
    open: await readReportCounts(workspace, 'positions', tags),
    closed: await readReportCounts(workspace, 'closed_trades', tags),
  };
  return changed.map(({ trade: { tag }, isOpen, report }) => {
    const nr = ((isOpen ? counts.open : counts.closed).get(tag) ?? 0) + 1;
    // Padded, since of two reports of one moment the higher id is the later.
    return { id: `${tag}:${isOpen ? 'open' : 'closed'}:${String(nr).padStart(4, '0')}`, ...report };
  });
}

async function moveNotes(
  workspace: Workspace,
  {
    trades,
    known,
    notes,
    gone,
    actor,
    now,
  }: {
    trades: readonly Trade[];
    known: Known;
    notes: ReadonlyMap<string, string>;
    gone: { closed: string[]; open: string[] };
    actor: string;
    now: Date;
  },
): Promise<void> {
  const moved: object[] = [];
  for (const [tag, text] of notes) {
    const ids = new Set([...known.executions].filter(([, row]) => row.tag === tag).map(([id]) => id));
    const heir = trades.find((trade) => trade.fills.some(({ fill }) => ids.has(fill.fill_id)));
    const isMoved = heir !== undefined && (await addNotes(workspace, heir.tag, text, now));
    moved.push({ tag, notes: text, moved_to: isMoved ? heir.tag : null });
  }
  await writeAudit(
    workspace,
    {
      actor,
      action: 'TRADEBOOK_TRADES_REPLACED',
      subject: [...new Set([...gone.closed, ...gone.open])].slice(0, 20).join(', '),
      reason: 'Later fills showed that these were different trades.',
      evidence: { closed: gone.closed, open: gone.open, notes: moved },
    },
    now,
  );
}
