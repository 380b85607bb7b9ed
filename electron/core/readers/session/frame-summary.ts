import { base64Bytes } from '#shared/base64-bytes.ts';
import type { FrameRow } from '#shared/contract/realtime.ts';
import { formatCount } from '#shared/format.ts';
import { type FrameLine, fieldsIn, type JsonFields, numberIn, textIn, wordsIn, wordsOf } from './session-line.ts';

const longest = 160;

/** Returns the row of a frame. `event` is the parsed text, `null` when that is not an event. */
export function frameRow(line: FrameLine, index: number, event: { type: string; fields: JsonFields } | null): FrameRow {
  const answeredCall = line.dir === 'out' ? answeredIn(event?.fields ?? null) : null;
  const kind = line.op === 'text' ? (event?.type.slice(0, 120) ?? 'malformed') : line.op;
  return {
    index,
    direction: line.dir,
    atMs: line.at,
    sizeBytes: line.size,
    kind,
    summary: summaryOf(line, event?.fields ?? null)
      .replace(/\s+/g, ' ')
      .slice(0, longest),
    socket: line.socket,
    ...(answeredCall !== null && { answeredCall }),
    ...(line.dir === 'out' && event?.type === 'session.update' && { sentSettings: settingsIn(event.fields) }),
  };
}

const settingsIn = (fields: JsonFields): NonNullable<FrameRow['sentSettings']> => ({
  session: JSON.stringify(fieldsIn(fields, 'session')),
  eventId: textIn(fields, 'event_id'),
});

function answeredIn(fields: JsonFields | null): string | null {
  const item = fields && fieldsIn(fields, 'item');
  return item && textIn(item, 'type') === 'function_call_output' ? textIn(item, 'call_id') : null;
}

function summaryOf(line: FrameLine, fields: JsonFields | null): string {
  if (line.op === 'close' || line.op === 'refusal') return `${line.code ?? ''} ${line.data}`.trim();
  if (line.op === 'pong') return line.rtt === undefined ? '' : `${Math.round(line.rtt)} ms`;
  if (line.op === 'binary') return `${formatCount(line.size)} bytes`;
  if (fields === null) return line.data;
  const type = textIn(fields, 'type') ?? '';
  if (/(?:^|[._])audio\.delta$/.test(type) || type === 'input_audio_buffer.append') {
    const audio = textIn(fields, 'delta') ?? textIn(fields, 'audio') ?? '';
    return `${base64Bytes(audio)} bytes of audio`;
  }
  const error = fieldsIn(fields, 'error');
  const text =
    wordsOf(fields)?.text ??
    textIn(error, 'message') ??
    textIn(fields, 'error') ??
    textIn(fields, 'message') ??
    textIn(fields, 'arguments') ??
    itemWords(fieldsIn(fields, 'item'));
  if (text !== null) return text;
  const response = fieldsIn(fields, 'response');
  const status = textIn(response, 'status');
  const why = textIn(fieldsIn(fieldsIn(response, 'status_details'), 'error'), 'message');
  if (status !== null) return why === null ? status : `${status}: ${why}`;
  const at = numberIn(fields, 'audio_start_ms') ?? numberIn(fields, 'audio_end_ms');
  if (at !== null) return `at ${at} ms`;
  return textIn(fields, 'item_id') ?? textIn(fieldsIn(fields, 'session'), 'model') ?? '';
}

function itemWords(item: JsonFields): string | null {
  const type = textIn(item, 'type');
  if (type === null) return null;
  if (type === 'function_call') return `${textIn(item, 'name') ?? ''}(${textIn(item, 'arguments') ?? ''})`;
  if (type === 'function_call_output') return textIn(item, 'output') ?? type;
  const words = wordsIn(item).filter(Boolean).join(' ');
  return words === '' ? `${textIn(item, 'role') ?? type} ${textIn(item, 'id') ?? ''}`.trim() : words;
}
