import { failure } from '#shared/protocol/failure.ts';
import type { Prepared } from '../exchange/prepare.ts';
import { locationOf, maxHops } from '../http/follow-redirects.ts';
import type { NetworkFault } from '../http/network-failure.ts';
import type { HttpResponse } from '../http/response.ts';
import { type OutgoingRequest, type Sender, send } from '../http/send.ts';
import { foreignRequest, type MediaFetch, mediaDestination, NotFetched } from '../media/media-fetch.ts';

/** A prepared draft that can be sent. */
export type Sendable = Prepared & { plan: NonNullable<Prepared['plan']>; outgoing: OutgoingRequest };

/** One GET of a download. */
export interface DownloadQuery {
  prepared: Sendable;
  /** The initial URL: the draft's own, or one named in a response. */
  url: URL;
  /** Headers that request the rest of a file. */
  range: readonly [name: string, value: string][];
  maxBytes: number;
  mediaFetch: MediaFetch;
}

/** The key is only ever sent to the connection's own origin. */
export const isOwn = ({ prepared, url }: Pick<DownloadQuery, 'prepared' | 'url'>): boolean =>
  url.origin === prepared.plan.origin;

/**
 * Sends the request and follows redirects. Within the origin of the connection they are followed with the key; beyond
 * it, at most five in total, without key, cookies or headers of the connection, over https to public addresses only.
 * After a redirect to another host, no redirect gets the key again.
 */
export async function sendDownload(ask: DownloadQuery, sender: Sender): Promise<HttpResponse | NetworkFault> {
  let { url } = ask;
  let hasLeft = !isOwn(ask);
  /** Another host than the gateway issued a redirect. */
  let wasLed = false;
  for (let hops = 0; ; hops += 1) {
    let request: OutgoingRequest;
    try {
      request = hasLeft ? await foreign(ask, url, wasLed) : own(ask, url);
    } catch (thrown) {
      if (thrown instanceof NotFetched) return notFetched(url, thrown, hops);
      throw thrown;
    }
    const response = await send(request, sender);
    if ('failure' in response) return response;
    const location = locationOf(response);
    if (location === null) return response;
    response.close();
    if (hops === maxHops) return lost(`${url.host} redirected more than ${maxHops} times`);
    if (!URL.canParse(location, url.href)) return lost(`${url.host} redirected to an invalid URL`);
    const next = new URL(location, url.href);
    wasLed ||= url.origin !== ask.prepared.plan.origin;
    hasLeft ||= next.origin !== ask.prepared.plan.origin;
    url = next;
  }
}

function own({ prepared: { plan, outgoing: wire }, range, maxBytes }: DownloadQuery, url: URL): OutgoingRequest {
  const path = url.pathname + url.search;
  // A plain proxy takes absolute URLs.
  const target = wire.target.startsWith('/') ? path : plan.origin + path;
  return { ...wire, target, headers: [...wire.headers, ...range], maxBodyBytes: maxBytes, fresh: true };
}

async function foreign(ask: DownloadQuery, url: URL, wasLed: boolean): Promise<OutgoingRequest> {
  const { prepared, range, maxBytes, mediaFetch } = ask;
  if (prepared.redactor.text(url.href) !== url.href)
    throw new NotFetched('its URL contains the key, which is never sent to another host');
  return foreignRequest(url, await mediaDestination(url, mediaFetch, wasLed), mediaFetch, {
    headers: [['Accept', '*/*'], ...range],
    deadlines: prepared.outgoing.deadlines,
    maxBodyBytes: maxBytes,
  });
}

/** @param hops redirects followed so far: with any, some server had already responded. */
function notFetched({ host }: URL, { message }: NotFetched, hops: number): NetworkFault {
  const found = failure('redirect', `The file at ${host} was not downloaded: ${message}.`, {
    hint: 'If you trust the URL, open it in a browser. It is in the recorded response.',
  });
  return { failure: found, sent: hops > 0 ? 'answered' : 'not-sent', passing: false };
}

const lost = (what: string): NetworkFault => ({
  failure: failure('redirect', `The file was not found: ${what}.`, { hint: 'Request its URL from the gateway again.' }),
  sent: 'answered',
  passing: false,
});
