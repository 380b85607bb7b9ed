import { asObject } from '../intake/json-value.ts';

/** Signs by which an answer of another route is known: a field of its document. */
const signs: readonly (readonly [field: string, name: string])[] = [
  ['choices', 'a chat completion'],
  ['candidates', 'an answer of the native surface'],
  ['output', 'an answer of the responses route'],
  ['response', 'an answer of the responses route'],
  ['task_id', 'a video task'],
  ['models', 'a model list of the native surface'],
  ['results', 'a ranking'],
  ['data', 'a list of models, vectors or images'],
];

/** What a document seems to be when it is not what was asked for, `null` when nothing tells. */
export function looksLike(document: unknown): string | null {
  const record = asObject(document);
  if (record === null) return null;
  if (typeof record.type === 'string' && record.type.startsWith('response.')) return 'an answer of the responses route';
  return signs.find(([field]) => record[field] != null)?.[1] ?? null;
}
