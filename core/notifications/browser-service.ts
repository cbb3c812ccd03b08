import {
  type Config,
  conflict,
  type Context,
  type DbTransaction,
  istTime,
  notFound,
  Problem,
  readSecret,
} from '../platform/index.ts';
import type { Door } from '../identity/index.ts';
import { browserMessage } from './browser-message.ts';
import { countUnread } from './outbox-store.ts';
import {
  deleteBrowser,
  endNotices,
  findBrowser,
  listBrowsers,
  noteResult,
  putBrowser,
  removeFromOtherPeople,
  wantsAmounts,
} from './browser-store.ts';
import type { Deliveries } from './deliveries.ts';
import type { Claim, DeliveryService } from './delivery-service.ts';
import { type BrowserInput, checkedBrowser } from './inputs.ts';
import type { PushSubscriptionModel } from './models.ts';
import {
  type BrowserPushView,
  type BrowsersView,
  type BrowserTestView,
  type BrowserView,
  toBrowserView,
} from './view.ts';
import { createPushSender, createPushSigner, PUSH_PACE, type PushOutcome } from './web-push/index.ts';

const MOST_BROWSERS = 20;
const ROW_ID = /^\d{1,18}$/;
const NO_CONTACT = 'mailto:owner@munim.invalid';
const TEST_MINUTES = 5;
const SWITCHED_OFF =
  'This server sends no notices to browsers: WEB_PUSH_BASE_URL is off. Ask the person who runs it.';

/** Browsers that get notices, by web push through their push services. */
export interface BrowserService {
  /** State of web push on this server, and the public key for subscriptions. */
  pushState(): Promise<BrowserPushView>;
  /** The person's browsers, oldest first. */
  list(userId: string): Promise<BrowsersView>;
  /**
   * Adds the browser of a session, or updates its keys and session. Signing out of that session removes it.
   * @throws Problem 409 TOO_MANY_BROWSERS, 422, 503 WEB_PUSH_OFF
   */
  subscribe(who: { userId: string; sessionId: string }, input: BrowserInput): Promise<BrowserView>;
  /** Ends the notices of the browser of a session, in the transaction that signs it out. */
  endOf(this: void, trx: DbTransaction, userId: string, sessionId: string): Promise<void>;
  /** Browsers as doors: something leaves the books by them. */
  readonly door: Required<Pick<Door, 'list' | 'end'>>;
  /** @throws Problem 404 BROWSER_NOT_FOUND, also for another owner's. */
  remove(userId: string, id: string): Promise<void>;
  /** Sends a test notice at once. @throws Problem 404 BROWSER_NOT_FOUND, 503 WEB_PUSH_OFF */
  sendTest(userId: string, id: string): Promise<BrowserTestView>;
  /**
   * Sends a claimed delivery and settles it. After a kill in between it is sent again; by its tag the browser shows it once.
   * @param navigate page that a press opens
   */
  deliver(claim: Claim, navigate: string): Promise<void>;
}

/** False if the settings forbid contact with push services. */
export function isWebPushOn({ WEB_PUSH_BASE_URL: base }: Pick<Config, 'WEB_PUSH_BASE_URL'>): boolean {
  return base !== null;
}

export function createBrowsers(
  context: Context,
  deliveries: Deliveries,
  { failed, release }: Pick<DeliveryService, 'failed' | 'release'>,
): BrowserService {
  const { clock, config, database, limits, log } = context;
  const publicUrl = config.PUBLIC_URL;
  const contact = config.WEB_PUSH_CONTACT ?? (publicUrl?.startsWith('https:') ? publicUrl : NO_CONTACT);
  let signing: Promise<ReturnType<typeof createPushSigner>> | undefined;
  const signer = () => {
    signing ??= readSecret(database, 'web_push_key').then(
      (secret) => createPushSigner(secret, contact),
      (error: unknown) => {
        signing = undefined;
        throw error;
      },
    );
    return signing;
  };
  const base = config.WEB_PUSH_BASE_URL === 'services' ? null : config.WEB_PUSH_BASE_URL;
  const send = createPushSender({ base, signer, limiter: limits.of('web-push', PUSH_PACE), clock });

  const requireOn = (): void => {
    if (!isWebPushOn(config)) throw new Problem(503, 'WEB_PUSH_OFF', SWITCHED_OFF);
  };
  const read = (userId: string, id: string) =>
    database.readAsUser(userId, async (trx) => ({
      browser: ROW_ID.test(id) ? await findBrowser(trx, userId, id) : undefined,
      hasAmounts: await wantsAmounts(trx, userId),
      unread: await countUnread(trx, userId),
    }));
  const asSystem = (owner: string, work: (trx: DbTransaction) => Promise<void>): Promise<void> =>
    database.asSystem({ why: 'the result of a notice to a browser', owner }, work);
  /** Records a delivery result on the subscription. */
  const note = async (
    trx: DbTransaction,
    browser: PushSubscriptionModel,
    outcome: PushOutcome,
  ): Promise<void> => {
    if (outcome.kind === 'gone') await deleteBrowser(trx, browser.owner_user_id, browser.id);
    else
      await noteResult(trx, browser, outcome.kind === 'failed' ? outcome.failure.error : null, clock.now());
  };

  return {
    async pushState() {
      const isOn = isWebPushOn(config);
      return {
        state: isOn ? 'ON' : 'OFF',
        reason: isOn ? null : SWITCHED_OFF,
        public_key: isOn ? (await signer()).publicKey : null,
      };
    },
    list: async (userId) => ({
      items: (await database.readAsUser(userId, (trx) => listBrowsers(trx, userId))).map(toBrowserView),
    }),
    endOf: (trx, userId, of) => endNotices(trx, userId, { of }),
    door: {
      list: async (userId) =>
        (await database.readAsUser(userId, (trx) => listBrowsers(trx, userId))).map(
          ({ id, label, session_id: sessionId, created_at, last_success_at }) => ({
            id,
            name: label,
            since: created_at,
            lastUsedAt: last_success_at,
            sessionId,
          }),
        ),
      end: (trx, { userId, keptSession }) => endNotices(trx, userId, { except: keptSession }),
    },
    async subscribe({ userId, sessionId }, input) {
      requireOn();
      const { endpoint, keys, label } = checkedBrowser(input);
      const row = {
        owner_user_id: userId,
        session_id: sessionId,
        endpoint,
        p256dh: keys.p256dh,
        auth: keys.auth,
        label,
        created_at: clock.now(),
      };
      await database.asSystem('a browser is used by another person now', (trx) =>
        removeFromOtherPeople(trx, row),
      );
      return await database.change(userId, ['settings'], async (trx) => {
        const others = (await listBrowsers(trx, userId)).filter((one) => one.endpoint !== endpoint);
        if (others.length >= MOST_BROWSERS)
          throw conflict(
            'TOO_MANY_BROWSERS',
            `${MOST_BROWSERS} browsers get notices already. Remove one that is no longer used.`,
          );
        return toBrowserView(await putBrowser(trx, row));
      });
    },
    remove: (userId, id) =>
      database.change(userId, ['settings'], async (trx) => {
        if (!ROW_ID.test(id) || (await deleteBrowser(trx, userId, id)) === 0) throw notFound('BROWSER');
      }),
    async sendTest(userId, id) {
      requireOn();
      const { browser, unread } = await read(userId, id);
      if (browser === undefined) throw notFound('BROWSER');
      const now = clock.now();
      const text = browserMessage(
        {
          kind: 'system_notice',
          title: 'Test notice',
          body: `Sent at ${istTime(now)} IST. Notices reach this browser.`,
          payload: null,
          silent: false,
          tag: `test-${browser.id}`,
          navigate: pageAddress(publicUrl, '/settings'),
          unread,
        },
        true,
      );
      const outcome = await send(browser, {
        text,
        isUrgent: true,
        replaces: `test-${browser.id}`,
        expiresAt: new Date(now.getTime() + TEST_MINUTES * 60_000),
      });
      await asSystem(userId, (trx) => note(trx, browser, outcome));
      if (outcome.kind === 'sent') return { sent: true, reason: null };
      const gone = 'This browser has ended its subscription. Switch notices on in it again.';
      return { sent: false, reason: outcome.kind === 'gone' ? gone : outcome.failure.error };
    },
    async deliver(claim, navigate) {
      const { browser, hasAmounts, unread } = await read(claim.user_id, claim.chat_id ?? '');
      // The released delivery is dropped at its next claim, since its browser is gone.
      if (browser === undefined) return await release(claim);
      const outcome = await send(browser, {
        text: browserMessage(
          { ...claim, tag: claim.notification_id, navigate: pageAddress(publicUrl, navigate), unread },
          hasAmounts,
        ),
        isUrgent: !claim.silent,
        replaces: claim.is_superseded ? claim.kind : claim.notification_id,
        expiresAt: claim.expires_at,
      });
      await asSystem(claim.user_id, async (trx) => {
        await note(trx, browser, outcome);
        if (outcome.kind === 'sent') await deliveries.sent(trx, claim);
        if (outcome.kind === 'gone') await deliveries.release(trx, claim);
      });
      if (outcome.kind !== 'failed') return;
      log.warn({ delivery: claim.id, reason: outcome.failure.error }, 'a notice to a browser was not sent');
      await failed(claim, outcome.failure);
    },
  };
}

/** A whole address if the dashboard's own is known: browsers without a service worker need one. */
const pageAddress = (publicUrl: string | null, path: string): string => `${publicUrl ?? ''}${path}`;
