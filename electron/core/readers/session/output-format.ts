import { Buffer } from 'node:buffer';
import type { RealtimeDialect } from '#shared/contract/realtime.ts';
import { type G711, pcmOfG711 } from './g711.ts';
import { fieldsIn, hasField, type JsonFields, textIn } from './json-fields.ts';

export type AudioFormat = 'pcm16' | G711;

const named: Readonly<Record<string, AudioFormat>> = {
  pcm16: 'pcm16',
  'audio/pcm': 'pcm16',
  g711_ulaw: 'g711_ulaw',
  'audio/pcmu': 'g711_ulaw',
  g711_alaw: 'g711_alaw',
  'audio/pcma': 'g711_alaw',
};

const formatOf = (name: string | null): AudioFormat | null =>
  name !== null && Object.hasOwn(named, name) ? (named[name] as AudioFormat) : null;

/** The formats that a session says are in force, in either dialect; `null` where it says nothing. */
export function formatsOf(session: JsonFields): { input: AudioFormat | null; output: AudioFormat | null } {
  const audio = fieldsIn(session, 'audio');
  const nested = (side: string) => formatOf(textIn(fieldsIn(fieldsIn(audio, side), 'format'), 'type'));
  return {
    input: nested('input') ?? formatOf(textIn(session, 'input_audio_format')),
    output: nested('output') ?? formatOf(textIn(session, 'output_audio_format')),
  };
}

/** Sound of a delta as PCM at 24 kHz, in base64. */
export function asPcm(base64: string, format: AudioFormat): string {
  return format === 'pcm16' ? base64 : pcmOfG711(Buffer.from(base64, 'base64'), format).toString('base64');
}

/** The dialect in which a session describes itself, `null` when nothing in it tells. */
export function dialectOf(session: JsonFields): RealtimeDialect | null {
  if (hasField(session, 'output_modalities') || hasField(session, 'audio') || textIn(session, 'type') === 'realtime')
    return 'ga';
  return hasField(session, 'modalities') || hasField(session, 'input_audio_format') ? 'beta' : null;
}
