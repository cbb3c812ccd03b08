import { Decimal } from '../../platform/index.ts';
import type { NewOrder, PracticeAccount, PracticeFill } from './account.ts';
import { fieldsOf, jsonOf, number } from './wire.ts';

type Traded = Pick<PracticeFill, 'side' | 'quantity' | 'price'>;

/** Parts of the value of a delivery trade; stamp duty is on purchases alone. */
const RATES = { stt: '0.001', exchange: '0.0000307', sebi: '0.000001', stamp_duty: '0.00015' } as const;
/** On the charges of exchange, SEBI and broker. */
const GST = '0.18';

/** Charges of a trade in rupees by kind: not rounded to paise, as brokers report them. */
function chargesFor({ side, quantity, price }: Traded) {
  const value = new Decimal(price).times(quantity);
  const [exchange, sebi] = [value.times(RATES.exchange), value.times(RATES.sebi)];
  const rupees = (charge: Decimal) => charge.toDecimalPlaces(4).toNumber();
  return {
    brokerage: 0,
    stt: rupees(value.times(RATES.stt)),
    exchange: rupees(exchange),
    sebi: rupees(sebi),
    stamp_duty: side === 'BUY' ? rupees(value.times(RATES.stamp_duty)) : 0,
    gst: rupees(exchange.plus(sebi).times(GST)),
  };
}

/** The charges of a trade as Kite writes them. */
function kiteCharges(traded: Traded): Record<string, unknown> {
  const { brokerage, stt, exchange, sebi, stamp_duty, gst } = chargesFor(traded);
  return {
    transaction_tax: stt,
    transaction_tax_type: 'stt',
    exchange_turnover_charge: exchange,
    sebi_turnover_charge: sebi,
    brokerage,
    stamp_duty,
    gst: { igst: gst, cgst: 0, sgst: 0, total: gst },
    total: Decimal.sum(brokerage, stt, exchange, sebi, stamp_duty, gst).toNumber(),
  };
}

/** The charges of a trade as Dhan writes them in its history. */
export function dhanCharges(traded: Traded): Record<string, unknown> {
  const { brokerage, stt, exchange, sebi, stamp_duty, gst } = chargesFor(traded);
  return {
    sebiTax: sebi,
    stt,
    brokerageCharges: brokerage,
    serviceTax: gst,
    exchangeTransactionCharges: exchange,
    stampDuty: stamp_duty,
  };
}

/** Kite's answer to a list of orders; the words of its refusal where one of them is none that it takes. */
export function kiteCalculation(path: string, body: string, account: PracticeAccount): unknown[] | string {
  const isNote = path === '/charges/orders';
  const rows = jsonOf(body);
  if (!Array.isArray(rows)) return 'Invalid JSON.';
  const answers: unknown[] = [];
  for (const row of rows as unknown[]) {
    const asked = fieldsOf(row);
    const { exchange, order_type, price, product, tradingsymbol, variety } = asked;
    const order = orderIn(asked['transaction_type'], asked['quantity'], tradingsymbol);
    if (order === null) return 'Invalid `transaction_type` or `quantity`.';
    if (exchange !== 'NSE' || account.unlisted.has(order.symbol)) return 'Invalid `tradingsymbol`.';
    if (variety !== 'regular' || product !== 'CNC') return 'Invalid `product`.';
    if (order_type !== 'LIMIT' && order_type !== 'MARKET') return 'Invalid `order_type`.';
    const named = isNote ? asked['average_price'] : price;
    const limit_price = typeof named === 'number' && named > 0 ? String(named) : null;
    if (limit_price === null && (isNote || order_type === 'LIMIT')) return 'Invalid `price`.';
    if (isNote && typeof asked['order_id'] !== 'string') return 'Missing `order_id`.';
    const { needs, price: at } = account.needed({ ...order, limit_price });
    const charges = kiteCharges({ ...order, price: at });
    answers.push(
      isNote
        ? {
            transaction_type: order.side,
            tradingsymbol,
            exchange,
            variety,
            product,
            order_type,
            quantity: order.quantity,
            price: number(at),
            charges,
          }
        : {
            type: 'equity',
            tradingsymbol,
            exchange,
            span: 0,
            exposure: 0,
            option_premium: 0,
            additional: 0,
            bo: 0,
            cash: 0,
            var: number(needs),
            pnl: { realised: 0, unrealised: 0 },
            leverage: 1,
            charges,
            total: number(needs),
          },
    );
  }
  return answers;
}

/** Dhan's answer for one order; null where it is none that it takes. */
export function dhanCalculation(body: string, account: PracticeAccount): Record<string, unknown> | null {
  const asked = fieldsOf(jsonOf(body));
  const share = account.prices.bySecurityId(String(asked['securityId']));
  const order = orderIn(asked['transactionType'], asked['quantity'], share?.symbol);
  const { price, productType, exchangeSegment } = asked;
  if (
    order === null ||
    account.unlisted.has(order.symbol) ||
    typeof price !== 'number' ||
    productType !== 'CNC' ||
    exchangeSegment !== 'NSE_EQ'
  )
    return null;
  const { needs } = account.needed({ ...order, limit_price: price > 0 ? String(price) : null });
  const { cash } = account.state;
  return {
    totalMargin: number(needs),
    spanMargin: 0,
    exposureMargin: 0,
    availableBalance: number(cash),
    variableMargin: number(needs),
    insufficientBalance: number(Decimal.max(0, new Decimal(needs).minus(cash)).toFixed()),
    brokerage: 0,
    leverage: '1.00',
  };
}

function orderIn(
  side: unknown,
  quantity: unknown,
  symbol: unknown,
): Pick<NewOrder, 'side' | 'quantity' | 'symbol'> | null {
  const isWhole = typeof quantity === 'number' && Number.isSafeInteger(quantity) && quantity > 0;
  return (side === 'BUY' || side === 'SELL') && isWhole && typeof symbol === 'string' && symbol !== ''
    ? { side, quantity, symbol }
    : null;
}
