import type { Part } from '#shared/protocol/part.ts';
import type { Dialect } from '../dialect.ts';
import { asArray, asObject, asText, type JsonObject } from '../intake/json-value.ts';
import { type ListingNames, readModelRecords } from './model-record.ts';

/** Where a listing keeps its records, and how it names what is in them. */
export interface ListingShape {
  name: string;
  /** Fields that may hold the list, best first. */
  lists: readonly string[];
  names: ListingNames;
}

/**
 * The list in a document: bare, under one of the names, or one level below it (`{data: {models: [...]}}`). `null` for an
 * empty one that is written so; `undefined` when there is none. A map from ids to records counts as a list of these.
 */
function listIn(value: unknown, names: readonly string[]): unknown[] | null | undefined {
  if (Array.isArray(value)) return value;
  const fieldOf = (record: JsonObject | null) => names.find((name) => record?.[name] !== undefined);
  const document = asObject(value);
  const list = document?.[fieldOf(document) ?? ''];
  if (Array.isArray(list) || list === null) return list;
  const inner = asObject(list);
  const innerList = inner?.[fieldOf(inner) ?? ''];
  if (inner === null || Array.isArray(innerList)) return innerList as unknown[] | undefined;
  const entries = Object.entries(inner);
  return entries.every(([, record]) => asObject(record))
    ? entries.map(([id, record]) => ({ id, ...asObject(record) }))
    : undefined;
}

/** The token of the page after this one: of the native surface, or as Anthropic pages its models. */
function nextPageOf(document: JsonObject | null): string | null {
  return asText(document?.nextPageToken) ?? (document?.has_more === true ? asText(document.last_id) : null);
}

/** Reads one page of a model listing. An empty list is a whole answer that holds nothing. */
export function openListing(shape: ListingShape): Dialect {
  let count = 0;
  let ended = false;

  function take(value: unknown): Part[] | null {
    const list = listIn(value, shape.lists);
    if (list === undefined) return null;
    const models = readModelRecords(list, shape.names);
    // Records without any id are no models: the list is not an empty one.
    if (models.length === 0 && asArray(list).length > 0) return null;
    count += models.length;
    ended = true;
    return [{ type: 'models', models, nextPage: nextPageOf(asObject(value)) }];
  }

  return {
    name: shape.name,
    nothing: 'no models for this key',
    event: take,
    whole: take,
    get finished() {
      return ended;
    },
    failure: null,
    end: () => ({ parts: [], ended, holds: count > 0, finishReason: null, usage: null, characters: 0 }),
  };
}
