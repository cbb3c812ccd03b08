interface Surroundings {
  /** True on https with a trusted certificate, and on the machine itself. */
  isSecureContext: boolean;
  location: { origin: string };
  navigator: object;
}

/** Features that offline reading and installing need and this browser lacks, as sentences; null if none. */
export function missingForApp({ isSecureContext, location, navigator }: Surroundings): string | null {
  if (!isSecureContext)
    return `This page was opened over ${location.origin}. Browsers allow offline reading and installing only over https with a certificate that they trust, or on the machine itself (http://localhost).`;
  if (!('serviceWorker' in navigator))
    return 'This browser has no service workers, or has them switched off, as in some private windows. Try another browser, or a normal window.';
  return null;
}
