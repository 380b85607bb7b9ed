import type { AuthorizedRequest } from '../incoming-request.ts';
import { asNumber, type JsonRecord } from '../json-value.ts';
import { countTokens } from '../language/tokens.ts';
import { flacFile, pcmBytes, waveFile } from '../media/audio/samples.ts';
import { type Speech, speak, voiceNamed, voiceNames } from '../media/audio/speech.ts';
import { readServiceRequest } from '../models.ts';
import {
  eventReply,
  invalidRequest,
  type Reply,
  type Step,
  unsupportedValue,
  upstreamError,
} from '../responses/reply.ts';

const longestInput = 4096;
const chunkBytes = 8 * 1024;

/** Formats that can be written without a third-party codec. */
const formats: Readonly<Record<string, { type: string; write: (speech: Speech) => Buffer }>> = {
  wav: { type: 'audio/wav', write: waveFile },
  flac: { type: 'audio/flac', write: flacFile },
  pcm: { type: 'audio/pcm', write: pcmBytes },
};

/** POST /v1/audio/speech: a voice of the demo, as bytes in chunks or as events. */
export function audioSpeech(authorized: AuthorizedRequest): Reply {
  const { body } = readServiceRequest(authorized, 'speech');
  const { input, voice, format, speed } = readSpeechRequest(authorized, body);
  const speech = speak(input, voice, speed);
  const bytes = format.write(speech);
  const tokens = countTokens(input);
  const pieces = Math.max(1, Math.ceil(bytes.length / chunkBytes));
  const cost = tokens / pieces;
  if (body.stream_format !== 'sse')
    return {
      ...eventReply(rawPieces(bytes, cost), 'none'),
      headers: { 'content-type': format.type },
    };
  return eventReply(eventPieces(bytes, cost, tokens, speech), 'none');
}

function readSpeechRequest(authorized: AuthorizedRequest, body: JsonRecord) {
  const { input } = body;
  if (typeof input !== 'string' || input.trim() === '') throw invalidRequest(authorized, 'input is required');
  const refuse = (param: string, message: string) =>
    upstreamError(authorized, false, { message, param, code: 'invalid_value' });
  if (input.length > longestInput)
    throw refuse('input', `string too long: expected at most ${longestInput} characters, got ${input.length}`);
  const voiceName = body.voice ?? 'alloy';
  const voice = typeof voiceName === 'string' ? voiceNamed(voiceName) : null;
  if (!voice) throw refuse('voice', unsupportedValue(voiceName, voiceNames));
  const formatName = body.response_format ?? 'wav';
  const format = typeof formatName === 'string' && Object.hasOwn(formats, formatName) ? formats[formatName] : undefined;
  if (!format) throw refuse('response_format', unsupportedValue(formatName, Object.keys(formats)));
  const speed = asNumber(body.speed) ?? 1;
  if (speed < 0.25 || speed > 4) throw refuse('speed', `Invalid value: ${speed}. Expected a value between 0.25 and 4.`);
  return { input, voice, format, speed };
}

function* rawPieces(bytes: Buffer, tokens: number): Generator<Step> {
  for (let start = 0; start < bytes.length; start += chunkBytes)
    yield { do: 'raw', bytes: bytes.subarray(start, start + chunkBytes), tokens };
}

function* eventPieces(
  bytes: Buffer,
  cost: number,
  inputTokens: number,
  { samples, sampleRate }: Speech,
): Generator<Step> {
  for (let start = 0; start < bytes.length; start += chunkBytes) {
    const audio = bytes.subarray(start, start + chunkBytes).toString('base64');
    yield { do: 'send', mark: 'text', document: { type: 'speech.audio.delta', audio }, tokens: cost };
  }
  // As models elsewhere: about 20 tokens per second of audio.
  const outputTokens = Math.ceil((samples.length / sampleRate) * 20);
  const usage = { input_tokens: inputTokens, output_tokens: outputTokens, total_tokens: inputTokens + outputTokens };
  yield { do: 'send', mark: 'finish', document: { type: 'speech.audio.done', usage } };
}
