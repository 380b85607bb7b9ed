import type { Failure } from '#shared/protocol/failure.ts';
import type { RouteId } from '#shared/protocol/route.ts';
import { parameterIn } from '../../readers/classify.ts';

/** A field that a gateway demands, with the value that a probe gives it. */
export interface RequiredField {
  field: string;
  value: unknown;
}

/**
 * Values of optional parameters that some gateways require: those with the least effect, or the cheapest. A field that
 * is not among them is never made up.
 */
const values: Readonly<Record<string, unknown>> = {
  aspect_ratio: '1:1',
  dimensions: 256,
  enable_thinking: false,
  encoding_format: 'float',
  frequency_penalty: 0,
  input_type: 'query',
  instructions: 'Reply briefly.',
  language: 'en',
  max_completion_tokens: 16,
  max_output_tokens: 16,
  max_tokens: 16,
  modality: 'text',
  n: 1,
  presence_penalty: 0,
  quality: 'standard',
  resolution: '720p',
  return_documents: false,
  seed: 1,
  size: '1024x1024',
  speed: 1,
  store: false,
  stream: false,
  temperature: 1,
  top_k: 1,
  top_n: 2,
  top_p: 1,
  truncate: 'END',
  user: 'patchbay-check',
  voice: 'alloy',
};

/** Formats in which a route responds. */
const formats: Readonly<Partial<Record<RouteId, string>>> = {
  'audio.speech': 'mp3',
  'audio.transcriptions': 'json',
  'audio.translations': 'json',
  'images.generations': 'b64_json',
  'images.edits': 'b64_json',
};

/** "Store must be set to false", "parameter.enable_thinking must be set to false for non-streaming calls" */
const demanded = /(?:^|[\s"'`.])([A-Za-z]\w{0,40})["'`]? (?:must|has to|should) be (?:set to )?["'`]?(true|false)\b/i;
/** "This model only support stream mode", "Streaming is required", "仅支持流式" */
const streamOnly =
  /\bonly supports? (?:the )?stream|\bstream(?:ing)?(?: mode| parameter)? (?:is required|must be enabled|is mandatory)|non-?stream\w{0,4}(?: \w{1,12}){0,3} (?:is|are) not supported|不支持非流式|(?:只|仅)支持流式|必须(?:使用)?流式/i;

/**
 * Returns the field that a refusal demands, with a value for it: one that the gateway names, or a harmless one. `null`
 * where it demands none, or one that only the user can know.
 */
export function requiredIn({ param, gatewayMessage }: Failure, routeId: RouteId): RequiredField | null {
  const message = gatewayMessage ?? '';
  const [, named, value] = demanded.exec(message) ?? [];
  if (named !== undefined) return { field: fieldName(named), value: value?.toLowerCase() === 'true' };
  if (streamOnly.test(message)) return { field: 'stream', value: true };
  const blamed = parameterIn(message, param);
  if (blamed?.problem !== 'missing') return null;
  const field = fieldName(blamed.name);
  if (field === 'response_format') return formats[routeId] === undefined ? null : { field, value: formats[routeId] };
  return Object.hasOwn(values, field) ? { field, value: values[field] } : null;
}

/** Returns whether a refusal demands a field of the request: one with a value here, or with a name that no word has. */
export function demandsField(failure: Failure, routeId: RouteId): boolean {
  if (requiredIn(failure, routeId) !== null) return true;
  const blamed = parameterIn(failure.gatewayMessage, failure.param);
  return blamed?.problem === 'missing' && /[a-z]_[a-z]|[a-z][A-Z]/.test(blamed.name) && !ofKey.test(blamed.name);
}

const ofKey = /auth|key|token|header|credential/i;

/** The last step of a path, in lower case where it begins a sentence: `Stream`, `body.store`. */
const fieldName = (path: string): string => {
  const name = path.split('.').at(-1) ?? path;
  return /^[A-Z][a-z_]+$/.test(name) ? name.toLowerCase() : name;
};
