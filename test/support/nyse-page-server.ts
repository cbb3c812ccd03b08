import { nysePage } from './holiday-lists.ts';
import { LoopbackServer, type Reply } from './loopback.ts';

/** A double of NYSE's site: one page of hours and holidays. */
export class NysePageServer extends LoopbackServer {
  page = nysePage();

  constructor() {
    super((url): Reply =>
      url.pathname === '/markets/hours-calendars'
        ? { status: 200, type: 'text/html; charset=utf-8', body: this.page }
        : { status: 404, type: 'text/html', body: '<html><body>Not Found</body></html>' },
    );
  }
}
