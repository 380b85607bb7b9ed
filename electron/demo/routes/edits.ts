import type { AuthorizedRequest } from '../incoming-request.ts';
import { asText } from '../json-value.ts';
import { countTokens } from '../language/tokens.ts';
import { readServiceRequest } from '../models.ts';
import { readCount } from '../request-fields.ts';
import { invalidRequest, jsonReply, type Reply } from '../responses/reply.ts';

const mostChoices = 20;

/** POST /v1/edits: the legacy route, as its vendor once served it. */
export function edits(authorized: AuthorizedRequest): Reply {
  const { body } = readServiceRequest(authorized, 'edits');
  const instruction = asText(body.instruction);
  if (instruction === '') throw invalidRequest(authorized, 'field instruction is required');
  const count = readCount(authorized, body, mostChoices);
  const input = asText(body.input);
  const text =
    editText(input, instruction) ??
    `${input}\n\n[The demo gateway does not know how to do this: ${instruction}]`.trimStart();
  const promptTokens = countTokens(input) + countTokens(instruction);
  const completionTokens = countTokens(text) * count;
  const document = {
    object: 'edit',
    created: Math.floor(Date.now() / 1000),
    choices: Array.from({ length: count }, (_, index) => ({ text, index })),
    usage: {
      prompt_tokens: promptTokens,
      completion_tokens: completionTokens,
      total_tokens: promptTokens + completionTokens,
    },
  };
  return jsonReply(document, 'edits', completionTokens);
}

/** A few common typos, with their corrections. */
const misspelled: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ...{ helo: 'hello', wrld: 'world', teh: 'the', adn: 'and', recieve: 'receive', seperate: 'separate' },
    ...{ definately: 'definitely', becuase: 'because', thier: 'their' },
  }),
);

/** The supported instructions; the first match decides. */
const editBySign: readonly (readonly [sign: RegExp, edit: (text: string, match: RegExpExecArray) => string])[] = [
  [
    /\breplace\s+(\S.*?)\s(?:with|by)\s(.+)$/i,
    (text, [, from = '', to = '']) => text.replaceAll(withoutQuotes(from), withoutQuotes(to.replace(/\.$/, ''))),
  ],
  [
    /\b(?:remove|delete)\s+["'“]([^"'“”\n]+)["'”]/i,
    (text, [, gone = '']) => text.replaceAll(gone, '').replace(/ {2,}/g, ' '),
  ],
  [/\b(?:spelling|typos?|mistakes|grammar)\b/i, fixSpelling],
  [/\bupper ?case|\bcapital letters/i, (text) => text.toUpperCase()],
  [/\blower ?case|\bsmall letters/i, (text) => text.toLowerCase()],
];

/** Returns a text without blanks and one pair of quotes around it. */
const withoutQuotes = (text: string): string => text.trim().replace(/^["'“]|["'”]$/g, '');

function fixSpelling(text: string): string {
  const capital = (word: string) => word.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase());
  const words = text.replace(/\p{L}+/gu, (word) => {
    const right = misspelled.get(word.toLowerCase()) ?? word;
    return /^\p{Lu}/u.test(word) ? capital(right) : right;
  });
  return words.replace(/(^|[.!?]\s+)(\p{Ll})/gu, (_, before: string, letter: string) => before + capital(letter));
}

/** Characters of an instruction that are read. */
const readCharacters = 200;

/** Applies an instruction to a text; `null` when the demo does not support it. */
export function editText(input: string, instruction: string): string | null {
  for (const [sign, edit] of editBySign) {
    const match = sign.exec(instruction.trim().slice(0, readCharacters));
    if (match) return edit(input, match);
  }
  return null;
}
