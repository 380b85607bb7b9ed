import type { AuthorizedRequest } from '../incoming-request.ts';
import { asList, asNumber, asRecord, asText, type JsonRecord } from '../json-value.ts';
import type { Turn } from '../language/turn.ts';
import { invalidRequest } from '../responses/errors.ts';

/** Larger limits do not fit the integer that the gateway keeps them in. */
const largestTokenLimit = 2 ** 30 - 1;

/** What every turn has before its protocol fills it in. */
export function emptyTurn(authorized: AuthorizedRequest, model: string, voice: Turn['voice'], body: unknown): Turn {
  const speaks = authorized.fault?.speaks;
  return {
    model,
    voice,
    system: '',
    messages: [],
    tools: [],
    toolChoice: 'auto',
    parallelCalls: true,
    format: { kind: 'text' },
    maxTokens: null,
    stop: [],
    choices: 1,
    temperature: null,
    seed: null,
    effort: 'medium',
    request: { method: authorized.method, path: authorized.path, body },
    language: speaks?.language ?? null,
    refuses: speaks?.refuses ?? false,
    callsTwice: speaks?.callsTwice ?? false,
  };
}

/** The first of some fields that holds a token limit. */
export function readTokenLimit(authorized: AuthorizedRequest, body: JsonRecord, ...fields: string[]): number | null {
  for (const field of fields) {
    const limit = asNumber(body[field]);
    if (limit === null) continue;
    if (limit < 0 || limit > largestTokenLimit) throw invalidRequest(authorized, `${field} is invalid`);
    return limit === 0 ? null : Math.floor(limit);
  }
  return null;
}

/** A reasoning effort in any case, with the steps beyond `high` counted as `high`. */
export function readEffort(value: unknown): Turn['effort'] {
  const effort = asText(value).toLowerCase();
  if (effort === 'xhigh' || effort === 'max') return 'high';
  return effort === 'none' || effort === 'minimal' || effort === 'low' || effort === 'high' ? effort : 'medium';
}

/** The text of a content: the text itself, or its parts with a blank line between them. */
export const contentText = (content: unknown): string =>
  typeof content === 'string'
    ? content
    : asList(content)
        .map((part) => asText(asRecord(part).text))
        .filter(Boolean)
        .join('\n\n');

/** One text or a list of texts, without empty ones. */
export function readTexts(value: unknown): string[] {
  return (Array.isArray(value) ? value : [value]).map(asText).filter(Boolean);
}
