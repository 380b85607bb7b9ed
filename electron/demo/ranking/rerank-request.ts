import type { AuthorizedRequest } from '../incoming-request.ts';
import { readJsonRequest, readModelName } from '../json-request.ts';
import { asList, asText, isRecord, type JsonRecord } from '../json-value.ts';
import { serviceModel } from '../models.ts';
import { invalidRequest, upstreamError } from '../responses/errors.ts';

const mostDocuments = 1000;

export interface RerankRequest {
  model: string;
  query: string;
  /** What is ranked, and the document as it came. */
  documents: { text: string; given: unknown }[];
  /** `null`: not asked for. */
  topN: number | null;
  returnsDocuments: boolean;
}

/** Reads and checks a request for a ranking: documents as texts or as records, as every kind of back end takes them. */
export function readRerankRequest(authorized: AuthorizedRequest): RerankRequest {
  const body = readJsonRequest(authorized);
  const model = readModelName(authorized, body);
  serviceModel(authorized, model, 'rerank');
  const query = typeof body.query === 'string' ? body.query : asText(isRecord(body.query) ? body.query.text : null);
  if (query === '') throw invalidRequest(authorized, 'query is empty');
  if (!Array.isArray(body.documents) || body.documents.length === 0)
    throw invalidRequest(authorized, 'documents is empty');
  if (body.documents.length > mostDocuments) {
    const message = `too many documents: at most ${mostDocuments} can be ranked at once, got ${body.documents.length}`;
    throw upstreamError(authorized, false, { message, param: 'documents' });
  }
  return {
    model,
    query,
    documents: body.documents.map((given, place) => ({ given, text: readDocument(authorized, body, given, place) })),
    topN: readTopN(authorized, body),
    returnsDocuments: body.return_documents !== false,
  };
}

function readDocument(authorized: AuthorizedRequest, body: JsonRecord, given: unknown, place: number): string {
  if (typeof given === 'string') return given;
  const asked = asList(body.rank_fields).filter((field) => typeof field === 'string');
  const fields = asked.length > 0 ? asked : ['text'];
  if (isRecord(given) && fields.some((field) => typeof given[field] === 'string'))
    return fields.map((field) => asText(given[field])).join('\n');
  const message = `invalid request: documents[${place}] must be a text or an object with a text`;
  throw upstreamError(authorized, false, { message, param: 'documents' });
}

function readTopN(authorized: AuthorizedRequest, { top_n: topN }: JsonRecord): number | null {
  if (topN === undefined || topN === null) return null;
  if (typeof topN !== 'number' || !Number.isInteger(topN))
    throw invalidRequest(authorized, `cannot unmarshal ${typeof topN} into field top_n of type int`, 400);
  if (topN < 1) throw upstreamError(authorized, false, { message: 'top_n must be at least 1', param: 'top_n' });
  return topN;
}
