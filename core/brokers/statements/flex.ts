import { FlexActions } from './flex-action.ts';
import { FlexCash } from './flex-cash.ts';
import type { FlexAnswer, FlexEntry } from './flex-entry.ts';
import { FlexFields, flexTime, nameOf } from './flex-fields.ts';
import { FlexPositions } from './flex-position.ts';
import { readTrade } from './flex-trade.ts';
import { StatementError } from './statement-error.ts';
import { readXml, XML_LIMITS, type XmlEvent, type XmlLimits } from './xml.ts';

/** Rows that wait for others of their kind; beyond that they are settled with what is there. */
const MOST_HELD = 50_000;

/**
 * Reads a Flex statement of Interactive Brokers row by row, while it arrives and in memory that does not grow with its
 * trades (spec: Connection sync rules 4). The root element decides whether it is a statement or the service's answer.
 *
 * Trades come in the order of the document; dividends, splits and positions at its end, since their rows are put
 * together first. Only executions count, never the sums of orders, symbols and assets that a query may add: a trade
 * without a level of detail is an execution when it has a number of one. Times are the account's, without a zone, and
 * of them only the day is kept.
 *
 * @param source bytes in UTF-8, or text.
 * @param options.account reads the rows of this account alone; every statement is told of all the same.
 * @throws StatementError; what was read before it is not to be kept.
 */
export async function* readFlex(
  source: AsyncIterable<Uint8Array | string>,
  { limits = XML_LIMITS, account = null }: { limits?: XmlLimits; account?: string | null } = {},
): AsyncGenerator<FlexEntry[]> {
  const document = new FlexDocument(account);
  for await (const events of readXml(source, limits)) {
    const entries = events.flatMap((event) => document.take(event));
    if (entries.length > 0) yield entries;
  }
}

/** What the service says instead of a statement, or where it is. @throws StatementError */
export async function readFlexAnswer(text: string): Promise<FlexAnswer> {
  for await (const entries of readFlex(once(text))) {
    for (const entry of entries) if (entry.kind === 'answer') return entry.answer;
  }
  throw new StatementError('not_flex', 'This is a statement, not a Flex Web Service response.');
}

async function* once(text: string): AsyncGenerator<string> {
  yield text;
}

/** Whether a text begins like a document of the Flex Web Service, as far as its first characters tell. */
export function looksLikeFlex(start: string): boolean {
  const root =
    /^\ufeff?\s*(?:<\?xml[^>]*\?>\s*)?(?:<!--(?:[^-]|-(?!->))*-->\s*)*<Flex(?:QueryResponse|StatementResponse)[\s/>]/;
  return root.test(start.slice(0, 8192));
}

const TRADES = new Set(['Trades', 'TradeConfirms']);
const SUMS = new Map([
  ['Order', 'order'],
  ['SymbolSummary', 'symbol'],
  ['AssetSummary', 'kind of asset'],
]);
const SUM_LEVELS = new Map([
  ['ORDER', 'order'],
  ['SYMBOL_SUMMARY', 'symbol'],
  ['ASSET_SUMMARY', 'kind of asset'],
]);

class FlexDocument {
  readonly #cash = new FlexCash();
  readonly #actions = new FlexActions();
  readonly #positions = new FlexPositions();
  readonly #open: string[] = [];
  #isAnswer = false;
  readonly #words: Record<string, string> = {};
  #account = '';
  #day = '';
  #row = 0;
  /** Rows of the section so far that count, and that sum up others. */
  #details = 0;
  #sums = 0;
  readonly #wanted: string | null;

  constructor(account: string | null) {
    this.#wanted = account;
  }

  take(event: XmlEvent): FlexEntry[] {
    return event.kind === 'begin'
      ? this.#begin(event.name, event.attributes)
      : this.#end(event.name, event.text);
  }

  #begin(name: string, attributes: Readonly<Record<string, string>>): FlexEntry[] {
    const parent = this.#open.at(-1);
    this.#open.push(name);
    if (parent === undefined) {
      this.#isAnswer = name === 'FlexStatementResponse';
      if (!this.#isAnswer && name !== 'FlexQueryResponse')
        throw new StatementError('not_flex', 'This XML is not a Flex statement from Interactive Brokers.');
      return [];
    }
    if (this.#isAnswer) return [];
    if (name === 'FlexStatement') return this.#statement(new FlexFields(attributes));
    if (this.#wanted !== null && this.#wanted !== this.#account) return [];
    const entry = this.#entry(name, parent, attributes);
    return this.#settledIfMany(entry === null ? [] : [entry]);
  }

  #end(name: string, text: string): FlexEntry[] {
    this.#open.pop();
    if (this.#isAnswer) {
      if (this.#open.length > 0) this.#words[name] = text.trim();
      return this.#open.length > 0 ? [] : [{ kind: 'answer', answer: answerOf(this.#words) }];
    }
    if (TRADES.has(name)) return this.#endOfSection('trades', 'Execution');
    if (name === 'CashTransactions') return this.#endOfSection('cash transactions', 'Detail');
    if (this.#open.length > 0) return [];
    return [...this.#cash.flush(), ...this.#actions.flush(), ...this.#positions.flush()];
  }

  #statement(fields: FlexFields): FlexEntry[] {
    const from = flexTime(fields.text('fromDate'))?.day ?? null;
    const to = flexTime(fields.text('toDate'))?.day ?? null;
    this.#account = fields.text('accountId');
    this.#day = to ?? '';
    this.#positions.begin(this.#account, this.#day);
    return [{ kind: 'statement', account: this.#account, from, to }];
  }

  #entry(name: string, parent: string, attributes: Readonly<Record<string, string>>): FlexEntry | null {
    const fields = () => new FlexFields(attributes);
    if (TRADES.has(parent) && (name === 'Trade' || name === 'TradeConfirm' || SUMS.has(name)))
      return this.#trade(name, fields());
    if (parent === 'CashTransactions' && name === 'CashTransaction') return this.#cashRow(fields());
    if (parent === 'OpenPositions' && name === 'OpenPosition')
      return this.#positions.add(fields(), { ...this.#next(), day: this.#day });
    if (parent === 'CorporateActions' && name === 'CorporateAction')
      return this.#actions.add(fields(), this.#next());
    if (parent === 'Transfers' && name === 'Transfer') {
      const what = nameOf('Transfer', fields(), 'transactionID');
      const message = 'A transfer between accounts has no purchase price. Enter it manually.';
      return { kind: 'left_out', of: 'trade', row: this.#next().row, what, reason: 'UNKNOWN_KIND', message };
    }
    return null;
  }

  #trade(name: string, fields: FlexFields): FlexEntry {
    const at = this.#next();
    const level = fields.text('levelOfDetail').toUpperCase();
    const sum = SUMS.get(name) ?? SUM_LEVELS.get(level);
    if (sum !== undefined) {
      this.#sums += 1;
      const message = `The total of one ${sum}; its executions count instead.`;
      return {
        kind: 'left_out',
        of: 'trade',
        row: at.row,
        what: nameOf('Sum', fields),
        reason: 'SUMMARY',
        message,
      };
    }
    if (level !== '' && level !== 'EXECUTION') {
      const message = `Level of detail "${level.slice(0, 40)}" is not an execution.`;
      return {
        kind: 'left_out',
        of: 'trade',
        row: at.row,
        what: nameOf('Trade', fields),
        reason: 'SUMMARY',
        message,
      };
    }
    this.#details += 1;
    return readTrade(fields, at);
  }

  #cashRow(fields: FlexFields): FlexEntry | null {
    const at = this.#next();
    if (fields.text('levelOfDetail').toUpperCase() !== 'SUMMARY') {
      this.#details += 1;
      return this.#cash.add(fields, at);
    }
    this.#sums += 1;
    const message = 'A total; its individual payments count instead.';
    return {
      kind: 'left_out',
      of: 'trade',
      row: at.row,
      what: nameOf('Sum', fields),
      reason: 'SUMMARY',
      message,
    };
  }

  /** Sums cannot stand for what they sum up: a later query with the details would count everything twice. */
  #endOfSection(of: string, level: string): FlexEntry[] {
    const isSumsOnly = this.#sums > 0 && this.#details === 0;
    [this.#details, this.#sums] = [0, 0];
    if (!isSumsOnly) return [];
    const message = `The Flex query has only totals of ${of}. Choose the level "${level}" for them in the query.`;
    const problems = [{ field: 'row', message }];
    const { row } = this.#next();
    return [{ kind: 'unreadable', row, what: `Totals of ${of}`, of: 'trade', fields: {}, problems }];
  }

  #next(): { account: string; row: number } {
    this.#row += 1;
    return { account: this.#account, row: this.#row };
  }

  #settledIfMany(entries: FlexEntry[]): FlexEntry[] {
    if (this.#positions.held > MOST_HELD)
      throw new StatementError('too_large', `The statement has more than ${MOST_HELD} positions.`);
    if (this.#cash.held + this.#actions.held <= MOST_HELD) return entries;
    return [...entries, ...this.#cash.flush(), ...this.#actions.flush()];
  }
}

function answerOf(words: Readonly<Record<string, string>>): FlexAnswer {
  const status = ['Success', 'Warn', 'Fail'].find(
    (one) => one.toLowerCase() === words['Status']?.toLowerCase(),
  );
  const code = words['ErrorCode'] ?? '';
  return {
    status: (status as FlexAnswer['status'] | undefined) ?? 'unknown',
    code: /^\d{1,9}$/.test(code) ? Number(code) : null,
    message: words['ErrorMessage']?.slice(0, 300) || null,
    reference: words['ReferenceCode']?.slice(0, 100) || null,
    url: words['Url']?.slice(0, 500) || null,
  };
}
