import type { AuthorizedRequest } from '../incoming-request.ts';
import { asList, asNumber, asRecord, asText, type JsonRecord } from '../json-value.ts';
import type { Turn } from '../language/turn.ts';
import { invalidRequest } from '../responses/errors.ts';

/** Larger limits do not fit the integer in which the gateway stores them. */
const largestTokenLimit = 2 ** 30 - 1;

/** Returns what every turn has before its protocol fills in the rest. */
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
    inChinese: speaks?.inChinese ?? false,
    refuses: speaks?.refuses ?? false,
    callsTwice: speaks?.callsTwice ?? false,
  };
}

/** Returns the first of some fields that contains a token limit. */
export function readTokenLimit(authorized: AuthorizedRequest, body: JsonRecord, ...fields: string[]): number | null {
  for (const field of fields) {
    const limit = asNumber(body[field]);
    if (limit === null) continue;
    if (limit < 0 || limit > largestTokenLimit) throw invalidRequest(authorized, `${field} is invalid`);
    return limit === 0 ? null : Math.floor(limit);
  }
  return null;
}

/** Reads a reasoning effort in any letter case; levels above `high` count as `high`. */
export function readEffort(value: unknown): Turn['effort'] {
  const effort = asText(value).toLowerCase();
  if (effort === 'xhigh' || effort === 'max') return 'high';
  return effort === 'none' || effort === 'minimal' || effort === 'low' || effort === 'high' ? effort : 'medium';
}

/** Returns the text of a content: the text itself, or its parts joined by blank lines. */
export const contentText = (content: unknown): string =>
  typeof content === 'string'
    ? content
    : asList(content)
        .map((part) => asText(asRecord(part).text))
        .filter(Boolean)
        .join('\n\n');

/** Reads one text or a list of texts, without empty ones. */
export function readTexts(value: unknown): string[] {
  return (Array.isArray(value) ? value : [value]).map(asText).filter(Boolean);
}
