import { request } from 'node:http';

export interface CallerOptions {
  /** Address of this machine that the connection comes from. */
  from?: string;
  /** What a trusted proxy says the address is. */
  forwardedFor?: string;
  /** False: cookies are forgotten, as by curl without a jar. */
  keepsCookies?: boolean;
  /** The site it signs in from, as browsers say. */
  headers?: Record<string, string>;
}

export interface CallerAnswer {
  status: number;
  body: Record<string, unknown>;
  setCookies: string[];
  retryAfter: number | null;
}

/** Somebody who signs in over HTTP, from an address of their own, with or without a jar of cookies. */
export class Caller {
  readonly #url: string;
  readonly #options: CallerOptions;
  readonly cookies = new Map<string, string>();

  constructor(url: string, options: CallerOptions = {}) {
    this.#url = url;
    this.#options = options;
  }

  requestCode(login = 'owner'): Promise<CallerAnswer> {
    return this.send('POST', '/api/auth/request-code', { login });
  }

  verify(code: string, login = 'owner'): Promise<CallerAnswer> {
    return this.send('POST', '/api/auth/verify', { login, code });
  }

  /** Asks who is signed in: 200 or 401. */
  me(): Promise<CallerAnswer> {
    return this.send('GET', '/api/auth/me');
  }

  async send(method: string, path: string, body?: unknown): Promise<CallerAnswer> {
    const { from, forwardedFor, keepsCookies = true, headers = {} } = this.#options;
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const text = body === undefined ? '' : JSON.stringify(body);
    return await new Promise((resolve, reject) => {
      const asked = request(
        this.#url + path,
        {
          method,
          ...(from === undefined ? {} : { localAddress: from }),
          headers: {
            origin: this.#url,
            ...(body === undefined ? {} : { 'content-type': 'application/json' }),
            ...(cookie === '' ? {} : { cookie }),
            ...(forwardedFor === undefined ? {} : { 'x-forwarded-for': forwardedFor }),
            ...headers,
          },
        },
        (answer) => {
          const parts: Buffer[] = [];
          answer.on('error', reject);
          answer.on('data', (part: Buffer) => parts.push(part));
          answer.on('end', () => {
            const setCookies = answer.headers['set-cookie'] ?? [];
            if (keepsCookies) for (const line of setCookies) this.#keep(line);
            const said = Buffer.concat(parts).toString('utf8');
            resolve({
              status: answer.statusCode ?? 0,
              body: said === '' ? {} : (JSON.parse(said) as Record<string, unknown>),
              setCookies,
              retryAfter:
                answer.headers['retry-after'] === undefined ? null : Number(answer.headers['retry-after']),
            });
          });
        },
      );
      asked.on('error', reject);
      asked.end(text);
    });
  }

  #keep(line: string): void {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
    if (/Max-Age=0/.test(line)) this.cookies.delete(name);
    else this.cookies.set(name, value);
  }
}
