/**
 * The words of DEGIRO's account statement in the languages of its countries. What is in none of these tables is asked about:
 * a trade in a language that is not known must not pass for cash.
 */

const BUY =
  'buy|koop|kauf|acquisto|compra|achat|kupno|zakup|køb|köp|kjøp|osto|nákup|nákup|vétel|αγορά|cumpărare';
const SELL =
  'sell|verkoop|verkauf|vendita|venta|venda|vente|sprzedaż|salg|sälj|försäljning|myynti|prodej|predaj|eladás|πώληση|vânzare';
/** What stands between the number of shares and the price. */
const AT = 'zu je|zu|je|à|a|at|voor|por|per|pour|po|za|cena';

/** A trade in words; a word and a colon before it make it a corporate action: "STOCK SPLIT: Sell 99 …". */
export const TRADE = new RegExp(
  String.raw`^(?:([^:]{2,60}):\s*)?(${BUY}|${SELL})\s+([\d.,]+)\s+(?:([^@]{0,120}?)\s*)?(?:@|(?<=\s)(?:${AT})(?=\s))\s*([\d.,]+)\s+([A-Z]{3})(?![\p{L}])`,
  'iu',
);
const SALE = new RegExp(`^(?:${SELL})$`, 'iu');
/** Cash that is kept in a fund of the money market. */
const SWEEP =
  /money market|geldmarkt|mercato monetario|march[ée] mon[ée]taire|fonds mon[ée]taires?|mercado monet[aá]rio|monetário/i;
/** `FTI P31.00 18DEC20`, and a future by the day it ends on; a bond has its coupon beside that day. */
const OPTION = /\s[CP]\s?\d+(?:[.,]\d+)?\s+\d{2}[A-Z]{3}\d{2}\b/;
const FUTURE = /\s\d{2}(?:JAN|FEB|MAR|APR|MAY|JUN|JUL|AUG|SEP|OCT|NOV|DEC)\d{2}\b/;

const DIVIDEND =
  /^(?:dividend|dividende|dividendo|dividendi|dividenden|dywidenda|dividenda|dividendy|utdelning|utbytte|udbytte|osinko|osingot|osztalék|ausschüttung|dividendenausschüttung)$/i;
const PAID = /divid|dywidend|utdelning|utbytte|udbytte|osin[kg]|osztalék|ausschüttung/i;
const TAX = /tax|belasting|steuer|ritenuta|imp[oô]t|retenci[oó]n|impost[oa]|podat|skatt?|vero|daň|adó/i;
const FEE =
  /third part|van derden|transaktionsgebühr|transactiekosten|transaction (?:fee|cost)|commissioni? di transazione|costi di transazione|(?:coûts|frais) de transaction|co(?:ste|misi[oó]n|mision)e?s? de transacci[oó]n|comiss(?:ão|ões) de transaç|cust[oa]s? de transação|opłata transakcyjna|koszty transakcji|transaktionsavgift|transaktionsomkostning|kaupankäynti|transakční poplat|stamp duty|(?:transaction|transactions) tax\b|taxe sur (?:les )?transactions?|transactie(?:taks|belasting)|beurstaks|transaktionssteuer|tassa sulle transazioni|tobin/i;
/** Money that is no entry: deposits, withdrawals, exchanges of currency, interest, fees of the account, and moves to its cash account. */
const CASH = new RegExp(
  [
    'deposit|einzahlung|storting|dépôt|versement|ingreso|depósito|versamento|bonifico|wpłata|indbetaling|insättning|innskudd|talletus|\\bvklad\\b|ideal|sofort|trustly',
    'withdrawal|auszahlung|opname|terugstorting|retrait|retirada|prelievo|levantamento|wypłata|udbetaling|uttag|uttak|\\bnosto\\b',
    '^fx |valuta ?(?:debitering|creditering)|währungswechsel|opération de change|cambio|(?:crédito|débito|credito|debito) (?:de |di )?(?:divisa|valuta)|wymiana walut|valutav[äe]ks',
    'interest|zinsen|\\brente\\b|intérêt|interés|intereses|interess[ei]|juros|odsetki|ränt[ae]|korko',
    'connecti|konnektivität|aansluitingskosten|handelsplatz|handelsmodalität|modalités de (?:bourse|connexion)|frais de (?:connexion|garde)|conectividad|conectividade|connettività|custody|depotgebühr|service fee|\\badr\\b',
    'cash sweep|cash account|geldkonto|cashkonto|compte (?:espèces|de caisse)|cuenta de efectivo|conta (?:de )?caixa|conto corrente|flatex|geldrekening',
  ].join('|'),
  'i',
);

export const isSale = (word: string): boolean => SALE.test(word);
export const isSweep = (action: string): boolean => SWEEP.test(action);
export const isContract = (name: string): boolean =>
  OPTION.test(name) || (FUTURE.test(name) && !/\d\s?%/.test(name));
export const isDividend = (text: string): boolean => DIVIDEND.test(text);
export const isDividendTax = (text: string): boolean => PAID.test(text) && TAX.test(text);
export const isFee = (text: string): boolean => FEE.test(text);
export const isCash = (text: string): boolean => CASH.test(text) || SWEEP.test(text);
