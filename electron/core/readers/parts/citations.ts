import type { Part } from '#shared/protocol/part.ts';
import { asArray, asObject, asText } from '../intake/json-value.ts';

/** Reads the sources of an answer; each source is told once, however often a gateway repeats it. */
export function createCitations() {
  const seen = new Set<string>();
  function one(value: unknown): Part[] {
    const record = asObject(value);
    const source = asObject(record?.url_citation) ?? asObject(record?.web) ?? record;
    const url = asText(value) ?? asText(source?.url) ?? asText(source?.uri);
    if (url === null || seen.has(url)) return [];
    seen.add(url);
    return [{ type: 'citation', url, title: asText(source?.title) }];
  }
  return {
    get count(): number {
      return seen.size;
    },
    /** Takes addresses, `{url, title}`, `{uri, title}`, `{url_citation: {...}}` and `{web: {...}}`, one or many. */
    take: (values: unknown): Part[] => (Array.isArray(values) ? asArray(values).flatMap(one) : one(values)),
  };
}

export type Citations = ReturnType<typeof createCitations>;
