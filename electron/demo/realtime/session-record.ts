import type { JsonRecord } from '../json-value.ts';
import type { AudioFormat } from './audio-format.ts';
import type { SessionDialect } from './event-names.ts';
import type { SessionSettings, TurnDetection } from './session-settings.ts';

export interface SessionHead {
  id: string;
  model: string;
  /** Seconds since 1970. */
  expiresAt: number;
}

/** A session as it describes itself in `session.created` and `session.updated`. */
export function describeSession(head: SessionHead, settings: SessionSettings, dialect: SessionDialect): JsonRecord {
  const { instructions, tools, toolChoice, voice, speed, transcription, noiseReduction, maxTokens } = settings;
  const shared = {
    id: head.id,
    object: 'realtime.session',
    model: head.model,
    expires_at: head.expiresAt,
    instructions,
    tools,
    tool_choice: toolChoice,
  };
  const turn_detection = settings.turns && describeTurns(settings.turns);
  if (dialect === 'beta')
    return {
      ...shared,
      modalities: settings.output === 'audio' ? ['text', 'audio'] : ['text'],
      voice,
      speed,
      input_audio_format: settings.inputFormat,
      output_audio_format: settings.outputFormat,
      input_audio_transcription: transcription,
      input_audio_noise_reduction: noiseReduction,
      turn_detection,
      temperature: settings.temperature,
      max_response_output_tokens: maxTokens,
    };
  return {
    type: 'realtime',
    ...shared,
    output_modalities: [settings.output],
    max_output_tokens: maxTokens,
    audio: {
      input: { format: nested(settings.inputFormat), transcription, noise_reduction: noiseReduction, turn_detection },
      output: { format: nested(settings.outputFormat), voice, speed },
    },
  };
}

function nested(format: AudioFormat): JsonRecord {
  if (format === 'pcm16') return { type: 'audio/pcm', rate: 24_000 };
  return { type: format === 'g711_ulaw' ? 'audio/pcmu' : 'audio/pcma' };
}

function describeTurns(turns: TurnDetection): JsonRecord {
  const replies = { create_response: turns.createResponse, interrupt_response: turns.interruptResponse };
  if (turns.type === 'semantic_vad') return { type: 'semantic_vad', eagerness: turns.eagerness, ...replies };
  return {
    type: 'server_vad',
    threshold: turns.threshold,
    prefix_padding_ms: turns.prefixMs,
    silence_duration_ms: turns.silenceMs,
    idle_timeout_ms: null,
    ...replies,
  };
}
