/** A share in a bhavcopy that a test writes. */
export interface BhavRow {
  symbol: string;
  close: string;
  isin?: string;
  series?: string;
}

export type BhavFormat = 'old' | 'full' | 'udiff';

const MONTHS = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'];
/** The exchange's change of format: the old one was published for the last time on this day. */
const LAST_OLD = '2024-07-05';

/** What NSE publishes of a session, byte for byte in its layout; `debt` rows of securities are no share's business. */
export function bhavcopy(
  day: string,
  rows: readonly BhavRow[],
  { debt = 1, format = day <= LAST_OLD ? 'old' : 'udiff' }: { debt?: number; format?: BhavFormat } = {},
): { name: string; text: string } {
  const [year = '', month = '', date = ''] = day.split('-');
  const name = MONTHS[Number(month) - 1] ?? '';
  const all: BhavRow[] = [
    ...Array.from({ length: debt }, (_, nr) => ({
      symbol: `7${String(nr).padStart(2, '0')}GS2033`,
      close: '101.55',
      isin: `IN00202300${String(nr).padStart(2, '0')}`,
      series: 'GS',
    })),
    ...rows,
  ];
  if (format === 'old') {
    const lines = all.map(
      ({ symbol, close, isin = '', series = 'EQ' }) =>
        `${symbol},${series},${close},${close},${close},${close},${close},${close},7651,1143416.9,${date}-${name}-${year},229,${isin},`,
    );
    return {
      name: `cm${date}${name}${year}bhav.csv`,
      text: file(
        'SYMBOL,SERIES,OPEN,HIGH,LOW,CLOSE,LAST,PREVCLOSE,TOTTRDQTY,TOTTRDVAL,TIMESTAMP,TOTALTRADES,ISIN,',
        lines,
      ),
    };
  }
  if (format === 'full') {
    const word = `${name.slice(0, 1)}${name.slice(1).toLowerCase()}`;
    const lines = all.map(
      ({ symbol, close, series = 'EQ' }) =>
        `${symbol}, ${series}, ${date}-${word}-${year}, ${close}, ${close}, ${close}, ${close}, ${close}, ${close}, ${close}, 69878, 162.00, 2673, 32207, 46.09`,
    );
    return {
      name: `sec_bhavdata_full_${date}${month}${year}.csv`,
      text: file(
        'SYMBOL, SERIES, DATE1, PREV_CLOSE, OPEN_PRICE, HIGH_PRICE, LOW_PRICE, LAST_PRICE, CLOSE_PRICE, AVG_PRICE, TTL_TRD_QNTY, TURNOVER_LACS, NO_OF_TRADES, DELIV_QTY, DELIV_PER',
        lines,
      ),
    };
  }
  const lines = all.map(
    ({ symbol, close, isin = '', series = 'EQ' }, nr) =>
      `${day},${day},CM,NSE,STK,${1000 + nr},${isin},${symbol},${series},,,,,${symbol} LIMITED,${close},${close},${close},${close},${close},${close},,${close},,,7651,1143416.90,229,F1,1,,,,,`,
  );
  return {
    name: `BhavCopy_NSE_CM_0_0_0_${year}${month}${date}_F_0000.csv`,
    text: file(
      'TradDt,BizDt,Sgmt,Src,FinInstrmTp,FinInstrmId,ISIN,TckrSymb,SctySrs,XpryDt,FininstrmActlXpryDt,StrkPric,OptnTp,FinInstrmNm,OpnPric,HghPric,LwPric,ClsPric,LastPric,PrvsClsgPric,UndrlygPric,SttlmPric,OpnIntrst,ChngInOpnIntrst,TtlTradgVol,TtlTrfVal,TtlNbOfTxsExctd,SsnId,NewBrdLotQty,Rmks,Rsvd1,Rsvd2,Rsvd3,Rsvd4',
      lines,
    ),
  };
}

function file(header: string, lines: readonly string[]): string {
  return `${[header, ...lines].join('\n')}\n`;
}
