/** Placeholder in the built `index.html` for the nonce of each response. */
export const noncePlaceholder = '__CSP_NONCE__';

/**
 * The only Trusted Types policy that the page may create, once: it turns the addresses of its own worker scripts into
 * what the `Worker` constructor accepts. No policy can create HTML or script from text.
 */
const workerPolicyName = 'patchbay-workers';

/**
 * Returns the content security policy of the page on every host. The page loads and contacts only its own origin;
 * what it created itself (`blob:`) may be shown but never run. Its only frame is the one that draws diagrams: no other
 * document of this origin allows itself to be framed.
 *
 * @param nonce fresh for each response, base64.
 */
export function pagePolicy(nonce: string): string {
  return [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}'`,
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' blob:",
    "media-src 'self' blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "worker-src 'self'",
    "frame-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    `trusted-types ${workerPolicyName}`,
  ].join('; ');
}

/** Permissions the page may request from the browser: the microphone, for recordings, and nothing else. */
export const pagePermissions =
  'accelerometer=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), hid=(), ' +
  'magnetometer=(), microphone=(self), midi=(), payment=(), serial=(), usb=(), xr-spatial-tracking=()';
