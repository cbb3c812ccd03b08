import { dayInWords, type Context, istDate, type DbTransaction } from '../../../platform/index.ts';
import { classify } from '../classification.ts';
import type { Alias, Registry } from '../instrument.ts';
import { planListings } from '../listing.ts';
import {
  applyHistory,
  applyList,
  type IndexName,
  type Member,
  type Membership,
  type MembershipChanges,
  overlapsWithin,
} from '../membership.ts';
import {
  addInstruments,
  addSymbolChanges,
  lockRegistry,
  newestList,
  readInstruments,
  readMemberships,
  readRegistry,
  recordList,
  saveAliases,
  saveMemberships,
  updateInstruments,
} from '../registry-store.ts';
import { createResolver, type Resolver } from '../resolver.ts';
import { decodeList } from './csv-table.ts';
import { type ListFile, type ListKind, readListFile, type RowIssue, UnknownList } from './list-files.ts';

export interface ListToImport {
  /** The file's name: it becomes the source of what is read from it. */
  name: string;
  bytes: Uint8Array;
}

/** An index list names neither its index nor its day. */
export interface ImportOptions {
  index?: IndexName | undefined;
  /** YYYY-MM-DD. */
  asOf?: string | undefined;
}

export interface ListReport {
  file: string;
  kind: ListKind;
  /** Rows of the file, without its header. */
  rows: number;
  added: number;
  changed: number;
  /** Memberships whose company the registry does not know: they count by their symbol. */
  unlinked: number;
  issues: RowIssue[];
}

/** A list that cannot be imported as a whole; nothing of it was written. */
export class ListRefused extends Error {
  override name = 'ListRefused';
}

type Of<K extends ListKind> = Extract<ListFile, { kind: K }>;
type Written = Pick<ListReport, 'added' | 'changed'> & Partial<Pick<ListReport, 'unlinked'>>;

/** What others refer to comes first, whatever the order of the files. */
const ORDER: readonly ListKind[] = [
  'shares',
  'etfs',
  'symbol changes',
  'aliases',
  'index history',
  'index list',
];

export function createInstrumentImport({
  database,
  clock,
  log,
}: Pick<Context, 'database' | 'clock' | 'log'>) {
  async function write(
    trx: DbTransaction,
    file: ListFile,
    name: string,
    options: ImportOptions,
  ): Promise<Written> {
    await lockRegistry(trx);
    if (file.kind === 'shares' || file.kind === 'etfs')
      return await writeListings(trx, file, name, istDate(clock.now()));
    if (file.kind === 'symbol changes') {
      const changes = file.rows.map(({ value }) => value);
      return { added: await addSymbolChanges(trx, changes, name), changed: 0 };
    }
    if (file.kind === 'aliases') return await writeAliases(trx, file, name, istDate(clock.now()));
    const registry = await readRegistry(trx);
    if (file.kind === 'index history') return await writeHistory(trx, file, registry);
    return await writeList(trx, file, registry, options);
  }

  return {
    /**
     * Imports lists of an exchange, each in one transaction: a bad row is left out and named, a bad file changes nothing.
     * Importing the same files again changes nothing.
     * @throws UnknownList for a file that is none of the lists; ListRefused for one that may not be imported as it is.
     *   Files before it, in the order of the reports, are written.
     */
    async importLists(
      lists: readonly ListToImport[],
      options: ImportOptions = {},
      written: (report: ListReport) => void = () => undefined,
    ): Promise<ListReport[]> {
      const files = lists.map(({ name, bytes }) => ({ name, file: readNamed(name, bytes) }));
      files.sort((a, b) => ORDER.indexOf(a.file.kind) - ORDER.indexOf(b.file.kind));
      for (const { name, file } of files) refuseWithout(options, file, name);
      if (files.filter(({ file }) => file.kind === 'index list').length > 1)
        throw new ListRefused('Import one index list at a time, each with its --index and --as-of.');
      const reports: ListReport[] = [];
      for (const { name, file } of files) {
        const rows = file.rows.length + file.issues.length;
        const done = await database.asSystem(`import of ${file.kind}`, (trx) =>
          write(trx, file, name, options),
        );
        const issues = [...file.issues].sort((a, b) => a.line - b.line);
        const report = { file: name, kind: file.kind, rows, unlinked: 0, ...done, issues };
        log.info({ ...report, issues: issues.length }, 'a list of instruments was imported');
        reports.push(report);
        written(report);
      }
      return reports;
    },
  };
}

/** Reads the bytes of one of the lists. @throws UnknownList */
export function readListBytes(bytes: Uint8Array): ListFile {
  return readListFile(decodeList(bytes));
}

function readNamed(name: string, bytes: Uint8Array): ListFile {
  try {
    return readListBytes(bytes);
  } catch (error) {
    if (!(error instanceof UnknownList)) throw error;
    throw new UnknownList(`${name} could not be imported, so nothing was. ${error.message}`);
  }
}

function refuseWithout({ index, asOf }: ImportOptions, file: ListFile, name: string): void {
  if (file.kind !== 'index list' || (index !== undefined && asOf !== undefined)) return;
  throw new ListRefused(
    `${name} is an index list. Add its index and date: --index NIFTY500 --as-of 2026-04-01.`,
  );
}

async function writeListings(
  trx: DbTransaction,
  file: Of<'shares' | 'etfs'>,
  name: string,
  today: string,
): Promise<Written> {
  const plan = planListings(
    await readInstruments(trx),
    file.rows.map(({ value }) => value),
    name,
    today,
  );
  for (const { index, message } of plan.refused)
    file.issues.push({ line: file.rows[index]?.line ?? 0, level: 'error', message });
  await updateInstruments(trx, plan.update);
  await addInstruments(trx, plan.add);
  await saveAliases(trx, plan.aliases);
  return { added: plan.add.length, changed: plan.update.length };
}

async function writeAliases(
  trx: DbTransaction,
  file: Of<'aliases'>,
  source: string,
  today: string,
): Promise<Written> {
  const registry = await readRegistry(trx);
  const resolver = createResolver(registry);
  const aliases = new Map<string, Alias>();
  for (const { line, value } of file.rows) {
    const { symbol, ...alias } = value;
    const found = resolver.resolve({ symbol, on: today });
    if (found.outcome !== 'FOUND') {
      const message = `${symbol} is ${found.outcome === 'AMBIGUOUS' ? 'not a single company' : 'not in the registry'}.`;
      file.issues.push({ line, level: 'error', message });
      continue;
    }
    const row = { ...alias, instrument_id: found.instrument.id, source };
    aliases.set(aliasIdentity(row), row);
  }
  const known = new Set(registry.aliases.map(aliasIdentity));
  const added = [...aliases.keys()].filter((key) => !known.has(key)).length;
  return { added, changed: (await saveAliases(trx, [...aliases.values()])) - added };
}

function aliasIdentity({ instrument_id, kind, alias, valid_from }: Alias): string {
  return [instrument_id, kind, alias, valid_from ?? ''].join('\0');
}

async function writeHistory(
  trx: DbTransaction,
  file: Of<'index history'>,
  registry: Registry,
): Promise<Written> {
  const resolver = createResolver(registry);
  const rows = file.rows.map(({ line, value: { index, ...span } }) => ({
    line,
    index,
    span: { ...memberOf(resolver, span.symbol, null, span.valid_from), ...span },
  }));
  const sum = { added: 0, changed: 0, unlinked: 0 };
  for (const index of new Set(rows.map((row) => row.index))) {
    const all = rows.filter((row) => row.index === index);
    const doubled = new Set(overlapsWithin(all.map(({ span }) => span)));
    for (const at of doubled) {
      const message = `${all[at]?.span.symbol} overlaps an earlier row of the same company.`;
      file.issues.push({ line: all[at]?.line ?? 0, level: 'error', message });
    }
    const good = all.filter((_, at) => !doubled.has(at)).map(({ span }) => span);
    const { current, linked } = linkedMemberships(await readMemberships(trx, index), resolver);
    const done = await save(trx, index, linked, applyHistory(current, good));
    sum.added += done.added;
    sum.changed += done.changed;
    sum.unlinked += good.filter(({ instrument_id }) => instrument_id === null).length;
  }
  return sum;
}

async function writeList(
  trx: DbTransaction,
  file: Of<'index list'>,
  registry: Registry,
  { index, asOf }: ImportOptions,
): Promise<Written> {
  if (index === undefined || asOf === undefined) throw new ListRefused('The index and its date are missing.');
  const newest = await newestList(trx, index);
  if (newest !== null && newest > asOf)
    throw new ListRefused(
      `The ${index} list of ${dayInWords(newest)} is already imported. Import lists in order of date.`,
    );
  // A list cut short would end the membership of all whom it lacks.
  const least = index === 'NIFTY50' ? 45 : 450;
  if (file.rows.length < least)
    throw new ListRefused(
      `Only ${file.rows.length} members could be read, so this is not a complete ${index} list.`,
    );
  const resolver = createResolver(registry);
  const members = new Map<string, Member>();
  const sectors = new Map<string, string>();
  for (const { value } of file.rows) {
    const member = memberOf(resolver, value.symbol, value.isin, asOf);
    members.set(member.instrument_id ?? value.isin, member);
    if (member.instrument_id !== null && value.sector !== null)
      sectors.set(member.instrument_id, value.sector);
  }
  const { current, linked } = linkedMemberships(await readMemberships(trx, index), resolver);
  const done = await save(trx, index, linked, applyList(current, [...members.values()], asOf));
  const classified = classify(registry.instruments, sectors, asOf);
  await updateInstruments(trx, classified);
  await recordList(trx, index, asOf, members.size);
  const unlinked = [...members.values()].filter(({ instrument_id }) => instrument_id === null).length;
  return { added: done.added, changed: done.changed + classified.length, unlinked };
}

function memberOf(resolver: Resolver, symbol: string, isin: string | null, on: string): Member {
  const found = resolver.resolve({ symbol, isin, on });
  return { instrument_id: found.outcome === 'FOUND' ? found.instrument.id : null, symbol, isin };
}

/** Memberships whose company came into the registry since they were written, tied to it. */
function linkedMemberships(stored: readonly Membership[], resolver: Resolver) {
  const linked: Membership[] = [];
  const current = stored.map((span) => {
    if (span.instrument_id !== null) return span;
    const member = memberOf(resolver, span.symbol, span.isin, span.valid_from);
    if (member.instrument_id === null) return span;
    linked.push({ ...span, instrument_id: member.instrument_id });
    return { ...span, instrument_id: member.instrument_id };
  });
  return { current, linked };
}

async function save(
  trx: DbTransaction,
  index: IndexName,
  linked: readonly Membership[],
  { add, update }: MembershipChanges,
) {
  const rows = new Map([...linked, ...update].map((span) => [span.id, span]));
  await saveMemberships(trx, index, { add, update: [...rows.values()] });
  return { added: add.length, changed: rows.size };
}
