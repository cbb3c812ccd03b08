import { LoopbackServer } from './loopback.ts';

export interface Scheme {
  code: string;
  /** Payout or growth ISIN, and that of reinvestment; '-' is none. */
  isins: [string, string];
  name: string;
  plan?: string;
  option?: string;
  nav: string;
  /** dd-MMM-yyyy */
  date: string;
}

export type NavListForm = 'six columns' | 'eight columns';

const HEADINGS: Record<NavListForm, string> = {
  'six columns':
    'Scheme Code;ISIN Div Payout/ ISIN Growth;ISIN Div Reinvestment;Scheme Name;Net Asset Value;Date',
  'eight columns':
    'Scheme Code;ISIN Div Payout/ ISIN Growth;ISIN Div Reinvestment;Scheme Name;Plan;Option;Net Asset Value;Date',
};

/** A page that answers in place of the list once it has moved: with status 200, as it was seen. */
export const MOVED =
  '<head><title>Document Moved</title></head>\n<body><h1>Object Moved</h1>This document may be found <a HREF="https://elsewhere.example/NAVAll.txt">here</a></body>';

/** NAVAll.txt as AMFI writes it, group headings and blank lines included. */
export function navList(schemes: readonly Scheme[], form: NavListForm = 'eight columns'): string {
  const rows = schemes.map(({ code, isins, name, plan = 'Direct Plan', option = 'Growth', nav, date }) => {
    const names = form === 'eight columns' ? [name, plan, option] : [`${name} - ${plan} - ${option}`];
    return [code, ...isins, ...names, nav, date].join(';');
  });
  const groups = [
    ' ',
    'Open Ended Schemes(Debt Scheme - Banking and PSU Fund)',
    ' ',
    'First Mutual Fund',
    ' ',
  ];
  return [HEADINGS[form], ...groups, ...rows, ''].join('\r\n');
}

/** A double of AMFI's site; `schemes` and `form` may be changed while it runs. */
export class AmfiServer extends LoopbackServer {
  schemes: Scheme[];
  form: NavListForm = 'eight columns';

  constructor(schemes: Scheme[] = []) {
    super((url) =>
      url.pathname === '/spages/NAVAll.txt'
        ? { status: 200, type: 'text/plain', body: navList(this.schemes, this.form) }
        : { status: 404, type: 'text/html', body: '<html><head><title>404 Not Found</title></head></html>' },
    );
    this.schemes = schemes;
  }
}
