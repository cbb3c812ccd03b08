import type { JsonSchema } from '../core/platform/schema/index.ts';

/** A schema where it stands in the document. */
interface Place {
  /** Where: `GET /api/portfolio/holdings.items[]`. */
  path: string;
  /** What it is called there, in Pascal case, and what it stands in. */
  name: string;
  within: string;
  /** A whole body or response, its list and the rows of that, or a part. All but parts are named even where used once. */
  kind: 'whole' | 'list' | 'row' | 'part';
}

interface Found {
  place: Place;
  count: number;
  isNamed: boolean;
}

/** By this pattern a view says that a text is a date. */
const DATE_PATTERN = String.raw`^\d{4}-\d{2}-\d{2}$`;

/**
 * Names of components whose first place says little of them. Others are called by what they stand under: `Reconciliation` for
 * `reconciliation`, `Lot` for one of `lots`.
 */
export const NAMES: Readonly<Record<string, string>> = {
  'GET /api/tokens.items[]': 'Token',
  'POST /api/tokens': 'NewToken',
  'POST /api/auth/verify.user': 'User',
  'GET /api/portfolio/v2/dashboard.total': 'Totals',
  'GET /api/portfolio/v2/dashboard.total.partial': 'PartialTotals',
  'GET /api/portfolio/v2/dashboard.total.partial.current_value': 'PartialFigure',
  'GET /api/portfolio/v2/dashboard.total.partial.current_value.missing[]': 'MissingHolding',
  'GET /api/portfolio/v2/dashboard.portfolios[]': 'PortfolioTotals',
  'GET /api/portfolio/v2/dashboard.allocation.asset_class[]': 'AllocationPart',
  'GET /api/portfolio/v2/dashboard.movers.day': 'Movers',
  'GET /api/portfolio/v2/dashboard.movers.day.gainers[]': 'Mover',
  'GET /api/portfolio/v2/dashboard.recent_snapshots[]': 'Snapshot',
  'GET /api/portfolio/dashboard': 'FirstDashboard',
  'GET /api/portfolio/corporate-actions.open[]': 'ActionSuggestion',
  'GET /api/portfolio/corporate-actions.decided[]': 'LedgerAction',
  'GET /api/portfolio/broker-changes.open[]': 'BrokerChange',
  'GET /api/portfolio/broker-changes.open[].before': 'BrokerTrade',
  'GET /api/portfolio/goals.items[].links[]': 'GoalLink',
  'GET /api/portfolio/sip-plans.items[].next_instalment': 'SipInstalment',
  'GET /api/portfolio/reports/risk.best_day': 'DayReturn',
  'GET /api/portfolio/reports/tax-lots.short_term': 'TaxTerm',
  'GET /api/research/runs.items[]': 'Backtest',
  'GET /api/research/runs.items[].metrics': 'BacktestMetrics',
  'GET /api/research/runs.items[].metrics.costs': 'TradingCosts',
  'GET /api/research/runs.items[].metrics.best_month': 'MonthReturn',
  'GET /api/research/runs.items[].metrics.worst_months[]': 'MonthReturn',
  'GET /api/research/runs/:run_id/trades.items[]': 'BacktestOrder',
  'GET /api/portfolio/connections.items[].sync.last_result': 'SyncResult',
  'GET /api/portfolio/ai-providers/settings.keys.provider_a': 'KeyPresence',
  'GET /api/portfolio/ai-providers/settings.base_urls': 'TextByProvider',
  'GET /api/portfolio/ai-research/runs.items[]': 'AiResearchRun',
  'GET /api/portfolio/ai-research/runs/:run_id': 'AiResearchDossier',
  'POST /api/portfolio/ai-research/runs': 'AiResearchStarted',
  'GET /api/events/upcoming.items[]': 'OptionEvent',
  'GET /api/sentiment/latest.items[]': 'Sentiment',
  'GET /api/options/v2/performance.realised': 'OptionResult',
  'POST /api/research/runs body.config': 'StrategyConfig',
  'POST /api/research/runs/:run_id/promote-to-paper.policy': 'Policy',
  'GET /api/policies/plans.items[]': 'Plan',
  'GET /api/policies/:pid/contributions.next': 'Contribution',
};

/** Names that the document defines by itself. */
const TAKEN = ['Problem', 'FieldError'];

/**
 * Gives the schemas of a document names: every object that is used more than once, every body and response, and every row of a
 * list is a component. Two rounds over the same places: `see` all of them first, then `place` each.
 */
export function createComponents() {
  const found = new Map<string, Found>();
  const names = new Map<string, string>();
  const schemas: Record<string, JsonSchema> = {};

  const see = (schema: unknown, place: Place): void => {
    if (!isSchema(schema)) return;
    if (isObject(schema)) {
      const key = keyOf(schema);
      const known = found.get(key) ?? { place, count: 0, isNamed: false };
      known.count += 1;
      known.isNamed ||= place.kind !== 'part';
      found.set(key, known);
      // What stands in an object that was seen before is counted with it, as it is written once.
      if (known.count > 1) return;
    }
    for (const [child, at] of childrenOf(schema, place)) see(child, at);
  };

  const nameOf = (key: string): string | null => {
    const known = found.get(key);
    if (known === undefined || (known.count === 1 && !known.isNamed)) return null;
    const given = names.get(key);
    if (given !== undefined) return given;
    const { path, name, within, kind } = known.place;
    const wanted = NAMES[path] ?? name;
    const used = new Set([...names.values(), ...TAKEN]);
    const chosen =
      [
        wanted,
        { whole: `${wanted}Answer`, row: `${wanted}Row`, list: wanted, part: `${within}${wanted}` }[kind],
      ].find((one) => !used.has(one)) ??
      Array.from({ length: used.size }, (_, nr) => `${within}${wanted}${nr + 2}`).find(
        (one) => !used.has(one),
      );
    names.set(key, chosen ?? wanted);
    return chosen ?? wanted;
  };

  const place = (schema: unknown, at: Place): unknown => {
    if (!isSchema(schema)) return schema;
    const key = isObject(schema) ? keyOf(schema) : null;
    const name = key === null ? null : nameOf(key);
    if (name === null) return inline(schema, at);
    if (schemas[name] === undefined) {
      // Before what stands in it, so that the outer one comes first.
      schemas[name] = {};
      schemas[name] = inline({ ...schema, type: 'object' }, at);
    }
    const reference = { $ref: `#/components/schemas/${name}` };
    return isNullable(schema) ? { anyOf: [reference, { type: 'null' }] } : reference;
  };

  const inline = (schema: JsonSchema, at: Place): JsonSchema => {
    const written: JsonSchema = { ...schema };
    if (schema['pattern'] === DATE_PATTERN) written['format'] = 'date';
    const { properties, items, additionalProperties } = schema;
    const children = new Map(childrenOf(schema, at));
    if (isSchema(properties))
      written['properties'] = Object.fromEntries(
        Object.entries(properties).map(([name, child]) => [name, place(child, children.get(child) ?? at)]),
      );
    if (isSchema(items)) written['items'] = place(items, children.get(items) ?? at);
    if (isSchema(additionalProperties))
      written['additionalProperties'] = place(additionalProperties, children.get(additionalProperties) ?? at);
    return written;
  };

  return { see, place, schemas };
}

/** Every schema that stands right in another one, with its place. */
function childrenOf(schema: JsonSchema, { path, name, kind }: Place): [unknown, Place][] {
  const { properties, items, additionalProperties } = schema;
  const under = (
    child: unknown,
    part: string,
    called: string,
    of: Place['kind'] = 'part',
  ): [unknown, Place] => [child, { path: `${path}${part}`, name: called, within: name, kind: of }];
  // The rows of a page are called what the page is called after.
  const row = name.replace(/Page$/, '');
  return [
    ...Object.entries(isSchema(properties) ? properties : {}).map(([field, child]) =>
      kind === 'whole' && field === 'items'
        ? under(child, '.items', row, 'list')
        : under(child, `.${field}`, pascal(field)),
    ),
    ...(isSchema(items) ? [under(items, '[]', singular(name), kind === 'list' ? 'row' : 'part')] : []),
    ...(isSchema(additionalProperties) ? [under(additionalProperties, '{}', singular(name))] : []),
  ];
}

function isSchema(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** True for an object with fields of its own; a map of names to values is none. */
function isObject({ type, properties }: JsonSchema): boolean {
  return isSchema(properties) && (type === 'object' || (Array.isArray(type) && type.includes('object')));
}

function isNullable({ type }: JsonSchema): boolean {
  return Array.isArray(type) && type.includes('null');
}

/** The same for schemas that say the same, but for whether there may be null in their place. */
function keyOf(schema: JsonSchema): string {
  const known = KEYS.get(schema);
  if (known !== undefined) return known;
  const key = JSON.stringify({ ...schema, type: 'object' });
  KEYS.set(schema, key);
  return key;
}
/** Each is asked for in both rounds. */
const KEYS = new WeakMap<JsonSchema, string>();

/** `sip-plans` is `SipPlans`. */
export function pascal(words: string): string {
  return words
    .split(/[^A-Za-z0-9]+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');
}

/** `Holdings` is `Holding`, `Properties` is `Property`, `Status` is itself. */
export function singular(name: string): string {
  if (/(?:Series|News)$/.test(name)) return name;
  if (name.endsWith('ies') && name.length > 4) return `${name.slice(0, -3)}y`;
  if (/(?:ches|sses|xes)$/.test(name)) return name.slice(0, -2);
  return /[^su]s$/.test(name) ? name.slice(0, -1) : name;
}
