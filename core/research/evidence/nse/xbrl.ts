import { type SaxesAttributeNS, SaxesParser, type SaxesTagNS } from 'saxes';
import { isCalendarDate } from '../../../platform/dates.ts';
import { MalformedDocument } from '../../parsing/malformed.ts';

/** Bounds of one filing, so that nothing of it can fill the memory. Real ones have some thousand elements in 0.5 MB. */
export interface XbrlLimits {
  bytes: number;
  elements: number;
  depth: number;
  /** Of one element. */
  attributes: number;
  /** Characters of one text or of one attribute. */
  text: number;
}

export const XBRL_LIMITS: XbrlLimits = {
  bytes: 8 * 1024 * 1024,
  elements: 100_000,
  depth: 16,
  attributes: 64,
  text: 512 * 1024,
};

export interface XbrlContext {
  id: string;
  entity: { scheme: string; value: string };
  /** First day; null for an instant. */
  start: string | null;
  /** Last day, or the day. */
  end: string;
  /** By which axis the figures are split, by local name; empty for the statement itself. */
  axes: readonly string[];
}

export interface XbrlFact {
  /** Local name. */
  name: string;
  context: string;
  /** `INR`, `INR/share`, `shares`, `pure`, or `other`; null where the filing gives none. */
  unit: string | null;
  /** XBRL's `decimals`; null for INF and where nobody says. */
  decimals: number | null;
  /** As printed; null where the filing says that it is left empty (`xsi:nil`). */
  text: string | null;
}

export interface XbrlInstance {
  contexts: readonly XbrlContext[];
  facts: readonly XbrlFact[];
  /** Facts in a namespace that nobody here knows, left out. */
  foreign: number;
}

const INSTANCE = 'http://www.xbrl.org/2003/instance';
const DIMENSIONS = 'http://xbrl.org/2006/xbrldi';
const CURRENCIES = 'http://www.xbrl.org/2003/iso4217';
const SCHEMA_INSTANCE = 'http://www.w3.org/2001/XMLSchema-instance';

/** Families of namespaces in which Indian results are filed: of BSE up to 2024, of SEBI since. The day changes each year. */
const KNOWN_FAMILIES: readonly RegExp[] = [
  /^http:\/\/www\.bseindia\.com\/xbrl\/fin\/\d{4}-\d{2}-\d{2}\/in-bse-fin$/,
  /^http:\/\/www\.sebi\.gov\.in\/xbrl\/\d{4}-\d{2}-\d{2}\/in-capmkt$/,
];

/** Longer text of a fact is cut: no figure, day or name is as long. */
const LONGEST_VALUE = 2000;

/**
 * The contexts and facts of an XBRL filing. A document type, and with it every entity of the document's own, is refused.
 * @throws MalformedDocument
 */
export function readXbrl(body: Uint8Array, limits: XbrlLimits = XBRL_LIMITS): XbrlInstance {
  if (body.length > limits.bytes)
    throw new MalformedDocument(`it has ${body.length} bytes, more than the ${limits.bytes} that are read`);
  const text = new TextDecoder('utf-8').decode(body);
  const reader = new InstanceReader(limits);
  reader.read(text);
  return reader.instance();
}

interface OpenContext {
  id: string;
  scheme: string;
  entity: string;
  start: string | null;
  end: string | null;
  instant: string | null;
  axes: string[];
}

class InstanceReader {
  readonly #parser = new SaxesParser({ xmlns: true });
  readonly #known = new Map<string, boolean>();
  readonly #contexts = new Map<string, XbrlContext>();
  readonly #units = new Map<string, string>();
  readonly #facts: XbrlFact[] = [];
  readonly #namespaces = new Set<string>();
  #foreign = 0;
  #elements = 0;
  #depth = 0;
  #text = '';
  #context: OpenContext | null = null;
  #unit: { id: string; over: string[]; under: string[]; isUnder: boolean } | null = null;
  #fact: XbrlFact | null = null;

  constructor(limits: XbrlLimits) {
    const parser = this.#parser;
    parser.on('error', () => {
      throw new MalformedDocument(`it is cut off or not XML at line ${parser.line}`);
    });
    parser.on('doctype', () => {
      throw new MalformedDocument('it declares its own document type, which is not allowed');
    });
    const add = (part: string) => {
      if (this.#text.length + part.length > limits.text)
        throw tooMuch(`a text of more than ${limits.text} characters`);
      this.#text += part;
    };
    parser.on('text', add);
    parser.on('cdata', add);
    parser.on('opentag', (tag) => {
      this.#elements += 1;
      this.#depth += 1;
      if (this.#elements > limits.elements) throw tooMuch(`more than ${limits.elements} elements`);
      if (this.#depth > limits.depth) throw tooMuch(`elements nested deeper than ${limits.depth}`);
      const attributes = Object.values(tag.attributes);
      if (attributes.length > limits.attributes) throw tooMuch(`more than ${limits.attributes} attributes`);
      if (attributes.some(({ value }) => value.length > limits.text))
        throw tooMuch(`an attribute of more than ${limits.text} characters`);
      this.#open(tag);
    });
    parser.on('closetag', (tag) => {
      this.#close(tag);
    });
  }

  read(text: string): void {
    // Some programs put a byte order mark before text that needs none; TextDecoder takes it away.
    this.#parser.write(text).close();
  }

  instance(): XbrlInstance {
    if (this.#facts.length === 0)
      throw new MalformedDocument(
        this.#namespaces.size === 0
          ? 'it has no facts'
          : `its facts are in an unknown namespace: ${[...this.#namespaces].slice(0, 2).join(', ')}`,
      );
    const facts = this.#facts.map((fact) =>
      fact.unit === null ? fact : { ...fact, unit: this.#units.get(fact.unit) ?? null },
    );
    return { contexts: [...this.#contexts.values()], facts, foreign: this.#foreign };
  }

  #open(tag: SaxesTagNS): void {
    this.#text = '';
    if (this.#depth === 1) {
      if (tag.uri !== INSTANCE || tag.local !== 'xbrl')
        throw new MalformedDocument(`it is not XBRL: it begins with ${tag.name.slice(0, 40)}`);
      return;
    }
    if (this.#depth === 2) this.#openRow(tag);
    else if (this.#context !== null) this.#openOfContext(this.#context, tag);
    else if (this.#unit !== null && tag.local === 'unitDenominator') this.#unit.isUnder = true;
  }

  #openRow(tag: SaxesTagNS): void {
    const id = plain(tag, 'id');
    if (tag.uri === INSTANCE) {
      if (tag.local === 'context' && id !== null)
        this.#context = { id, scheme: '', entity: '', start: null, end: null, instant: null, axes: [] };
      if (tag.local === 'unit' && id !== null) this.#unit = { id, over: [], under: [], isUnder: false };
      return;
    }
    const context = plain(tag, 'contextRef');
    if (context === null) return;
    if (!this.#isKnown(tag.uri)) {
      this.#foreign += 1;
      if (this.#namespaces.size < 5) this.#namespaces.add(tag.uri.slice(0, 120));
      return;
    }
    const decimals = plain(tag, 'decimals');
    this.#fact = {
      name: tag.local,
      context,
      unit: plain(tag, 'unitRef'),
      decimals: decimals !== null && /^-?\d{1,2}$/.test(decimals) ? Number(decimals) : null,
      text: isNil(tag) ? null : '',
    };
  }

  #openOfContext(context: OpenContext, tag: SaxesTagNS): void {
    if (tag.uri === INSTANCE && tag.local === 'identifier')
      context.scheme = (plain(tag, 'scheme') ?? '').slice(0, LONGEST_VALUE);
    if (tag.uri === DIMENSIONS) context.axes.push(localOf(plain(tag, 'dimension') ?? tag.local));
  }

  #close(tag: SaxesTagNS): void {
    this.#depth -= 1;
    const text = this.#text.slice(0, LONGEST_VALUE).trim();
    this.#text = '';
    if (this.#depth === 1) this.#closeRow(text);
    else if (this.#context !== null && tag.uri === INSTANCE) {
      if (tag.local === 'identifier') this.#context.entity = text;
      if (tag.local === 'startDate') this.#context.start = text;
      if (tag.local === 'endDate') this.#context.end = text;
      if (tag.local === 'instant') this.#context.instant = text;
    } else if (this.#unit !== null && tag.local === 'measure')
      (this.#unit.isUnder ? this.#unit.under : this.#unit.over).push(this.#measure(text));
    else if (this.#unit !== null && tag.local === 'unitDenominator') this.#unit.isUnder = false;
  }

  /** A context, a unit or a fact is complete. What names no day stands for nothing, and facts on it are found without one. */
  #closeRow(text: string): void {
    if (this.#fact !== null) {
      this.#facts.push(this.#fact.text === null ? this.#fact : { ...this.#fact, text });
    } else if (this.#context !== null) {
      const { id, scheme, entity, start, end, instant, axes } = this.#context;
      const last = instant ?? end;
      const isDated =
        last !== null && isCalendarDate(last) && (instant !== null || isCalendarDate(start ?? ''));
      if (isDated)
        this.#contexts.set(id, {
          id,
          entity: { scheme, value: entity },
          start: instant === null ? start : null,
          end: last,
          axes,
        });
    } else if (this.#unit !== null) this.#units.set(this.#unit.id, unitOf(this.#unit.over, this.#unit.under));
    this.#fact = null;
    this.#context = null;
    this.#unit = null;
  }

  #isKnown(uri: string): boolean {
    let known = this.#known.get(uri);
    if (known === undefined) {
      known = KNOWN_FAMILIES.some((family) => family.test(uri));
      if (this.#known.size < 100) this.#known.set(uri, known);
    }
    return known;
  }

  #measure(name: string): string {
    const [prefix, local] = name.includes(':') ? name.split(':', 2) : ['', name];
    const uri = this.#parser.resolve(prefix ?? '');
    if (uri === CURRENCIES && /^[A-Z]{3}$/.test(local ?? '')) return local ?? '';
    return uri === INSTANCE && (local === 'shares' || local === 'pure') ? local : 'other';
  }
}

function unitOf(over: readonly string[], under: readonly string[]): string {
  const [one = 'other'] = over;
  if (over.length !== 1 || under.length > 1) return 'other';
  if (under.length === 0) return one;
  return under[0] === 'shares' && /^[A-Z]{3}$/.test(one) ? `${one}/share` : 'other';
}

function plain(tag: SaxesTagNS, name: string): string | null {
  const found: SaxesAttributeNS | undefined = tag.attributes[name];
  return found === undefined ? null : found.value;
}

function isNil(tag: SaxesTagNS): boolean {
  return Object.values(tag.attributes).some(
    ({ uri, local, value }) => uri === SCHEMA_INSTANCE && local === 'nil' && /^(true|1)$/.test(value),
  );
}

function localOf(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

function tooMuch(what: string): MalformedDocument {
  return new MalformedDocument(`it has ${what}, which no real filing has`);
}
