import type { ReaderKind } from '#shared/protocol/route.ts';
import { hasFixedPath, routes } from '#shared/protocol/table.ts';
import type { ResponseHead } from '../readers/reader.ts';
import type { RecordedExchange } from '../store/records/exchange-recording.ts';

/** What a reader has to know of the response of an exchange: the same while it arrives and when it is read again. */
export function answerOf({
  routeId,
  response,
  streamAsked,
}: Pick<RecordedExchange, 'routeId' | 'response' | 'streamAsked'>): { kind: ReaderKind; head: ResponseHead } {
  const { status = 0, statusText = '', headers = [] } = response ?? {};
  const route = routes[routeId];
  return { kind: route.reader, head: { status, statusText, headers, fixedPath: hasFixedPath(route), streamAsked } };
}
