import type { Sample } from './sample.ts';

/** Of 2008: no charges but the brokerage are given. Then an ordinary trade, a bonus, an issue, and a sale. */
const iciciTransactions: Sample = {
  name: 'PortFolioEqtyTransactions.csv',
  format: 'icici-direct',
  type: 'transactions',
  content: [
    'Stock Symbol,Company Name,ISIN Code,Action,Quantity,Transaction Price,Brokerage,Transaction Charges,StampDuty,Segment,STT Paid/Not Paid,Remarks,Transaction Date,Exchange,',
    'WIPRO,WIPRO LIMITED,INE075A01022,Buy,20,410.30,61.55,NA,NA,Rolling,STT Paid,icicidirect,14-Mar-2008,BSE,',
    'WIPRO,WIPRO LIMITED,INE075A01022,Buy,10,560.00,30.80,0.18,0.56,Rolling,STT Paid,icicidirect,21-Nov-2016,NSE,',
    'WIPRO,WIPRO LIMITED,INE075A01022,Buy,30,0.00,0.00,0.00,0.00,Rolling,STT Not Paid,Bonus Shares,13-Jun-2017,NSE,',
    'WIPRO,WIPRO LIMITED,INE075A01022,Sell,25,"1,280.00",176.00,1.04,0.00,Rolling,STT Paid,icicidirect,09-Mar-2018,NSE,',
    'COALIN,COAL INDIA LIMITED,INE522F01014,Buy,45,245.00,0.00,0.00,0.00,Rolling,STT Not Paid,IPO,03-Nov-2010,NSE,',
    '',
  ].join('\r\n'),
};

const iciciHoldings: Sample = {
  name: 'PortFolioEqtySummary.csv',
  format: 'icici-direct-holdings',
  type: 'holdings',
  content: [
    'Stock Symbol,Company Name,ISIN Code,Qty,Average Cost Price,Current Market Price,% Change over prev close,Value At Cost,Value At Market Price,Days Gain,Days Gain %,Realized Profit / Loss,Unrealized Profit/Loss,Unrealized Profit/Loss %,',
    'WIPRO,WIPRO LIMITED,INE075A01022,35,235.40,281.15,- 0.77,8239.00,9840.25,-76.30,-0.77,"(1,404.10)",1601.25,19.44,',
    'COALIN,COAL INDIA LIMITED,INE522F01014,0,0.00,210.00,+ 1.20,0.00,0.00,0.00,0.00,315.00,0.00,0.00,',
    '',
  ].join('\n'),
};

const ORDER_BOOK =
  'clientId,exchange,fyToken,id,instrument,offlineOrder,source,status,type,pan,limitPrice,productType,qty,disclosedQty,remainingQuantity,' +
  'segment,symbol,description,ex_sym,orderDateTime,side,orderValidity,stopPrice,tradedPrice,filledQty,exchOrdId,message,ch,chp,lp,orderNumStatus,slNo,orderTag';
const order = (cells: {
  status: number;
  qty: number;
  filled: number;
  price: string;
  symbol: string;
  side: number;
  number: string;
  segment?: number;
  when: string;
}): string =>
  [
    `YY11111,10,10100000003787,${cells.number},0,False,API,${cells.status},2,ZZZZZ9999Z,0,CNC,${cells.qty},0,${cells.qty - cells.filled}`,
    `${cells.segment ?? 10},NSE:${cells.symbol},,${cells.symbol},${cells.when},${cells.side},DAY,0,${cells.price},${cells.filled},1300000000000001`,
    `"RED:Margin for C-YY11111, INR 1,055.56",0,0,1,${cells.number}:${cells.status},1,2:Untagged`,
  ].join(',');

/** Traded whole, rejected, cancelled after a part of it was traded, still open with nothing, a contract, and a sale. */
const orderBook: Sample = {
  name: 'orders.csv',
  format: 'fyers-orders',
  type: 'transactions',
  content: [
    `${ORDER_BOOK},Strategy`,
    `${order({ status: 2, qty: 12, filled: 12, price: '455.5', symbol: 'WIPRO-EQ', side: 1, number: '24031200000001', when: '12-Mar-2024 09:16:10' })},A`,
    `${order({ status: 5, qty: 99, filled: 0, price: '0', symbol: 'WIPRO-EQ', side: 1, number: '24031200000002', when: '12-Mar-2024 09:17:10' })},A`,
    `${order({ status: 1, qty: 50, filled: 15, price: '220.4', symbol: 'NTPC-EQ', side: 1, number: '24031200000003', when: '12-Mar-2024 10:17:10' })},A`,
    `${order({ status: 6, qty: 10, filled: 0, price: '0', symbol: 'NTPC-EQ', side: 1, number: '24031300000004', when: '13-Mar-2024 10:17:10' })},A`,
    `${order({ status: 2, qty: 50, filled: 50, price: '10', symbol: 'NIFTY24MAR22000CE', side: 1, number: '24031300000005', segment: 11, when: '13-Mar-2024 11:17:10' })},A`,
    `${order({ status: 2, qty: 2, filled: 2, price: '460', symbol: 'WIPRO-EQ', side: -1, number: '24031400000006', when: '14-Mar-2024 15:00:00' })},A`,
    '',
  ].join('\n'),
};

/** A script appended twice, and a spreadsheet turned the 5th of April into the 4th of May. */
const orderList: Sample = {
  name: 'order_history.csv',
  format: 'fyers-orders',
  type: 'transactions',
  content: [
    'id,qty,symbol,orderDateTime,side,tradedPrice,orderNumStatus,slNo',
    '2.40318E+13,8,NSE:NTPC-EQ,18-03-2024 09:15,1,318.5,24031800004321:2,1',
    '2.40318E+13,8,NSE:NTPC-EQ,18-03-2024 09:15,1,318.5,24031800004321:2,1',
    '2.40318E+13,3,NSE:NTPC-EQ,18-03-2024 15:10,-1,320,24031800009876:2,2',
    '2.40318E+13,7,NSE:NTPC-EQ,18-03-2024 15:20,-1,320,24031800009999:5,3',
    '2.40405E+13,6,NSE:WIPRO-EQ,04-05-2024 15:14,1,480,24040500012345:2,1',
    '',
  ].join('\n'),
};

const REPORT =
  'Symbol name,Symbol code,Date & time,Side,Product type,Qty,Traded price,Total value,Segment,Exchange order ID,OMS order ID';

/** Two equal fills, the same position again at midnight, a contract, and a sale. */
const report: Sample = {
  name: 'tradebook (FYERS).csv',
  format: 'fyers-tradebook',
  type: 'transactions',
  content: [
    'Report Title,Tradebook report',
    'Date Range,From 01/03/2024 to 31/03/2024',
    'Client Name,RAVI SAMPLE',
    'Client ID,YY11111',
    'PAN,ZZZZZ9999Z',
    'Download Timestamp,02/04/2024 10:00:00 IST',
    '',
    REPORT,
    'NTPC,NTPC-EQ,"19 Mar 2024, 09:30:00 AM",BUY,CNC,5.00,"1,020.50","5,102.50",Capital Market,"=""1300000000000011""",24031900000001',
    'NTPC,NTPC-EQ,"19 Mar 2024, 09:30:00 AM",BUY,CNC,5.00,"1,020.50","5,102.50",Capital Market,"=""1300000000000011""",24031900000001',
    'NTPC,NTPC-EQ,"20 Mar 2024, 12:00:00 AM",SELL,-,10.00,"1,020.50","10,205.00",Capital Market,NDIR0009,NDIR0009',
    'USDINR24MARFUT,USDINR FUT,"20 Mar 2024, 09:20:00 AM",BUY,Intraday,1.00,83.10,"83,100.00",Currency,1300000000000012,24032000000001',
    'NTPC,NTPC-EQ,"21 Mar 2024, 02:15:00 PM",SELL,CNC,4.00,"1,050.00","4,200.00",Equity,1300000000000013,24032100000001',
    '',
  ].join('\n'),
};

export const ICICI_DIRECT: readonly Sample[] = [iciciTransactions, iciciHoldings];
export const FYERS: readonly Sample[] = [orderBook, orderList, report];
