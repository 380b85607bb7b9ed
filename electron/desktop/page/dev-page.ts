import { freshNonce } from '../../hosting/built-page.ts';
import { guardHeaders } from '../../hosting/guard-headers.ts';
import { pagePolicy } from '../../hosting/page-policy.ts';
import { plainResponse } from './file-response.ts';
import { documentResponse, type PageSource } from './page-response.ts';

/** The page's policy with the two doors that hot reload needs: its socket, and the error overlay's HTML. */
export function devPolicy(nonce: string, server: string): string {
  return pagePolicy(nonce)
    .split('; ')
    .filter((rule) => !rule.startsWith('require-trusted-types') && !rule.startsWith('trusted-types'))
    .map((rule) => (rule.startsWith('connect-src') ? `${rule} ${server.replace(/^http/, 'ws')}` : rule))
    .join('; ');
}

/**
 * The page from a development server on this computer, under the same origin and nearly the same policy as the built
 * one: what works here works there.
 *
 * @param server its address without a path, such as `http://127.0.0.1:5173`.
 */
export const openDevPage =
  (server: string): PageSource =>
  async (target) => {
    const answer = await fetch(server + target);
    const type = answer.headers.get('content-type') ?? 'application/octet-stream';
    if (!answer.ok) return plainResponse(answer.status, 'The development server has nothing here.');
    if (type.startsWith('text/html')) return documentResponse(await answer.text(), (nonce) => devPolicy(nonce, server));
    // A worker obeys the policy that comes with its own script.
    const policy = devPolicy(freshNonce(), server);
    return new Response(answer.body, {
      headers: { ...guardHeaders, 'content-security-policy': policy, 'content-type': type },
    });
  };
