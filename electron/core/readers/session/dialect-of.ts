import type { RealtimeDialect } from '#shared/contract/realtime.ts';
import { hasField, type JsonFields, textIn } from './json-fields.ts';

/** The dialect in which a session describes itself, `null` when nothing in it tells. */
export function dialectOf(session: JsonFields): RealtimeDialect | null {
  if (hasField(session, 'output_modalities') || hasField(session, 'audio') || textIn(session, 'type') === 'realtime')
    return 'ga';
  return hasField(session, 'modalities') || hasField(session, 'input_audio_format') ? 'beta' : null;
}
