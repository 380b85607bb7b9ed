import type { Connection } from '#shared/contract/connections.ts';
import type { Draft } from '#shared/contract/exchanges.ts';
import type { Route } from '#shared/protocol/route.ts';
import { headerProblem } from '../../http/header-rules.ts';
import { redactedKey } from '../../redaction/redact.ts';
import type { BodyPlan, Credential } from './body-plan.ts';

interface HeaderInput {
  route: Route;
  connection: Connection;
  draft: Draft;
  body: BodyPlan;
  credential: Credential | null;
  streamAsked: boolean;
  url: string;
  version: string;
}

/** Returns the headers of a request, in order. A draft's header replaces the connection's, and that one the default, in the default's position. */
export function planHeaders(input: HeaderInput): [string, string][] {
  const { route, body, credential, streamAsked } = input;
  const isMedia = route.reader === 'speech' || route.reader === 'video';
  const headers: [string, string][] = [
    ['Host', URL.canParse(input.url) ? new URL(input.url).host : ''],
    ['Connection', 'keep-alive'],
    ['User-Agent', `Patchbay/${input.version}`],
    [
      'Accept',
      isMedia || route.family === 'custom'
        ? '*/*'
        : streamAsked
          ? 'text/event-stream, application/json'
          : 'application/json',
    ],
    // Proxies that compress an event stream buffer it; media is compressed already.
    ['Accept-Encoding', streamAsked || isMedia ? 'identity' : 'gzip, deflate, br, zstd'],
  ];
  const isForm = body.kind === 'form';
  if (isForm) headers.push(['Content-Type', `multipart/form-data; boundary=${body.boundary}`]);
  else if (body.kind === 'json') headers.push(['Content-Type', 'application/json']);
  else if (body.kind === 'text') headers.push(['Content-Type', body.mediaType]);
  for (const own of [...input.connection.headers, ...input.draft.headers]) {
    const [name, value] = own;
    if (headerProblem(name, value, credential?.in === 'header' ? credential.name : undefined) !== null) continue;
    const same = headers.findIndex(([present]) => present.toLowerCase() === name.toLowerCase());
    if (same === -1) headers.push([name, value]);
    // The boundary in it belongs to the body.
    else if (!(isForm && name.toLowerCase() === 'content-type')) headers[same] = [name, value];
  }
  if (credential?.in === 'header') headers.push([credential.name, credential.prefix + redactedKey]);
  return headers;
}
