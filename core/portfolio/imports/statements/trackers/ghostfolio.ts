import * as yup from 'yup';
import { addDays, parseDate, toScale } from '../../../../platform/index.ts';
import { type NumberedRow, notUnderstood, type RawRow } from '../../rows/index.ts';
import { type AssetClass, exchangeAssetClass } from '../../../../market/instruments/index.ts';
import { type StatementFormatOf, StatementRefusal } from '../statement.ts';
import { amountIn } from '../table.ts';
import { unitOf } from '../amounts.ts';
import { isRecord, type JsonRecord, jsonOf, textIn } from './json.ts';
import { LEFT_OUT } from '../left-out.ts';

const EXPORT = yup.object({
  meta: yup.object({ date: yup.string().max(64).optional() }).required(),
  activities: yup.array().required(),
  accounts: yup.array().optional(),
  assetProfiles: yup.array().optional(),
});
/** Midnight in India, and in Central Europe in winter and in summer: the person's day is the next one. */
const LOCAL_MIDNIGHT = /T(?:18:30|22:00|23:00):00(?:\.000)?Z$/;
const CLASSES: Readonly<Record<string, AssetClass>> = {
  ETF: 'ETF',
  MUTUALFUND: 'Mutual Fund',
  BOND: 'Bond',
  COMMODITY: 'Commodity',
  PRECIOUS_METAL: 'Commodity',
};

/** Money, and what has no price: no entries. */
const CASH = new Set(['FEE', 'INTEREST', 'LIABILITY', 'ITEM', 'VALUABLE']);

/** What an export knows beside its activities. */
interface Known {
  accounts: ReadonlyMap<string, string>;
  profiles: ReadonlyMap<string, JsonRecord>;
  /** The day of the export; '' where it does not say. */
  day: string;
}

/** Ghostfolio's export. Its accounts become portfolios. */
export const ghostfolio: StatementFormatOf<'text'> = {
  kind: 'text',
  format: 'ghostfolio',
  title: 'Ghostfolio export',
  notation: { date_order: null, decimal_mark: '.' },
  currency: null,
  detect: ({ text }) => {
    const start = text.slice(0, 64).trimStart();
    if (!/^\uFEFF?\s*\{/.test(start)) return false;
    return (
      /"meta"\s{0,20}:\s{0,20}\{[^{}]{0,400}"(?:date|version)"/.test(text) &&
      /"(?:activities|accounts|assetProfiles|platforms)"\s{0,20}:\s{0,20}\[/.test(text)
    );
  },
  read({ text }) {
    const value = jsonOf(text, 'Ghostfolio export');
    if (!EXPORT.isValidSync(value, { strict: true }))
      throw new StatementRefusal(
        'This Ghostfolio export has no list of activities. Export it again under Portfolio, Activities.',
      );
    const { activities, accounts = [], assetProfiles = [], meta } = value;
    const known: Known = {
      accounts: new Map(accounts.filter(isRecord).map((one) => [textIn(one, 'id'), textIn(one, 'name')])),
      profiles: new Map(assetProfiles.filter(isRecord).map((one) => [profileKey(one), one])),
      day: (meta.date ?? '').slice(0, 10),
    };
    const rows = activities.map((one: unknown, at): NumberedRow => ({
      row: at + 1,
      raw: isRecord(one) ? rowOf(one, known) : { fields: {}, malformed: 'is not an activity.' },
    }));
    const shifted = activities.some(
      (one: unknown) => isRecord(one) && LOCAL_MIDNIGHT.test(textIn(one, 'date')),
    );
    return { type: 'transactions', rows, totals: [], notes: shifted ? [NEXT_DAY] : [] };
  },
};

const NEXT_DAY =
  'Some activities are dated at 18:30, 22:00 or 23:00 UTC, which is midnight in India or Central Europe. They are imported on the day that begins then.';

const profileKey = (one: JsonRecord): string => `${textIn(one, 'dataSource')}\n${textIn(one, 'symbol')}`;

function rowOf(one: JsonRecord, known: Known): RawRow<'transactions'> {
  const type = textIn(one, 'type').toUpperCase();
  if (CASH.has(type)) return { fields: {}, excluded: LEFT_OUT.cash(type) };
  const profile = known.profiles.get(profileKey(one));
  const kind = profile === undefined ? '' : textIn(profile, 'assetSubClass');
  if (kind === 'CRYPTOCURRENCY' || textIn(one, 'dataSource') === 'COINGECKO')
    return { fields: {}, excluded: LEFT_OUT.crypto };
  const date = dayOf(textIn(one, 'date'));
  if (amountIn(textIn(one, 'unitPrice'))?.isZero() === true && known.day !== '' && date > known.day)
    return { fields: {}, excluded: 'A draft: it is dated after the export and has no price.' };
  const unit = unitOf(textIn(one, 'currency'));
  const fields: RawRow<'transactions'>['fields'] = {
    ...securityOf(one, profile, kind, unit.currency),
    date,
    currency: unit.currency,
    quantity: textIn(one, 'quantity'),
    price: per(textIn(one, 'unitPrice'), unit.per),
    fee_tax: per(textIn(one, 'fee'), unit.per),
  };
  const portfolio = known.accounts.get(textIn(one, 'accountId')) ?? '';
  if (portfolio !== '') fields.portfolio = portfolio;
  const note = textIn(one, 'comment');
  if (note !== '') fields.note = note;
  if (type !== 'BUY' && type !== 'SELL' && type !== 'DIVIDEND')
    return notUnderstood(textIn(one, 'type'), fields);
  return { fields: { type, ...fields } };
}

function per(text: string, units: number): string {
  const amount = units === 1 ? null : amountIn(text);
  return amount === null ? text : toScale(amount.div(units)).toFixed();
}

/** The day of an activity: of a local midnight the day that begins then. */
function dayOf(written: string): string {
  const day = parseDate(written, null);
  if ('problem' in day) return written;
  return LOCAL_MIDNIGHT.test(written) ? addDays(day.value, 1) : day.value;
}

/** Symbols are Yahoo's; what a person made has a random one, and goes by its name. */
function securityOf(
  one: JsonRecord,
  profile: JsonRecord | undefined,
  kind: string,
  currency: string,
): RawRow<'transactions'>['fields'] {
  const code = textIn(one, 'symbol');
  const isOwn = textIn(one, 'dataSource') === 'MANUAL';
  const name = profile === undefined ? '' : textIn(profile, 'name');
  const isin = profile === undefined ? '' : textIn(profile, 'isin');
  const symbol = isOwn && name !== '' ? name : code.replace(/\.(?:NS|BO)$/i, '');
  const fields: RawRow<'transactions'>['fields'] = { symbol };
  if (isin !== '') fields.isin = isin;
  const named = Object.hasOwn(CLASSES, kind) ? CLASSES[kind] : undefined;
  if (named !== undefined) fields.asset_class = named;
  else if (/\.(?:NS|BO)$/i.test(code)) fields.asset_class = exchangeAssetClass(symbol.toUpperCase(), isin);
  else if (kind === 'STOCK' && currency === 'USD') fields.asset_class = 'US Equity';
  return fields;
}
