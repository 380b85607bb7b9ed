import type { AuthorizedRequest } from './incoming-request.ts';
import { isRecord, type JsonRecord } from './json-value.ts';
import { invalidRequest, middlewareError, modelMissing, Refusal } from './responses/errors.ts';

/**
 * Reads the JSON object that a text route expects. A body with another content type is not parsed, as in new-api, so
 * the request then lacks its model.
 */
export function readJsonRequest(authorized: AuthorizedRequest): JsonRecord {
  const type = authorized.request.headers['content-type'] ?? '';
  if (!type.startsWith('application/json')) return {};
  let value: unknown;
  try {
    value = JSON.parse(authorized.body.toString('utf8'));
  } catch (error) {
    throw badBody(authorized, `Invalid request, the body is not JSON: ${(error as Error).message}`);
  }
  if (!isRecord(value)) throw badBody(authorized, 'Invalid request, the body is not a JSON object');
  return value;
}

/** Reads the `model` field. It is checked before anything else, because it decides how a request is routed. */
export function readModelName(authorized: AuthorizedRequest, body: JsonRecord): string {
  const { model } = body;
  if (model === undefined || model === null || model === '') throw modelMissing(authorized);
  if (typeof model !== 'string') throw badBody(authorized, 'Invalid request, field model must be a string');
  return model;
}

/**
 * Reads a field that must be a list. Missing or empty is a failed validation (500), another type does not decode (400).
 */
export function readRequiredList(authorized: AuthorizedRequest, body: JsonRecord, field: string): unknown[] {
  const value = body[field];
  if (value !== undefined && value !== null && !Array.isArray(value)) {
    throw invalidRequest(authorized, `cannot unmarshal ${typeof value} into field ${field} of type array`, 400);
  }
  if (!Array.isArray(value) || value.length === 0) throw invalidRequest(authorized, `${field} is required`);
  return value;
}

const badBody = (authorized: AuthorizedRequest, message: string): Refusal =>
  new Refusal(middlewareError(authorized, 400, { message, code: 'bad_request_body' }));
