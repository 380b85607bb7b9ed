import type { Part } from '#shared/protocol/part.ts';
import { asObject, asText, firstIn, type JsonObject, scalarText, shallowRecord, words } from '../intake/json-value.ts';

/**
 * Fields in which services list their sources. Those with titles first: a source is reported once. LiteLLM keeps in the
 * last one what the protocol has no place for.
 */
const sourceFields = words(`annotations citationMetadata citation_metadata search_results searchResults web_search
  web_search_results groundingMetadata grounding_metadata vertex_ai_grounding_metadata urlContextMetadata
  url_context_metadata search_info references sources documents context citations executed_tools reasoning_steps
  provider_specific_fields`);

/** Lists inside the records of these fields. */
const innerFields = [
  ...sourceFields,
  ...words(
    'groundingChunks grounding_chunks urlMetadata url_metadata citationSources citation_sources results items data',
  ),
];

/** Records around the source itself. */
const wrappers = words(`url_citation web retrievedContext retrieved_context maps source document metadata`);

const addresses = ['url', 'uri', 'link', 'href', 'source_url', 'sourceUrl', 'retrievedUrl', 'retrieved_url'] as const;
const titles = ['title', 'name', 'site_name', 'siteName', 'filename', 'file_name', 'filepath'] as const;
const identities = ['file_id', 'document_id', 'doc_id', 'id'] as const;
const deepest = 4;

const firstText = (record: JsonObject | null, names: readonly string[]): string | null =>
  record && firstIn(record, names, asText);

const isAddress = (text: string): boolean => /^[a-z][a-z0-9+.-]*:\/\//i.test(text);

/** Returns the record that describes a source: the entry itself, or one that it wraps. */
function sourceOf(entry: JsonObject): JsonObject {
  if (firstText(entry, addresses) !== null) return entry;
  const inner = wrappers.map((name) => asObject(entry[name])).find((record) => firstText(record, addresses) !== null);
  return inner ?? entry;
}

/** Reads the sources of a response; each is reported once, however often a gateway repeats it. */
export function createCitations() {
  const seen = new Set<string>();

  function add(url: string, title: string | null): Part[] {
    if (seen.has(url)) return [];
    seen.add(url);
    return [{ type: 'citation', url, title }];
  }

  /** A source without an address, such as a stored file, is kept as received. */
  function keep(entry: JsonObject): Part[] {
    const records = [entry, ...wrappers.map((name) => asObject(entry[name]) ?? {})];
    const named = records
      .map((record) => firstText(record, titles) ?? identities.map((name) => scalarText(record[name])).find(Boolean))
      .find(Boolean);
    if (named === null || named === undefined || seen.has(`item ${named}`)) return [];
    seen.add(`item ${named}`);
    return [{ type: 'item', kind: asText(entry.type) ?? 'source', item: shallowRecord(entry) }];
  }

  function one(value: unknown, depth: number): Part[] {
    if (typeof value === 'string') return value === '' ? [] : add(value, null);
    if (Array.isArray(value)) return depth > deepest ? [] : value.flatMap((entry) => one(entry, depth + 1));
    const entry = asObject(value);
    if (entry === null) return [];
    const source = sourceOf(entry);
    const url = firstText(source, addresses) ?? (isAddress(asText(entry.source) ?? '') ? asText(entry.source) : null);
    if (url !== null) return add(url, firstText(source, titles) ?? firstText(entry, titles));
    const lists = depth > deepest ? [] : innerFields.filter((name) => typeof entry[name] === 'object' && entry[name]);
    return lists.length > 0 ? lists.flatMap((name) => one(entry[name], depth + 1)) : keep(entry);
  }

  return {
    count: () => seen.size,
    /** Takes addresses and records of sources in any form, one or many. */
    take: (values: unknown): Part[] => one(values, 0),
    /** Takes the sources in the fields of a message, a choice, a candidate or a whole response. */
    takeFrom(record: JsonObject): Part[] {
      const parts: Part[] = [];
      for (const name of sourceFields) {
        const value = record[name];
        if (typeof value === 'object' && value !== null) for (const part of one(value, 0)) parts.push(part);
      }
      return parts;
    },
  };
}

export type Citations = ReturnType<typeof createCitations>;
