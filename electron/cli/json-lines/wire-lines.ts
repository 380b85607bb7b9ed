import * as z from 'zod/mini';
import { origins } from '#shared/contract/exchanges.ts';
import { timeline, usage } from './run-lines.ts';
import { amount, count, failureValue, flag, line, nullable, optional, routeId, text, words } from './values.ts';

/** The lines about requests themselves. */

const headers = z.array(z.tuple([text, text]));

export const previewLines = [
  line('request', 'With `--dry-run`: the request that would be sent. Keys are redacted; files in a form are named.', {
    method: text,
    url: text,
    headers,
    body: text,
  }),
  line('curl', 'With `--curl`: the command that sends the request, and what it does differently.', {
    command: text,
    notes: z.array(text),
  }),
] as const;

const body = z.object({ encoding: z.enum(['utf8', 'base64']), data: text });

export const wireLines = [
  line('exchanges-removed', 'Recorded requests were deleted.', { ids: z.array(text) }),
  line('exchange', 'A recorded request. Only `wire show` has `request` and the properties after it.', {
    id: text,
    routeId,
    connectionId: text,
    connectionName: text,
    keyAlias: words,
    model: words,
    method: text,
    address: text,
    state: z.enum(['running', 'done', 'done-with-warnings', 'interrupted', 'failed', 'cancelled']),
    status: amount,
    failureCode: words,
    finishReason: words,
    startedAt: z.number(),
    durationMs: amount,
    sentBytes: count,
    receivedBytes: count,
    events: count,
    pinned: flag,
    origin: z.enum(origins),
    refusedAsPlanned: flag,
    warningCount: count,
    firstWarning: words,
    cost: nullable(z.object({ nano: count, currency: text, isEstimate: flag })),
    request: optional(z.object({ headers, bodyBytes: count, mediaType: words })),
    requestBody: optional(body),
    response: optional(
      nullable(
        z.object({
          status: count,
          statusText: text,
          httpVersion: text,
          headers,
          bodyBytes: count,
          mediaType: words,
        }),
      ),
    ),
    responseBody: optional(body),
    timeline: optional(timeline),
    sent: optional(z.enum(['not-sent', 'maybe-processed', 'answered'])),
    usage: optional(nullable(z.object(usage))),
    failure: optional(nullable(failureValue)),
    warnings: optional(z.array(z.object({ code: text, message: text }))),
    attempt: optional(count),
    firstId: optional(text),
    verdict: optional(text),
    proxy: optional(words),
  }),
  line('har', 'The HAR file that was written.', { path: text, sizeBytes: count, requests: count }),
] as const;
