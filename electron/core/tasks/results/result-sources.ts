import type { Connection } from '#shared/contract/connections.ts';
import type { Draft } from '#shared/contract/exchanges.ts';
import { normaliseBase } from '#shared/protocol/address.ts';
import { draftFor } from '../polling/ask-task.ts';
import { inlineAddress } from '../polling/take-response.ts';
import type { StoredTask } from '../stored-task.ts';

/** One place from which a result can be had. */
export type ResultSource =
  /** `isOwn`: at the gateway itself, so that the key goes along. */
  | { kind: 'download'; draft: Draft; address: string | null; isOwn: boolean }
  /** The film stands in the record of the task: it is asked for once more. */
  | { kind: 'record' };

const contentPath = /\/v1\/videos\/[^/?#]+\/content$/;

/**
 * Where the result of a task can be had, in the order in which it is tried: the addresses that the gateway named, because
 * they last only for hours and are not bound to the 60 s that new-api takes for its content route; then that route. An
 * address of the content route on another host is asked for at the gateway itself: operators leave `localhost` there.
 */
export function resultSources(task: StoredTask, connection: Connection | null): ResultSource[] {
  const { base, origin } = normaliseBase(connection?.baseAddress ?? '');
  const { family, taskId } = task.facts;
  const content = carrierOf(task);
  const found = task.depth.resultUrls.flatMap((address): ResultSource[] => {
    if (address === inlineAddress) return [{ kind: 'record' }];
    if (!URL.canParse(address)) return [];
    const url = new URL(address);
    const isContent = contentPath.test(url.pathname);
    const place = isContent && url.origin !== origin ? base + contentOf(url) : url.href;
    const isOwn = origin !== '' && new URL(place).origin === origin;
    return [{ kind: 'download', draft: content, address: place, isOwn }];
  });
  const own = `${base}/v1/videos/${encodeURIComponent(taskId ?? '')}/content`;
  const isNamed = found.some((source) => source.kind === 'download' && source.address === own);
  const all: ResultSource[] =
    family === 'custom' || isNamed
      ? found
      : [...found, { kind: 'download', draft: content, address: null, isOwn: true }];
  // The same place twice would fail the same way twice.
  return all.filter((source, index) => all.findIndex((one) => placeOf(one) === placeOf(source)) === index);
}

/** The request whose connection, key and limits a download goes by. */
function carrierOf(task: StoredTask): Draft {
  const { family, taskId } = task.facts;
  const params = { task_id: taskId ?? '' };
  const keyStyle = task.depth.rule?.keyStyle ?? 'bearer';
  if (family !== 'custom' || keyStyle === 'bearer') return draftFor(task, { routeId: 'videos.content', params });
  return draftFor(task, {
    routeId: 'custom',
    params,
    custom: { method: 'GET', path: '/', keyStyle },
    // The address is the one that the record named: the path is never used.
    options: { finishAlone: true, allowMisuse: true, deadlines: { totalMs: null }, origin: 'core' },
  });
}

const contentOf = ({ pathname, search }: URL) => pathname.slice(pathname.search(contentPath)) + search;

const placeOf = (source: ResultSource) => (source.kind === 'record' ? '' : (source.address ?? 'content'));
