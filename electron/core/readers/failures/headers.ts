import { words } from '../intake/json-value.ts';
/** Headers as received: names in any letter case, duplicates included. */
export type HeaderList = readonly (readonly [name: string, value: string])[];

/** The first value of a header, trimmed; `null` when it is absent or blank. `name` in lower case. */
export function headerOf(headers: HeaderList, name: string): string | null {
  for (const [key, value] of headers) if (key.toLowerCase() === name) return value.trim() || null;
  return null;
}

/**
 * The gateway's own id (new-api, LiteLLM) comes before the ids of the service behind it and of a proxy in front of it.
 */
const requestIdHeaders = words(`x-oneapi-request-id x-litellm-call-id x-request-id request-id x-goog-request-id
  cf-ray`);

/** Returns the id by which the gateway's operator finds this request. */
export function requestIdFromHeaders(headers: HeaderList): string | null {
  for (const name of requestIdHeaders) {
    const id = headerOf(headers, name);
    if (id !== null) return id;
  }
  return null;
}
