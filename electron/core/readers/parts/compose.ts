import type { Part, ReplyForm, WarningCode } from '#shared/protocol/part.ts';
import { type JsonObject, shallowRecord } from '../intake/json-value.ts';

/**
 * Appends `more` to `parts`. Not with `push(...more)`: a hostile document holds more parts than a call takes arguments.
 */
export function append(parts: Part[], more: readonly Part[]): void {
  for (const part of more) parts.push(part);
}

export const warning = (code: WarningCode, message: string): Part => ({ type: 'warning', code, message });

/** Something in a list is irregular and was read anyway. */
export const unexpectedItems = (message: string): Part => warning('items-odd', message);

/** Something could not be read; it is passed on unchanged. */
export const unexpectedShape = (message: string): Part => warning('unknown-shape', message);

/** The reply as the next request contains it; a warning when it is nested too deep to be passed on. */
export function replyForm(
  protocol: ReplyForm['protocol'],
  entries: JsonObject[],
  more: Pick<ReplyForm, 'isUnstored'> = {},
): Part[] {
  const isWhole = entries.every((entry) => shallowRecord(entry) === entry);
  return isWhole ? [{ type: 'reply-form', protocol, entries, ...more }] : [formNotKept('nested too deep')];
}

/** The form of a reply could not be kept. */
export const formNotKept = (why: string): Part =>
  warning(
    'not-kept',
    `What belongs to the reply besides its text and tool calls, such as signatures, is ${why} to be kept. The next request contains only the text and the calls.`,
  );
