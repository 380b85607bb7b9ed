import type { RealtimeDialect, RealtimeSettings } from '#shared/contract/realtime.ts';

type Fields = Record<string, unknown>;

/** Without what was not chosen, so that it is absent and not `null`. */
const chosen = (fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));

const orAbsent = (fields: Fields): Fields | undefined => (Object.keys(fields).length === 0 ? undefined : fields);

const gaFormats = {
  pcm16: { type: 'audio/pcm', rate: 24_000 },
  g711_ulaw: { type: 'audio/pcmu' },
  g711_alaw: { type: 'audio/pcma' },
} as const;

function turnDetection(turns: RealtimeSettings['turns']): Fields | null | undefined {
  if (turns === undefined) return undefined;
  if (turns.kind === 'manual') return null;
  const replies = { create_response: turns.createResponse, interrupt_response: turns.interruptResponse };
  if (turns.kind === 'semantic-vad') return chosen({ type: 'semantic_vad', eagerness: turns.eagerness, ...replies });
  return chosen({
    type: 'server_vad',
    threshold: turns.threshold,
    prefix_padding_ms: turns.prefixMs,
    silence_duration_ms: turns.silenceMs,
    ...replies,
  });
}

function toolsOf(text: string | undefined): unknown {
  if (text === undefined || text.trim() === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    // Sent as it stands: the gateway's own refusal says more than ours could.
    return text;
  }
}

/** Settings as the `session` of a `session.update`, in the shape of a dialect. What was not chosen is absent. */
export function sessionOf(settings: RealtimeSettings, dialect: RealtimeDialect): Fields {
  const transcription = settings.transcription && chosen(settings.transcription);
  const noise = settings.noiseReduction && { type: settings.noiseReduction };
  const shared = {
    instructions: settings.instructions,
    tools: toolsOf(settings.tools),
    // A string in both: relays that read it into a fixed type end the session for anything else.
    tool_choice: settings.toolChoice,
  };
  if (dialect === 'beta')
    return chosen({
      modalities: settings.output === 'audio' ? ['text', 'audio'] : ['text'],
      ...shared,
      voice: settings.voice,
      input_audio_format: settings.inputFormat,
      output_audio_format: settings.outputFormat,
      input_audio_transcription: transcription,
      turn_detection: turnDetection(settings.turns),
      input_audio_noise_reduction: noise,
      speed: settings.speed,
      temperature: settings.temperature,
      max_response_output_tokens: settings.maxTokens,
    });
  const input = orAbsent(
    chosen({
      format: settings.inputFormat && gaFormats[settings.inputFormat],
      transcription,
      turn_detection: turnDetection(settings.turns),
      noise_reduction: noise,
    }),
  );
  const output = orAbsent(
    chosen({
      format: settings.outputFormat && gaFormats[settings.outputFormat],
      voice: settings.voice,
      speed: settings.speed,
    }),
  );
  return chosen({
    type: 'realtime',
    output_modalities: [settings.output],
    ...shared,
    audio: orAbsent(chosen({ input, output })),
    // The dialect has no temperature; somebody who chose one wants to see what the gateway says to it.
    temperature: settings.temperature,
    max_output_tokens: settings.maxTokens,
  });
}
