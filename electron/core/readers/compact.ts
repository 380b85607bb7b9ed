import type { Part } from '#shared/protocol/part.ts';
import type { Dialect } from './dialect.ts';
import { asObject, asObjects, asText, type JsonObject, shallowRecord } from './intake/json-value.ts';
import { createResponseId } from './parts/answer-id.ts';
import { createUsageTotals, readUsage } from './parts/usage.ts';

/**
 * Reads `/v1/responses/compact`: a list of items that is fed back as the next input. Every item is passed on as it is,
 * because the next request needs it unchanged.
 */
export function openCompact(): Dialect {
  const usage = createUsageTotals(readUsage);
  const answerId = createResponseId();
  let items = 0;
  let ended = false;

  function take(document: JsonObject): Part[] | null {
    if (!Array.isArray(document.output)) return null;
    ended = true;
    const records = asObjects(document.output);
    items += records.length;
    usage.note(document.usage);
    return [
      ...answerId.take(document.id, document.model),
      ...records.map(
        (item): Part => ({ type: 'item', kind: asText(item.type) ?? 'unknown', item: shallowRecord(item) }),
      ),
      ...usage.report(),
    ];
  }

  return {
    name: 'a compacted conversation',
    nothing: 'no items',
    // It never streams; a gateway that does so all the same puts the document into its last event.
    event(document) {
      if (document.type === 'response.completed') return take(asObject(document.response) ?? {});
      return asText(document.type)?.startsWith('response.') ? [] : take(document);
    },
    whole(value) {
      const document = asObject(value);
      return document && take(document);
    },
    get finished() {
      return ended;
    },
    failure: null,
    end: () => ({ parts: [], ended, holds: items > 0, finishReason: null, usage: usage.usage, characters: 0 }),
  };
}
