/** What this browser lacks for offline reading and installing, as sentences; null if nothing. */
export function missingForApp(
  page: { isSecureContext: boolean; origin: string },
  browser: object,
): string | null {
  if (!page.isSecureContext)
    return `This page was opened over ${page.origin}. Browsers allow offline reading and installing only over https with a certificate that they trust, or on the machine itself (http://localhost).`;
  if (!('serviceWorker' in browser))
    return 'This browser has no service workers, or has them switched off, as in some private windows. Try another browser, or a normal window.';
  return null;
}
