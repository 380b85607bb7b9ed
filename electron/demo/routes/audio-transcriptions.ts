import type { AuthorizedRequest } from '../incoming-request.ts';
import type { JsonRecord } from '../json-value.ts';
import { readOrRefuse } from '../media/attachment.ts';
import {
  joinWords,
  listen,
  logprobOf,
  mishear,
  segmentsOf,
  speakersOf,
  subtitles,
  type Transcription,
} from '../media/audio/transcribe.ts';
import { serviceModel } from '../models.ts';
import { type FormRequest, readFormModel, readFormRequest } from '../request-fields.ts';
import {
  eventReply,
  invalidRequest,
  jsonReply,
  type Reply,
  rawReply,
  type Step,
  unsupportedValue,
  upstreamError,
} from '../responses/reply.ts';

const largestFile = 25 * 1024 * 1024;
const formats = ['json', 'text', 'srt', 'verbose_json', 'vtt'];
const diarizing = 'demo-diarize';
const containers = ['aac', 'flac', 'm4a', 'mp3', 'mp4', 'mpeg', 'mpga', 'oga', 'ogg', 'opus', 'wav', 'webm'];

/** POST /v1/audio/transcriptions */
export async function audioTranscriptions(authorized: AuthorizedRequest): Promise<Reply> {
  const form = readFormRequest(authorized);
  const transcription = await transcribe(authorized, form);
  if (form.text('stream') === 'true' && !authorized.fault?.speaks?.isWhole)
    return eventReply(transcriptEvents(form, transcription), 'transcript');
  return written(authorized, form, transcription, 'transcribe', form.text('language') ?? 'english');
}

/** POST /v1/audio/translations: the same words, labeled as English, since the demo cannot translate. */
export async function audioTranslations(authorized: AuthorizedRequest): Promise<Reply> {
  const form = readFormRequest(authorized);
  return written(authorized, form, await transcribe(authorized, form), 'translate', 'english');
}

async function transcribe(authorized: AuthorizedRequest, form: FormRequest): Promise<Transcription> {
  const model = readFormModel(authorized, form);
  serviceModel(authorized, model, 'transcription');
  const [file] = form.files('file');
  if (!file) throw invalidRequest(authorized, 'file is required');
  if (file.bytes.length > largestFile)
    throw upstreamError(
      authorized,
      false,
      {
        message: `Maximum content size limit (${largestFile}) exceeded (${file.bytes.length} bytes read)`,
        code: 'file_too_large',
      },
      413,
    );
  const transcription = await readOrRefuse(listen(file.bytes), (reason) =>
    upstreamError(authorized, false, {
      message: `Invalid audio file: ${reason}.`,
      param: 'file',
      code: 'invalid_audio_file',
    }),
  );
  const ending = file.name.split('.').at(-1)?.toLowerCase() ?? '';
  if (!transcription || !containers.includes(ending))
    throw upstreamError(authorized, false, {
      message: `Invalid file format. Supported formats: [${containers.map((name) => `'${name}'`).join(', ')}]`,
      param: 'file',
    });
  if (model !== 'demo-whisper-small' || transcription.words.length === 0) return transcription;
  const misheard = mishear(transcription);
  return { ...misheard, text: joinWords(misheard.words) };
}

function written(
  authorized: AuthorizedRequest,
  form: FormRequest,
  transcription: Transcription,
  task: string,
  language: string,
): Reply {
  const format = form.text('response_format') ?? 'json';
  const known = form.text('model') === diarizing ? [...formats, 'diarized_json'] : formats;
  if (!known.includes(format))
    throw upstreamError(authorized, false, {
      message: unsupportedValue(format, known),
      param: 'response_format',
      code: 'invalid_value',
    });
  const usage = { type: 'duration', seconds: Math.ceil(transcription.seconds) };
  const cost = transcription.text.length / 4;
  if (format === 'json')
    return jsonReply({ text: transcription.text, ...logprobs(form, transcription), usage }, 'transcript', cost);
  if (format === 'diarized_json') return jsonReply(diarized(transcription, usage), 'transcript', cost);
  if (format === 'verbose_json')
    return jsonReply(verbose(form, transcription, task, language, usage), 'transcript', cost);
  const text =
    format === 'text'
      ? `${transcription.text}\n`
      : subtitles(segmentsOf(transcription), format === 'vtt' ? 'vtt' : 'srt');
  return { ...rawReply(200, 'text/plain; charset=utf-8', text), dialect: 'transcript' };
}

function verbose(
  form: FormRequest,
  transcription: Transcription,
  task: string,
  language: string,
  usage: JsonRecord,
): JsonRecord {
  const wanted = form.texts('timestamp_granularities');
  const segments = segmentsOf(transcription).map(({ start, end, text, logprob }, id) => ({
    id,
    seek: 0,
    start,
    end,
    text,
    tokens: [],
    temperature: 0,
    avg_logprob: Math.round(logprob * 1000) / 1000,
    compression_ratio: 1,
    no_speech_prob: transcription.words.length > 0 ? 0.01 : 0.9,
  }));
  return {
    task,
    language,
    duration: transcription.seconds,
    text: transcription.text,
    ...((wanted.length === 0 || wanted.includes('segment')) && { segments }),
    ...(wanted.includes('word') && {
      words: transcription.words.map(({ word, start, end }) => ({ word, start: rounded(start), end: rounded(end) })),
    }),
    usage,
  };
}

const rounded = (seconds: number): number => Math.round(seconds * 100) / 100;

/** The probability of each word, where it is asked for. */
function logprobs(form: FormRequest, { words }: Transcription): JsonRecord {
  if (!form.texts('include').includes('logprobs')) return {};
  return {
    logprobs: words.map((word, at) => {
      const token = `${at === 0 ? '' : ' '}${word.word}`;
      return { token, logprob: logprobOf([word]), bytes: [...Buffer.from(token)] };
    }),
  };
}

const diarized = (transcription: Transcription, usage: JsonRecord): JsonRecord => ({
  task: 'transcribe',
  duration: transcription.seconds,
  text: transcription.text,
  segments: speakersOf(transcription).map(({ start, end, text, speaker }, at) => ({
    id: `seg_${String(at + 1).padStart(3, '0')}`,
    type: 'transcript.text.segment',
    start: rounded(start),
    end: rounded(end),
    text,
    speaker,
  })),
  usage,
});

function* transcriptEvents(form: FormRequest, transcription: Transcription): Generator<Step> {
  for (const piece of transcription.text.match(/(?<!\s)\s*\S+/g) ?? [])
    yield { do: 'send', mark: 'text', document: { type: 'transcript.text.delta', delta: piece }, tokens: 1 };
  const usage = { type: 'duration', seconds: Math.ceil(transcription.seconds) };
  const { text } = transcription;
  const document = { type: 'transcript.text.done', text, ...logprobs(form, transcription), usage };
  yield { do: 'send', mark: 'finish', document };
}
