import { createHash } from 'node:crypto';
import type { Asked } from '#shared/protocol/asked.ts';
import { spellingsOf } from '#shared/protocol/field-spellings.ts';
import { asArray, asObject, asText, words } from './intake/json-value.ts';

/** More documents than any service ranks at once are not stored twice. */
const mostDocuments = 2000;

/** Where services take the number type of vectors, most specific first. */
const typeFields = words(`output_dtype embedding_type embedding_types embed_dtype dtype precision quantization
  encoding_format`);
/** These say how numbers are written and not what they are. */
const plainTypes: ReadonlySet<string> = new Set(['float', 'base64', 'float32', 'bytes']);

/** Returns what the JSON body of a request asks for; `null` where its response tells everything. */
export function askedIn(routeId: string, body: Record<string, unknown>): Asked | null {
  const given = (name: string) =>
    spellingsOf(name)
      .map((one) => body[one])
      .find((value) => value !== undefined);
  if (routeId === 'embeddings') {
    const named = typeFields.flatMap((name) => (Array.isArray(body[name]) ? asArray(body[name]) : [body[name]]));
    const types = named.flatMap((type) => asText(type)?.toLowerCase() ?? []);
    const vectorType = types.find((type) => !plainTypes.has(type));
    const inputs = countInputs(given('input'));
    return { ...(vectorType !== undefined && { vectorType }), ...(inputs > 0 && { inputs }) };
  }
  if (routeId !== 'rerank') return null;
  const documents = asArray(given('documents'));
  if (documents.length === 0 || documents.length > mostDocuments) return null;
  return { documents: documents.map((one) => fingerprint(asText(one) ?? asText(asObject(one)?.text))) };
}

/** Returns how many vectors an input asks for. A list of numbers is one text in tokens. */
export function countInputs(input: unknown): number {
  if (typeof input === 'string') return 1;
  if (!Array.isArray(input)) return 0;
  return input.every((entry) => typeof entry === 'number') ? Math.min(1, input.length) : input.length;
}

/** Returns a short hash that equal texts share, whatever white space is around them. */
export const fingerprint = (text: string | null): string | null =>
  text === null ? null : createHash('sha256').update(text.trim()).digest('base64url').slice(0, 12);
