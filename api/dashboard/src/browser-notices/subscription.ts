/**
 * Notices in this browser: their requirements, and the subscription at the push service. This browser stores the id that the
 * server gave it, so that a subscription removed elsewhere ends here too.
 */
import { api } from '../api/endpoints.ts';
import type { BrowserInput } from '../api/types.ts';
import { labelOf, subscriptionStep } from './steps.ts';

const KEY = 'munim.browser-notices';
/** A worker that was never registered is never ready. */
const WORKER_MS = 5_000;

/** Notices cannot be switched on; the message says why. */
export class NoticesUnavailable extends Error {}

/** The reason why this browser cannot show notices; null if none is known before the press. */
export function whyUnavailable(): string | null {
  if (!isSecureContext)
    return 'Notices need a secure address: https with a certificate that this device trusts, or localhost. This page was opened without one.';
  if (!('serviceWorker' in navigator))
    return 'This browser has no service worker, which notices need. Private windows often switch it off.';
  if (!('PushManager' in globalThis && 'Notification' in globalThis))
    return 'This browser cannot show notices from here. On an iPhone or iPad, choose Share, Add to Home Screen, and open Munim from there.';
  if (Notification.permission === 'denied')
    return 'Notifications of this site are blocked. Allow them in the settings of the browser for this site, then reload the page.';
  return null;
}

export const browserId = (): string | null => {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
};

function remember(id: string | null): void {
  try {
    if (id === null) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, id);
  } catch {
    // Without storage, notices work until they are switched off at the server.
  }
}

async function worker(): Promise<ServiceWorkerRegistration> {
  const late = new Promise<null>((resolve) => setTimeout(resolve, WORKER_MS, null));
  const registration = await Promise.race([navigator.serviceWorker.ready, late]);
  if (registration === null)
    throw new NoticesUnavailable(
      'The service worker of this page is not running. Reload the page, then try again.',
    );
  return registration;
}

const base64url = (bytes: ArrayBuffer): string =>
  btoa(String.fromCodePoint(...new Uint8Array(bytes)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

const isMadeWith = ({ options }: PushSubscription, publicKey: string): boolean =>
  options.applicationServerKey !== null && base64url(options.applicationServerKey) === publicKey;

function inputOf(subscription: PushSubscription): BrowserInput {
  const { endpoint = '', keys = {} } = subscription.toJSON();
  return {
    endpoint,
    keys: { p256dh: keys['p256dh'] ?? '', auth: keys['auth'] ?? '' },
    label: labelOf(navigator.userAgent),
  };
}

async function subscribe({ pushManager }: ServiceWorkerRegistration, publicKey: string): Promise<void> {
  const earlier = await pushManager.getSubscription();
  if (earlier !== null && !isMadeWith(earlier, publicKey)) await earlier.unsubscribe();
  const made = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey });
  remember((await api.notifications.addBrowser(inputOf(made))).id);
}

/** Asks for permission and subscribes. Called by a press, as browsers demand. @throws NoticesUnavailable with the reason in words */
export async function switchOn(publicKey: string): Promise<void> {
  if ((await Notification.requestPermission()) !== 'granted')
    throw new NoticesUnavailable(
      whyUnavailable() ?? 'You did not allow notifications. Press the button again to allow them.',
    );
  await subscribe(await worker(), publicKey);
}

/** Removes a browser at the server; this one also ends its subscription. */
export async function switchOff(id: string): Promise<void> {
  await api.notifications.removeBrowser(id);
  if (id === browserId()) await endHere();
}

async function endHere(): Promise<void> {
  remember(null);
  await (await (await worker()).pushManager.getSubscription())?.unsubscribe();
}

/**
 * Sends the subscription again at each start, because push services replace subscriptions without notice. Never asks for
 * permission. A failure is retried at the next start.
 */
export async function renewSubscription(): Promise<void> {
  const known = browserId();
  if (known === null || whyUnavailable() !== null || Notification.permission !== 'granted') return;
  const { public_key: publicKey } = await api.notifications.webPush();
  if (publicKey === null) return;
  const { items } = await api.notifications.browsers();
  const registration = await worker();
  const subscription = await registration.pushManager.getSubscription();
  const step = subscriptionStep({
    isListed: items.some(({ id }) => id === known),
    isSubscribed: subscription !== null && isMadeWith(subscription, publicKey),
  });
  if (step === 'end') await endHere();
  else await subscribe(registration, publicKey);
}
