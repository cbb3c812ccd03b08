import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { createHostCheck } from '../../api/host.ts';
import { parseConfig, Problem } from '../../core/platform/index.ts';
import { type ApiClient, type TestApi, testApi, UpgradeRefused } from '../support/api-client.ts';

/** The code that a request to this name is refused with, or null. */
function refusalOf(
  environment: Record<string, string>,
  host: string | undefined,
  remoteAddress: string,
): string | null {
  try {
    createHostCheck(parseConfig(environment))({ headers: { host }, socket: { remoteAddress } } as never);
    return null;
  } catch (error) {
    assert.ok(error instanceof Problem, String(error));
    return `${error.status} ${error.code}`;
  }
}

describe('api: the name that a request was sent to', () => {
  const OTHER = '421 MISDIRECTED_REQUEST';
  const HERE = '127.0.0.1';
  const LAN = '192.168.1.20';

  it('Security: only names that lead here pass, whatever the port; a loopback name only on this machine', () => {
    const own = { PUBLIC_URL: 'https://munim.example/', HOST: 'nas', ALLOWED_HOSTS: 'munim.lan, Box.Local' };
    const cases: [environment: Record<string, string>, host: string, from: string, refusal: string | null][] =
      [
        [{}, 'localhost:8080', HERE, null],
        [{}, 'LOCALHOST', '::1', null],
        [{}, 'localhost.', '::ffff:127.0.0.1', null],
        [{}, 'munim.localhost:8080', HERE, null],
        [{}, '127.0.0.1:8080', HERE, null],
        [{}, '127.9.9.9', HERE, null],
        [{}, '[::1]:8080', HERE, null],
        [{}, 'localhost:8080', LAN, OTHER],
        [{}, 'munim.localhost', LAN, OTHER],
        // An address cannot be made to lead elsewhere: probes and machines of the same network use it.
        [{ HOST: '0.0.0.0' }, '10.1.2.3:8080', LAN, null],
        [{ HOST: '::' }, '[fe80::1]', LAN, null],
        [{ HOST: '0.0.0.0' }, 'nas.local', LAN, OTHER],
        [{}, 'evil.example', HERE, OTHER],
        [{}, 'evil.example:8080', HERE, OTHER],
        [{}, '127.0.0.1.evil.example', HERE, OTHER],
        [{}, 'localhost.evil.example', HERE, OTHER],
        [{}, 'notlocalhost', HERE, OTHER],
        [{}, 'localhost:80:80', HERE, OTHER],
        [{}, 'user@localhost', HERE, OTHER],
        [{}, '[::1', HERE, OTHER],
        [{}, '[localhost]', LAN, OTHER],
        [{}, '127.1', LAN, OTHER],
        [own, 'munim.example', LAN, null],
        [own, 'Munim.Example:443', LAN, null],
        [own, 'nas:8080', LAN, null],
        [own, 'munim.lan:8080', LAN, null],
        [own, 'box.local', LAN, null],
        [own, 'a.munim.lan', LAN, OTHER],
        [own, 'unim.lan', LAN, OTHER],
        [own, 'localhost', HERE, null],
      ];
    for (const [environment, host, from, refusal] of cases)
      assert.equal(refusalOf(environment, host, from), refusal, `${host} from ${from}`);
    for (const missing of [undefined, ''])
      assert.equal(refusalOf({}, missing, HERE), '400 BAD_REQUEST', 'without a Host');
  });

  it('Settings: ALLOWED_HOSTS takes names and addresses, and says so of anything else', () => {
    assert.deepEqual(parseConfig({ ALLOWED_HOSTS: ' Munim.LAN., nas,,192.168.1.5' }).ALLOWED_HOSTS, [
      'munim.lan',
      'nas',
      '192.168.1.5',
    ]);
    assert.deepEqual(parseConfig({}).ALLOWED_HOSTS, []);
    for (const wrong of ['*', '*.example.org', 'http://munim.lan', 'munim.lan:8080', 'a b', '.lan', 'a..b'])
      assert.throws(() => parseConfig({ ALLOWED_HOSTS: wrong }), /ALLOWED_HOSTS must be host names/, wrong);
  });

  describe('over the wire', () => {
    let world: TestApi;
    let client: ApiClient;
    before(async () => {
      world = await testApi({ environment: { TRUST_PROXY: '1', ALLOWED_HOSTS: 'munim.lan' } });
      client = await world.signedIn();
    });
    after(() => world.close());

    const told = (lines: string[]) =>
      new Promise<string>((resolve, reject) => {
        let answer = '';
        const socket = connect(Number(new URL(world.url).port), '127.0.0.1', () =>
          socket.write([...lines, 'Connection: close', '', ''].join('\r\n')),
        );
        socket.on('data', (piece: Buffer) => (answer += piece.toString()));
        socket.on('close', () => resolve(answer));
        socket.on('error', reject);
      });

    it('Security: every address refuses another name, health and metrics among them, with what to do', async () => {
      for (const path of ['/', '/api/auth/me', '/api/openapi.json', '/healthz', '/metrics', '/reports/tax']) {
        const answer = await told([
          `GET ${path} HTTP/1.1`,
          'Host: evil.example:8080',
          'X-Forwarded-Host: munim.lan',
        ]);
        assert.match(answer, /^HTTP\/1\.1 421 Misdirected Request\r\n/, path);
        assert.match(answer, /application\/problem\+json/);
        assert.match(answer, /"code":"MISDIRECTED_REQUEST"/);
        assert.match(answer, /evil\.example.*ALLOWED_HOSTS/);
      }
      for (const host of [new URL(world.url).host, 'localhost', 'munim.lan', '10.0.0.7:8080'])
        assert.match(await told(['GET /healthz HTTP/1.1', `Host: ${host}`]), /^HTTP\/1\.1 200 /, host);
    });

    it('Security: a page whose name was bent to this machine can neither sign in nor change anything', async () => {
      const rebound = [
        'Host: evil.example',
        'Origin: http://evil.example',
        'Content-Length: 2',
        'Content-Type: application/json',
      ];
      for (const more of [[], ['Sec-Fetch-Site: same-origin'], [`Cookie: ${client.cookie ?? ''}`]])
        assert.match(
          await told(['POST /api/auth/request-code HTTP/1.1', ...rebound, ...more]),
          /^HTTP\/1\.1 421 /,
        );
    });

    it('HTTP conventions: a request without a Host is 400 with a code, like everything else', async () => {
      for (const line of ['GET /healthz HTTP/1.0', 'GET /healthz HTTP/1.1', 'GET /api/auth/me HTTP/1.0'])
        assert.match(await told([line]), /^HTTP\/1\.1 400 [^]*problem\+json[^]*"code":"BAD_REQUEST"/, line);
      assert.match(await told(['GET /healthz HTTP/1.0', 'Host: 127.0.0.1']), /^HTTP\/1\.1 200 /);
    });

    it('Live socket: another name is refused before the upgrade', async () => {
      const bent = { host: 'evil.example', origin: 'http://evil.example' };
      await assert.rejects(client.live({ headers: bent }), (error: unknown) => {
        assert.ok(error instanceof UpgradeRefused);
        assert.deepEqual([error.status, JSON.parse(error.body).code], [421, 'MISDIRECTED_REQUEST']);
        return true;
      });
      const named = await client.live({ headers: { host: 'munim.lan', origin: 'http://munim.lan' } });
      named.close();
    });
  });
});
