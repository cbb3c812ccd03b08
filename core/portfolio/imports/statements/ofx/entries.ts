import { createHash } from 'node:crypto';
import { Decimal, toScale } from '../../../../platform/index.ts';
import { notUnderstood, type RawFields, type RawRow } from '../../rows/index.ts';
import { lastDigit, settled } from '../amounts.ts';
import { LEFT_OUT } from '../left-out.ts';
import { amountIn } from '../table.ts';
import { type OfxAccount, type OfxRecord } from './parse-ofx.ts';
import { type OfxSecurity, securityOf } from './securities.ts';

/** One entry of an account, with what a reading of the whole account needs. */
export interface OfxEntry {
  raw: RawRow<'transactions'>;
  /** Of a payment that may be tax of a dividend: what it took. */
  tax?: Decimal;
  security: string;
  /** Units that come (+) or go (−); of a split the ratio. */
  moves?: { units: Decimal } | { ratio: Decimal };
}

const ZERO = new Decimal(0);
const CHARGES = ['COMMISSION', 'FEES', 'TAXES', 'LOAD', 'STATEWITHHOLDING', 'WITHHOLDING', 'PENALTY'];
/** Made of the day, a letter and a count in the order of the file: another download counts differently. */
const COUNTED_ID = /^\d{6,8}_[A-Z]+_\d+$/;
const OPTION_ENDS = /\b(?:expired|expiration|expiry|assigned|assignment|exercised?|options?)\b/i;
const PAYS = new Set(['DIV', 'CGLONG', 'CGSHORT']);

/** The entries of one transaction: a reinvestment is a dividend and a purchase. */
export function entriesOf(
  record: OfxRecord,
  account: OfxAccount,
  securities: ReadonlyMap<string, OfxSecurity>,
): OfxEntry[] {
  const { kind, values } = record;
  const security = securityOf(record, securities);
  const one = new Entry(record, account, security);
  if (kind.endsWith('OPT') || security.isOption) return [one.excluded(LEFT_OUT.derivative)];
  if (/^(?:BUY|SELL)(?:STOCK|MF|DEBT|OTHER)$/.test(kind))
    return [one.trade(kind.startsWith('BUY') ? 'BUY' : 'SELL')];
  const income = values.get('INCOMETYPE')?.toUpperCase() ?? '';
  switch (kind) {
    case 'INCOME':
      return [PAYS.has(income) ? one.dividend() : one.interest(income)];
    case 'REINVEST':
      return [PAYS.has(income) ? one.dividend(':D') : one.interest(income), one.trade('BUY', ':B')];
    case 'SPLIT':
      return [one.split()];
    case 'TRANSFER':
      return [one.transfer()];
    case 'RETOFCAP':
      return [one.notUnderstood('Return of capital')];
    case 'JRNLSEC':
      return [one.excluded(LEFT_OUT.movedBack)];
    case 'INVBANKTRAN':
    case 'INVEXPENSE':
    case 'MARGININTEREST':
    case 'JRNLFUND':
      return [one.payment()];
    default:
      return [one.notUnderstood(kind)];
  }
}

class Entry {
  private readonly record: OfxRecord;
  private readonly account: OfxAccount;
  private readonly security: OfxSecurity;

  constructor(record: OfxRecord, account: OfxAccount, security: OfxSecurity) {
    this.record = record;
    this.account = account;
    this.security = security;
  }

  trade(side: 'BUY' | 'SELL', part = ''): OfxEntry {
    const isShort = /SHORT|COVER/i.test(this.text('BUYTYPE') + this.text('SELLTYPE'));
    if (isShort) return this.excluded(LEFT_OUT.short);
    const units = this.number('UNITS');
    const total = this.number('TOTAL');
    const charges = CHARGES.reduce((sum, name) => sum.plus(this.number(name) ?? ZERO), ZERO);
    const isDebt = this.record.kind.endsWith('DEBT') || this.security.asset_class === 'Bond';
    const per = isDebt ? 100 : 1;
    const priceText = this.text('UNITPRICE');
    const price = this.number('UNITPRICE')?.div(per) ?? null;
    const raw = this.row(side, part);
    raw.fields.quantity = units?.abs().toFixed() ?? this.text('UNITS');
    raw.fields.price = price === null ? priceText : toScale(price).toFixed();
    if (!charges.isZero()) raw.fields.fee_tax = charges.toFixed();
    if (units !== null && total !== null && !total.isZero()) {
      // Interest that a bond had earned before it was bought is paid to the seller.
      const accrued = this.number('ACCRDINT')?.abs() ?? ZERO;
      const paid = side === 'BUY' ? total.abs().minus(accrued) : total.abs();
      const priceDigit = lastDigit(priceText, '.').div(per);
      const gross = settled({ side, units, price, priceDigit, total: paid, charges });
      raw.totals = { price: gross.toFixed() };
      if (price !== null) raw.stated = { amount: gross.toFixed(), charges: 'apart' };
    }
    const come = units?.abs() ?? ZERO;
    return { ...this.entry(raw), moves: { units: side === 'BUY' ? come : come.negated() } };
  }

  dividend(part = ''): OfxEntry {
    const total = this.number('TOTAL');
    const isReinvested = this.record.kind === 'REINVEST';
    const raw = this.row('DIVIDEND', part);
    raw.fields.quantity = '0';
    raw.fields.price = total?.abs().toFixed() ?? this.text('TOTAL');
    const withheld = this.number('WITHHOLDING')?.abs() ?? ZERO;
    if (!withheld.isZero() && !isReinvested) raw.fields.fee_tax = withheld.toFixed();
    if (total !== null && total.isNegative() && !isReinvested)
      return { ...this.entry(raw), tax: total.abs() };
    return this.entry(raw);
  }

  split(): OfxEntry {
    const raw = this.row('SPLIT');
    const [from, to] = [this.number('OLDUNITS'), this.number('NEWUNITS')];
    const [parts, of] = [this.number('NUMERATOR'), this.number('DENOMINATOR')];
    const named = parts?.gt(0) === true && of?.gt(0) === true ? parts.div(of) : null;
    const held = from?.gt(0) === true && to?.gt(0) === true ? to.div(from) : null;
    const ratio = named ?? held;
    // Units change by less than one where a fraction was paid out.
    const agrees =
      named === null ||
      held === null ||
      from
        ?.times(named)
        .minus(to ?? 0)
        .abs()
        .lt(1) === true;
    if (ratio === null || !agrees) {
      raw.undecided = {
        field: 'quantity',
        message:
          'is not known: the file does not state the ratio of the split, or states two. Enter the new shares per old share, ' +
          'like 2 for a 2-for-1 split.',
      };
      return this.entry(raw);
    }
    raw.fields.quantity = toScale(ratio).toFixed();
    return { ...this.entry(raw), moves: { ratio } };
  }

  transfer(): OfxEntry {
    const units = this.number('UNITS');
    const memo = this.text('MEMO');
    // Expired or assigned: an option that the file does not list as one.
    if (OPTION_ENDS.test(memo)) return this.notUnderstood(memo);
    const isOut = this.text('TFERACTION').toUpperCase() === 'OUT' || units?.isNegative() === true;
    if (this.text('POSTYPE').toUpperCase() === 'SHORT') return this.excluded(LEFT_OUT.short);
    if (isOut) {
      const left = units?.abs() ?? ZERO;
      return {
        ...this.excluded(LEFT_OUT.movedOut('Transfer', left.toFixed())),
        moves: { units: left.negated() },
      };
    }
    const raw = this.row('TRANSFER_IN');
    raw.fields.quantity = units?.toFixed() ?? this.text('UNITS');
    return { ...this.entry(raw), moves: { units: units ?? ZERO } };
  }

  /** Cash; a charge whose text names a dividend may be its tax. */
  payment(): OfxEntry {
    const { kind } = this.record;
    const memo = this.text('MEMO') || this.text('NAME');
    const entry = this.excluded(LEFT_OUT.cash(memo || this.text('TRNTYPE') || kind));
    const total = this.number('TOTAL');
    const isTax = kind === 'INVEXPENSE' && /\bDIV/i.test(memo) && total?.isZero() === false;
    return isTax ? { ...entry, tax: total.abs() } : entry;
  }

  /** Interest is cash; what else a security paid only a person can tell. */
  interest(income: string): OfxEntry {
    return income === 'INTEREST' ? this.excluded(LEFT_OUT.cash(income)) : this.notUnderstood(income);
  }

  notUnderstood(word: string): OfxEntry {
    const { fields, where } = this.row('');
    const units = this.number('UNITS');
    const price = units === null ? this.number('TOTAL')?.abs() : this.number('UNITPRICE');
    const quantity = units?.abs() ?? ZERO;
    const raw = notUnderstood(word, {
      ...fields,
      quantity: quantity.toFixed(),
      price: price?.toFixed() ?? '',
    });
    return this.entry({ ...raw, ...(where === undefined ? {} : { where }) });
  }

  excluded(reason: string): OfxEntry {
    const fields: RawFields<'transactions'> = {};
    const day = this.day();
    if (day !== '') fields.date = day;
    return this.entry({ fields, excluded: reason, where: `line ${this.record.line}` });
  }

  private entry(raw: RawRow<'transactions'>): OfxEntry {
    return { raw, security: this.text('UNIQUEID') };
  }

  private row(type: string, part = ''): RawRow<'transactions'> {
    const { symbol, isin, asset_class } = this.security;
    const currency = this.text('CURSYM') || this.account.currency;
    const fields: RawFields<'transactions'> = { type, symbol, date: this.day(), currency };
    if (isin !== '') fields.isin = isin;
    const shares =
      asset_class ?? (currency === 'USD' && !/OTHER/.test(this.record.kind) ? 'US Equity' : null);
    if (shares !== null) fields.asset_class = shares;
    const isTrade = type === 'BUY' || type === 'SELL' || type === 'TRANSFER_IN';
    const memo = this.text('MEMO');
    if (memo !== '' && type !== 'SPLIT') fields.note = memo;
    const id = type === 'SPLIT' || type === 'TRANSFER_IN' ? null : this.identity(part);
    if (id !== null) fields.execution_id = id;
    const raw: RawRow<'transactions'> = { fields, where: `line ${this.record.line}` };
    if (isTrade && this.security.isOther && asset_class === null)
      raw.undecided = {
        field: 'asset_class',
        message: `is not known: the file lists ${symbol} as another kind of security, which may be a right, a warrant or a future. Enter its class if it is a share, a fund or a bond.`,
      };
    return raw;
  }

  /** Some brokers give one FITID to a purchase and a sale, so what moved is part of the identity. */
  private identity(part: string): string | null {
    const fitid = this.text('FITID');
    if (fitid === '' || COUNTED_ID.test(fitid)) return null;
    const parts = [
      this.account.id,
      fitid,
      this.record.kind,
      this.day(),
      this.text('UNITS'),
      this.text('TOTAL'),
    ];
    return `OFX:${createHash('sha256').update(parts.join('\n')).digest('hex').slice(0, 32)}${part}`;
  }

  /** The day as written: its zone is the broker's, and so is the day. */
  private day(): string {
    const text = this.text('DTTRADE') || this.text('DTPOSTED') || this.text('DTSETTLE');
    const found = /^(\d{4})(\d{2})(\d{2})/.exec(text);
    return found === null ? text : `${found[1]}-${found[2]}-${found[3]}`;
  }

  private text(name: string): string {
    return this.record.values.get(name) ?? '';
  }

  private number(name: string): Decimal | null {
    const text = this.text(name);
    // OFX allows a comma for decimals, and no thousands.
    return amountIn(text, /^[-+]?\d*,\d+$/.test(text) ? ',' : '.');
  }
}
