import type { HttpProxy } from '../../http/proxy/http-proxy.ts';
import type { RequestBody } from '../../http/request-body.ts';
import type { OutgoingRequest } from '../../http/send.ts';
import { redactedKey } from '../../redaction/redact.ts';
import type { RequestPlan } from '../plan.ts';

const mebibyte = 1024 ** 2;

/** Returns the headers of a plan with the length of its body, as previewed, recorded and sent. */
export function completeHeaders(plan: RequestPlan, body: RequestBody | null): [name: string, value: string][] {
  if (body === null && (plan.method === 'GET' || plan.method === 'HEAD')) return plan.headers;
  return [...plan.headers, ['Content-Length', String(body?.sizeBytes ?? 0)]];
}

/**
 * Builds the request as transferred: the only place where a key meets a request.
 *
 * @param secret the key, `null` when the plan has no credential.
 */
export function outgoingRequest(
  plan: RequestPlan,
  body: RequestBody | null,
  secret: string | null,
  route: { proxy: HttpProxy | null; extraCa: readonly string[] },
): OutgoingRequest {
  const { credential } = plan;
  const url = new URL(plan.origin);
  const secure = url.protocol === 'https:';
  const address =
    credential?.in === 'query' ? plan.url.slice(0, -redactedKey.length) + encodeURIComponent(secret ?? '') : plan.url;
  const path = address.slice(plan.origin.length) || '/';
  const headers = completeHeaders(plan, body).map(([name, value]): [string, string] =>
    credential?.in === 'header' && name === credential.name
      ? [name, credential.prefix + (secret ?? '')]
      : [name, value],
  );
  const isPlainProxy = route.proxy !== null && !secure;
  return {
    method: plan.method,
    target: isPlainProxy ? plan.origin + path : path,
    to: {
      host: url.hostname.replace(/^\[|\]$/g, ''),
      port: Number(url.port || (secure ? 443 : 80)),
      secure,
      ...route,
    },
    headers: isPlainProxy ? [...headers, ...(route.proxy?.loginHeaders ?? [])] : headers,
    body,
    deadlines: plan.deadlines,
    fresh: plan.body.kind === 'form',
    ...(plan.ownConnection && { own: true }),
    maxBodyBytes: bodyLimit(plan),
  };
}

/**
 * Returns the largest decoded body that is read and recorded. Media goes to a file; for the rest, the reader limits how
 * much is held in memory.
 */
function bodyLimit({ route }: RequestPlan): number {
  if (route.reader === 'video' || route.reader === 'anything') return 8 * 1024 * mebibyte;
  return 256 * mebibyte;
}
