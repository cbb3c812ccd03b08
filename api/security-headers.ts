/**
 * What a page of ours may load. The dashboard's component library sets styles inline; scripts, sockets and everything
 * else come from this server alone.
 */
const CONTENT_SECURITY_POLICY = [
  "default-src 'self'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
];
const YEAR_SECONDS = 31_536_000;

/**
 * The security headers of every answer, as [name, value] pairs: those of OWASP's HTTP Headers Cheat Sheet, as helmet sets
 * them. What is only true of https (no page loads by http, nobody comes back by http) is left out on plain http.
 */
export function securityHeaders(isHttps: boolean): [string, string][] {
  const policy = isHttps
    ? [...CONTENT_SECURITY_POLICY, 'upgrade-insecure-requests']
    : CONTENT_SECURITY_POLICY;
  return [
    ['Content-Security-Policy', policy.join(';')],
    ['Cross-Origin-Opener-Policy', 'same-origin'],
    ['Cross-Origin-Resource-Policy', 'same-origin'],
    ['Origin-Agent-Cluster', '?1'],
    ['Referrer-Policy', 'same-origin'],
    ...(isHttps
      ? [['Strict-Transport-Security', `max-age=${YEAR_SECONDS}; includeSubDomains`] as [string, string]]
      : []),
    ['X-Content-Type-Options', 'nosniff'],
    ['X-DNS-Prefetch-Control', 'off'],
    ['X-Download-Options', 'noopen'],
    ['X-Frame-Options', 'DENY'],
    ['X-Permitted-Cross-Domain-Policies', 'none'],
    // Its filter opened holes of its own in old browsers; the policy above stands in for it.
    ['X-XSS-Protection', '0'],
  ];
}
