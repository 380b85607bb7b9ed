import type { Failure } from './failure.ts';

const plain = (name: string) =>
  name
    .replaceAll(/[/[]/g, '.')
    .replaceAll(/["'`\]\s]/g, '')
    .replace(/^[$#.]*(?:body|request|json)?\./, '')
    .replaceAll(/[_-]/g, '')
    .toLowerCase();

/**
 * Whether a gateway's name for a field is that of a path in a body, or of what contains it: `stream_options`,
 * `body.stream_options` and `streamOptions` all name `stream_options.include_usage`.
 */
export function namesField(name: string, path: string): boolean {
  const field = plain(`.${name}`);
  return field !== '' && `${plain(`.${path}`)}.`.startsWith(`${field}.`);
}

/** Whether a sentence contains the name of a path in a body: its first or its last step. */
const mentionsField = (sentence: string, path: string): boolean =>
  path.split('.').some((step) => new RegExp(`(?<![\\w.])${step}(?!\\w)`, 'i').test(sentence) && step.includes('_'));

/** Whether the request itself was refused (400, 422 and the like): nothing was processed then. */
const isOfRequest = ({ code, status }: Failure): boolean =>
  (code === 'parameter' || code === 'rejected') && status !== null && status >= 400 && status < 500;

/** Returns the field that Patchbay added and a refusal of the request is about; `null` for every other failure. */
export function addedFieldIn(failure: Failure | null, added: readonly string[] | undefined): string | null {
  if (!failure || !added || !isOfRequest(failure)) return null;
  const { param, gatewayMessage } = failure;
  return (
    added.find((path) => param !== null && namesField(param, path)) ??
    added.find((path) => mentionsField(gatewayMessage ?? '', path)) ??
    null
  );
}

/** What every server knows in an entry of a conversation. */
const known: ReadonlySet<string> = new Set('role content parts text type name tool_calls tool_call_id'.split(' '));
const path = /(?:messages|input|contents)(?:\.\d{1,6}|\[\d{1,6}\])((?:\.[\w-]{1,60}|\[\d{1,6}\]|\.\d{1,6}){1,8})/;

/**
 * Returns the field of an entry of the conversation that a refusal is about, such as `reasoning_content` for
 * `messages.1.reasoning_content: Extra inputs are not permitted`; `null` for what every server knows, and for every
 * other failure.
 */
export function entryFieldIn(failure: Failure): string | null {
  const text = `${failure.param ?? ''} ${pointers(failure.gatewayMessage ?? '')}`;
  const steps = isOfRequest(failure) ? (path.exec(text)?.[1] ?? '') : '';
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
