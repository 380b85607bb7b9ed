import type { Failure } from './failure.ts';

/** What every server knows in an entry of a conversation. */
const known: ReadonlySet<string> = new Set([
  'role',
  'content',
  'parts',
  'text',
  'type',
  'name',
  'tool_calls',
  'tool_call_id',
]);
const path = /(?:messages|input|contents)(?:\.\d{1,6}|\[\d{1,6}\])((?:\.[\w-]{1,60}|\[\d{1,6}\]|\.\d{1,6}){1,8})/;

/**
 * Returns the field of an entry of the conversation that a refusal is about, such as `reasoning_content` for
 * `messages.1.reasoning_content: Extra inputs are not permitted`; `null` for what every server knows, and for every
 * other failure.
 */
export function entryFieldIn({ code, status, param, gatewayMessage }: Failure): string | null {
  const isRefusal = (code === 'parameter' || code === 'rejected') && status !== null && status >= 400 && status < 500;
  const steps = isRefusal ? (path.exec(`${param ?? ''} ${pointers(gatewayMessage ?? '')}`)?.[1] ?? '') : '';
  const name = steps
    .split(/[.[\]]+/)
    .filter((step) => step !== '' && !/^\d+$/.test(step))
    .at(-1);
  return name === undefined || known.has(name) ? null : name;
}

/** Writes JSON pointers and Python's tuples as paths: `/messages/1/x`, `('body', 'messages', 1, 'x')`. */
const pointers = (text: string): string =>
  text
    .slice(0, 4096)
    .replaceAll('/', '.')
    .replace(/['"], ?['"]?(?=\w)|(?<=\d), ?['"]/g, '.');
