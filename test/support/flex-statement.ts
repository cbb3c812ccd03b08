/** Attributes of one row of a Flex statement, as a query may choose them. */
export type FlexAttributes = Readonly<Record<string, string | number>>;

export interface FlexSections {
  account?: string;
  from?: string;
  to?: string;
  positions?: FlexAttributes[];
  /** Each as [element, attributes] or as the attributes of a Trade. */
  trades?: (FlexAttributes | [string, FlexAttributes])[];
  cash?: FlexAttributes[];
  actions?: FlexAttributes[];
  /** Sections of other kinds, as they stand. */
  other?: string;
}

const escaped = (value: string | number): string =>
  String(value).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

export function flexElement(name: string, attributes: FlexAttributes): string {
  const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${escaped(value)}"`);
  return `<${name}${written.join('')} />`;
}

const section = (name: string, rows: string[] | undefined): string =>
  rows === undefined ? '' : `<${name}>\n${rows.join('\n')}\n</${name}>\n`;

export function flexStatement({
  account = 'U1234567',
  from = '20260101',
  to = '20260630',
  positions,
  trades,
  cash,
  actions,
  other = '',
}: FlexSections): string {
  return (
    `<FlexStatement accountId="${account}" fromDate="${from}" toDate="${to}" period="" whenGenerated="20260701;023546">\n` +
    other +
    section(
      'OpenPositions',
      positions?.map((row) => flexElement('OpenPosition', row)),
    ) +
    section(
      'Trades',
      trades?.map((row) =>
        Array.isArray(row) ? flexElement(row[0], row[1]) : flexElement('Trade', row as FlexAttributes),
      ),
    ) +
    section(
      'CashTransactions',
      cash?.map((row) => flexElement('CashTransaction', row)),
    ) +
    section(
      'CorporateActions',
      actions?.map((row) => flexElement('CorporateAction', row)),
    ) +
    '</FlexStatement>\n'
  );
}

/** A whole document, with one statement for each of `statements`. */
export function flexReport(...statements: FlexSections[]): string {
  return (
    `<FlexQueryResponse queryName="Munim" type="AF">\n<FlexStatements count="${statements.length}">\n` +
    `${statements.map(flexStatement).join('')}</FlexStatements>\n</FlexQueryResponse>\n`
  );
}

/** An execution of shares with every attribute that a usual query has. */
/** A trade; its money is what its quantity and price come to. */
export function flexTrade(changes: FlexAttributes = {}): FlexAttributes {
  const { quantity = '20', tradePrice = '6.6415' } = changes;
  const money = Number(String(quantity).replaceAll(',', '')) * Number(String(tradePrice).replaceAll(',', ''));
  const isMoney = Number.isFinite(money) && money !== 0;
  return {
    accountId: 'U1234567',
    currency: 'USD',
    fxRateToBase: '1',
    assetCategory: 'STK',
    subCategory: 'COMMON',
    symbol: 'ACME',
    description: 'ACME TOOLS & DIE',
    conid: '107375361',
    securityID: 'US0378331005',
    securityIDType: 'ISIN',
    isin: 'US0378331005',
    multiplier: '1',
    tradeID: '2268125234',
    reportDate: '20260109',
    dateTime: '20260109;093100',
    tradeDate: '20260109',
    transactionType: 'ExchTrade',
    exchange: 'NYSE',
    quantity,
    tradePrice,
    tradeMoney: isMoney ? String(money) : '',
    proceeds: isMoney ? String(-money) : '',
    taxes: '0',
    ibCommission: '-1.0410679',
    ibCommissionCurrency: 'USD',
    netCash: '-133.8710679',
    transactionID: '9814211285',
    buySell: 'BUY',
    ibOrderID: '1115450435',
    ibExecID: '0000fed1.5be58c36.01.01',
    levelOfDetail: 'EXECUTION',
    ...changes,
  };
}

export function flexPosition(changes: FlexAttributes = {}): FlexAttributes {
  return {
    accountId: 'U1234567',
    currency: 'USD',
    assetCategory: 'STK',
    subCategory: 'COMMON',
    symbol: 'ACME',
    description: 'ACME TOOLS & DIE',
    conid: '107375361',
    securityID: 'US0378331005',
    securityIDType: 'ISIN',
    multiplier: '1',
    reportDate: '20260630',
    position: '340',
    markPrice: '314.86',
    positionValue: '107052.4',
    openPrice: '150',
    costBasisPrice: '150.25',
    costBasisMoney: '51085',
    side: 'Long',
    levelOfDetail: 'SUMMARY',
    ...changes,
  };
}

export function flexCash(changes: FlexAttributes = {}): FlexAttributes {
  return {
    accountId: 'U1234567',
    currency: 'USD',
    assetCategory: 'STK',
    subCategory: 'COMMON',
    symbol: 'ACME',
    description: 'ACME(US0378331005) CASH DIVIDEND USD 0.24 PER SHARE (Ordinary Dividend)',
    conid: '107375361',
    securityID: 'US0378331005',
    securityIDType: 'ISIN',
    dateTime: '20260212',
    settleDate: '20260212',
    amount: '81.6',
    type: 'Dividends',
    transactionID: '5767420360',
    reportDate: '20260212',
    levelOfDetail: 'DETAIL',
    ...changes,
  };
}

/** The tax on {@link flexCash}. */
export function flexTax(changes: FlexAttributes = {}): FlexAttributes {
  return flexCash({
    type: 'Withholding Tax',
    amount: '-20.4',
    description: 'ACME(US0378331005) CASH DIVIDEND USD 0.24 PER SHARE - US TAX',
    transactionID: '5767420361',
    ...changes,
  });
}

export function flexAction(changes: FlexAttributes = {}): FlexAttributes {
  return {
    accountId: 'U1234567',
    currency: 'USD',
    assetCategory: 'STK',
    symbol: 'ACME',
    description: 'ACME(US0378331005) SPLIT 4 FOR 1 (ACME, ACME TOOLS & DIE, US0378331005)',
    conid: '107375361',
    securityID: 'US0378331005',
    securityIDType: 'ISIN',
    reportDate: '20260316',
    dateTime: '20260313;202500',
    amount: '0',
    proceeds: '0',
    quantity: '60',
    type: 'FS',
    transactionID: '7700000001',
    actionID: '131200000',
    ...changes,
  };
}
