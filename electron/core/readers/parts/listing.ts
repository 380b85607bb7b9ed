import type { Part } from '#shared/routes/part.ts';
import type { Dialect } from '../dialect.ts';
import { asObject, asText } from '../intake/json-value.ts';
import { type ListingNames, readModelRecords } from './model-record.ts';

/** Where a listing keeps its records, and how it names what is in them. */
export interface ListingShape {
  name: string;
  /** Fields that may hold the list, best first. */
  lists: readonly string[];
  names: ListingNames;
}

/** Reads one page of a model listing. An empty list is a whole answer that holds nothing. */
export function openListing(shape: ListingShape): Dialect {
  let count = 0;
  let ended = false;

  function take(value: unknown): Part[] | null {
    const document = asObject(value);
    const field = shape.lists.find((name) => document?.[name] !== undefined);
    const list = Array.isArray(value) ? value : field === undefined ? undefined : document?.[field];
    // Some servers write an empty list as null.
    if (!Array.isArray(list) && list !== null) return null;
    const models = readModelRecords(list, shape.names);
    count += models.length;
    ended = true;
    return [{ type: 'models', models, nextPage: asText(document?.nextPageToken) }];
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
