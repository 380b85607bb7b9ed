import { asList, asNumber, asRecord, isRecord, type JsonRecord } from '../json-value.ts';
import { voiceNamed, voiceNames } from '../media/audio/speech.ts';
import { unsupportedValue } from '../responses/reply.ts';
import type { AudioFormat } from './audio-format.ts';
import type { SessionDialect } from './event-names.ts';

/** How the end of a turn is detected: by silence, by silence and meaning, or by the client. */
export interface TurnDetection {
  type: 'server_vad' | 'semantic_vad';
  threshold: number;
  prefixMs: number;
  silenceMs: number;
  eagerness: string;
  createResponse: boolean;
  interruptResponse: boolean;
}

/** The active settings of a session, independent of the dialect. */
export interface SessionSettings {
  instructions: string;
  output: 'audio' | 'text';
  voice: string;
  inputFormat: AudioFormat;
  outputFormat: AudioFormat;
  transcription: JsonRecord | null;
  turns: TurnDetection | null;
  noiseReduction: JsonRecord | null;
  speed: number;
  temperature: number;
  maxTokens: number | 'inf';
  tools: unknown[];
  toolChoice: unknown;
}

export const firstSettings: SessionSettings = {
  instructions: 'You are the demo gateway of Patchbay. Say honestly what you are.',
  output: 'audio',
  voice: 'alloy',
  inputFormat: 'pcm16',
  outputFormat: 'pcm16',
  transcription: null,
  turns: {
    type: 'server_vad',
    threshold: 0.5,
    prefixMs: 300,
    silenceMs: 500,
    eagerness: 'auto',
    createResponse: true,
    interruptResponse: true,
  },
  noiseReduction: null,
  speed: 1,
  temperature: 0.8,
  maxTokens: 'inf',
  tools: [],
  toolChoice: 'auto',
};

const both = ['instructions', 'tools', 'tool_choice', 'tracing', 'prompt', 'include', 'model'];
const fieldsOf: Readonly<Record<SessionDialect, readonly string[]>> = {
  beta: [
    ...both,
    'modalities',
    'voice',
    'input_audio_format',
    'output_audio_format',
    'input_audio_transcription',
    'turn_detection',
    'input_audio_noise_reduction',
    'speed',
    'temperature',
    'max_response_output_tokens',
  ],
  ga: [
    ...both,
    'type',
    'output_modalities',
    'audio',
    'max_output_tokens',
    'truncation',
    'parallel_tool_calls',
    'reasoning',
  ],
};

const refuse = (...error: ConstructorParameters<typeof SessionError>): never => {
  throw new SessionError(...error);
};

/**
 * Returns the settings after a `session.update`. Throws a `SessionError` for fields the dialect does not have, like the
 * service.
 */
export function updateSettings(
  settings: SessionSettings,
  session: JsonRecord,
  dialect: SessionDialect,
  isTranscription: boolean,
): SessionSettings {
  if (dialect === 'ga' && session.type === undefined)
    refuse('missing_required_parameter', "Missing required parameter: 'session.type'.", 'session.type');
  const isWrongType = dialect === 'ga' && session.type !== (isTranscription ? 'transcription' : 'realtime');
  if (isWrongType)
    refuse(
      'invalid_value',
      `Invalid value: '${String(session.type)}'. The type of a session cannot change.`,
      'session.type',
    );
  for (const name of Object.keys(session))
    if (!fieldsOf[dialect].includes(name))
      refuse('unknown_parameter', `Unknown parameter: 'session.${name}'.`, `session.${name}`);
  const flat = dialect === 'ga' ? flattened(session) : session;
  const has = (name: string) => flat[name] !== undefined;
  const voice = has('voice') ? String(flat.voice) : settings.voice;
  if (!voiceNamed(voice))
    refuse(
      'invalid_value',
      unsupportedValue(voice, voiceNames),
      dialect === 'ga' ? 'session.audio.output.voice' : 'session.voice',
    );
  return {
    instructions: has('instructions') ? String(flat.instructions) : settings.instructions,
    output: has('modalities') ? (asList(flat.modalities).includes('audio') ? 'audio' : 'text') : settings.output,
    voice,
    inputFormat: formatIn(flat.input_audio_format) ?? settings.inputFormat,
    outputFormat: formatIn(flat.output_audio_format) ?? settings.outputFormat,
    transcription: has('input_audio_transcription')
      ? recordOrNull(flat.input_audio_transcription)
      : settings.transcription,
    turns: has('turn_detection') ? turnsIn(flat.turn_detection) : settings.turns,
    noiseReduction: has('input_audio_noise_reduction')
      ? recordOrNull(flat.input_audio_noise_reduction)
      : settings.noiseReduction,
    speed: asNumber(flat.speed) ?? settings.speed,
    temperature: asNumber(flat.temperature) ?? settings.temperature,
    maxTokens:
      asNumber(flat.max_response_output_tokens) ?? (has('max_response_output_tokens') ? 'inf' : settings.maxTokens),
    tools: has('tools') ? asList(flat.tools) : settings.tools,
    toolChoice: has('tool_choice') ? flat.tool_choice : settings.toolChoice,
  };
}

/** Converts the nested form to the flat one. */
function flattened(session: JsonRecord): JsonRecord {
  const { input, output } = asRecord(session.audio);
  const [transcription, speech] = [asRecord(input), asRecord(output)];
  return {
    ...session,
    modalities: session.output_modalities,
    voice: speech.voice,
    speed: speech.speed,
    output_audio_format: speech.format,
    input_audio_format: transcription.format,
    input_audio_transcription: transcription.transcription,
    turn_detection: transcription.turn_detection,
    input_audio_noise_reduction: transcription.noise_reduction,
    max_response_output_tokens: session.max_output_tokens,
  };
}

const formats: Readonly<Record<string, AudioFormat>> = {
  pcm16: 'pcm16',
  'audio/pcm': 'pcm16',
  g711_ulaw: 'g711_ulaw',
  'audio/pcmu': 'g711_ulaw',
  g711_alaw: 'g711_alaw',
  'audio/pcma': 'g711_alaw',
};

function formatIn(value: unknown): AudioFormat | null {
  if (value === undefined || value === null) return null;
  const name = String(isRecord(value) ? value.type : value);
  return Object.hasOwn(formats, name)
    ? (formats[name] as AudioFormat)
    : refuse('invalid_value', `Invalid value: '${name}'.`, 'session.input_audio_format');
}

const recordOrNull = (value: unknown): JsonRecord | null => (isRecord(value) ? value : null);

function turnsIn(value: unknown): TurnDetection | null {
  if (!isRecord(value)) return null;
  const standard = firstSettings.turns as TurnDetection;
  return {
    type: value.type === 'semantic_vad' ? 'semantic_vad' : 'server_vad',
    threshold: asNumber(value.threshold) ?? standard.threshold,
    prefixMs: asNumber(value.prefix_padding_ms) ?? standard.prefixMs,
    silenceMs: asNumber(value.silence_duration_ms) ?? standard.silenceMs,
    eagerness: typeof value.eagerness === 'string' ? value.eagerness : 'auto',
    createResponse: value.create_response !== false,
    interruptResponse: value.interrupt_response !== false,
  };
}

/** Thrown while an event is handled: the client gets an `error` event, and the session continues. */
export class SessionError extends Error {
  readonly code: string;
  readonly param: string | null;

  constructor(code: string, message: string, param: string | null = null) {
    super(message);
    this.code = code;
    this.param = param;
  }
}

export interface SessionHead {
  id: string;
  model: string;
  /** A transcription session: it has input only. */
  isTranscription: boolean;
  /** Seconds since 1970. */
  expiresAt: number;
}

/** Returns the session as described in `session.created` and `session.updated`. */
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
  const heard = { transcription, noise_reduction: noiseReduction, turn_detection };
  const input = { format: nested(settings.inputFormat), ...heard };
  const flat = {
    input_audio_format: settings.inputFormat,
    input_audio_transcription: transcription,
    input_audio_noise_reduction: noiseReduction,
    turn_detection,
  };
  if (head.isTranscription) {
    const own = { id: head.id, object: 'realtime.transcription_session', expires_at: head.expiresAt };
    return dialect === 'ga' ? { type: 'transcription', ...own, audio: { input } } : { ...own, ...flat };
  }
  if (dialect === 'beta')
    return {
      ...shared,
      modalities: settings.output === 'audio' ? ['text', 'audio'] : ['text'],
      voice,
      speed,
      ...flat,
      output_audio_format: settings.outputFormat,
      temperature: settings.temperature,
      max_response_output_tokens: maxTokens,
    };
  return {
    type: 'realtime',
    ...shared,
    output_modalities: [settings.output],
    max_output_tokens: maxTokens,
    audio: { input, output: { format: nested(settings.outputFormat), voice, speed } },
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
