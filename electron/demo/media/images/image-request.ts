import type { AuthorizedRequest } from '../../incoming-request.ts';
import type { JsonRecord } from '../../json-value.ts';
import { invalidRequest, unsupportedValue, upstreamError } from '../../responses/reply.ts';

/** What an image model of the demo accepts. Each resembles one generation of image models elsewhere. */
export interface ImageModel {
  /** `null`: any size in multiples of 16. */
  sizes: readonly string[] | null;
  defaultSize: string;
  qualities: readonly string[];
  longestPrompt: number;
  mostImages: number;
  /** `response_format`; without it the response is always base64. */
  hasFormats: boolean;
  hasBackground: boolean;
  takesTransparent: boolean;
  hasStyle: boolean;
  rewritesPrompt: boolean;
  streams: boolean;
  /** Maximum number of images in an edit; 0 when the model cannot edit. */
  mostInputs: number;
}

const modern: ImageModel = {
  sizes: ['1024x1024', '1536x1024', '1024x1536', 'auto'],
  defaultSize: 'auto',
  qualities: ['low', 'medium', 'high', 'auto'],
  longestPrompt: 32_000,
  mostImages: 10,
  hasFormats: false,
  hasBackground: true,
  takesTransparent: true,
  hasStyle: false,
  rewritesPrompt: false,
  streams: true,
  mostInputs: 16,
};

const models: Readonly<Record<string, ImageModel>> = {
  'demo-image': modern,
  'demo-image-free': { ...modern, sizes: null, takesTransparent: false },
  'demo-image-url': {
    ...modern,
    sizes: ['1024x1024', '1792x1024', '1024x1792'],
    defaultSize: '1024x1024',
    qualities: ['standard', 'hd'],
    longestPrompt: 4000,
    mostImages: 1,
    hasFormats: true,
    hasBackground: false,
    hasStyle: true,
    rewritesPrompt: true,
    streams: false,
    mostInputs: 0,
  },
  'demo-image-small': {
    ...modern,
    sizes: ['256x256', '512x512', '1024x1024'],
    defaultSize: '256x256',
    qualities: ['standard'],
    longestPrompt: 1000,
    hasFormats: true,
    hasBackground: false,
    streams: false,
    mostInputs: 1,
  },
};

/** For scenario models: everything is accepted, and small images keep the response short. */
const lenient: ImageModel = {
  ...modern,
  sizes: ['256x256', '512x512', '1024x1024', '1536x1024', '1024x1536', 'auto'],
  defaultSize: '256x256',
  qualities: ['low', 'medium', 'high', 'auto', 'standard', 'hd'],
  hasFormats: true,
  rewritesPrompt: true,
};

export const imageModel = (id: string): ImageModel => models[id] ?? lenient;

/** The properties of an image, for both routes. */
export interface ImageRequest {
  model: string;
  prompt: string;
  count: number;
  /** In pixels; `null` lets the model decide. */
  size: { width: number; height: number } | null;
  quality: string;
  background: 'transparent' | 'opaque' | 'auto';
  asUrl: boolean;
  isStreamed: boolean;
  partials: number;
  rewritesPrompt: boolean;
}

/** Words that trigger a content filter. */
const blockedWords = /\b(?:gore|gory|bloodbath|nude|nudity)\b/i;
const longestSide = 3840;

/**
 * Reads the fields that both image routes share. Values have their JSON types; strings of a form are converted before.
 * Throws refusals that name the allowed values, as the models behind gateways do.
 */
export function readImageRequest(
  authorized: AuthorizedRequest,
  model: string,
  fields: JsonRecord,
  can: ImageModel,
): ImageRequest {
  const isStreamed = fields.stream === true && can.streams;
  const refuse = (param: string, message: string, code = 'invalid_value') =>
    upstreamError(authorized, isStreamed, { message, param, code });
  const oneOf = (param: string, allowed: readonly string[], byDefault: string): string => {
    const value = fields[param] ?? byDefault;
    if (typeof value === 'string' && allowed.includes(value)) return value;
    throw refuse(param, unsupportedValue(value, allowed));
  };
  const absent = (param: string): void => {
    if (fields[param] !== undefined && fields[param] !== null)
      throw refuse(param, `Unknown parameter: '${param}'.`, 'unknown_parameter');
  };
  const { prompt } = fields;
  if (typeof prompt !== 'string' || prompt === '') throw invalidRequest(authorized, 'prompt is required');
  if (prompt.length > can.longestPrompt) {
    const message = `Invalid 'prompt': string too long. Expected a string with maximum length ${can.longestPrompt}, but got a string with length ${prompt.length} instead.`;
    throw refuse('prompt', message, 'string_above_max_length');
  }
  if (fields.stream === true && !can.streams)
    throw refuse('stream', `The model '${model}' does not support streaming.`);
  if (!can.hasFormats) absent('response_format');
  if (!can.hasStyle) absent('style');
  else oneOf('style', ['vivid', 'natural'], 'vivid');
  if (!can.hasBackground) absent('background');
  const background = oneOf('background', ['transparent', 'opaque', 'auto'], 'auto') as ImageRequest['background'];
  if (background === 'transparent' && !can.takesTransparent)
    throw refuse('background', `Transparent background is not supported for this model: ${model}.`);
  oneOf('output_format', ['png'], 'png');
  if ((fields.output_compression ?? 100) !== 100)
    throw refuse('output_compression', 'Compression less than 100 is not supported for PNG output format');
  oneOf('moderation', ['auto', 'low'], 'auto');
  if (blockedWords.test(prompt)) throw moderated(authorized, isStreamed);
  return {
    model,
    prompt,
    count: wholeNumber(fields.n ?? 1, 'n', 1, can.mostImages, refuse),
    size: readSize(fields.size ?? can.defaultSize, can, refuse),
    quality: oneOf('quality', can.qualities, can.qualities.includes('auto') ? 'auto' : (can.qualities[0] ?? 'auto')),
    background,
    asUrl: can.hasFormats && oneOf('response_format', ['url', 'b64_json'], 'url') === 'url',
    isStreamed,
    partials: wholeNumber(fields.partial_images ?? 0, 'partial_images', 0, 3, refuse),
    rewritesPrompt: can.rewritesPrompt,
  };
}

export const moderated = (authorized: AuthorizedRequest, isStreamed: boolean) =>
  upstreamError(authorized, isStreamed, {
    message: 'Your request was rejected by the safety system. safety_violations=[violence].',
    type: 'image_generation_user_error',
    code: 'moderation_blocked',
    param: null,
  });

type Refuse = (param: string, message: string, code?: string) => Error;

function wholeNumber(value: unknown, param: string, least: number, most: number, refuse: Refuse): number {
  if (typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most) return value;
  const bounds = least === most ? `exactly ${most}` : `from ${least} to ${most}`;
  throw refuse(param, `Invalid '${param}': expected a whole number, ${bounds}.`, 'integer_out_of_range');
}

function readSize(value: unknown, { sizes }: ImageModel, refuse: Refuse): ImageRequest['size'] {
  const match = typeof value === 'string' ? /^(\d{1,5})x(\d{1,5})$/.exec(value) : null;
  const size = { width: Number(match?.[1]), height: Number(match?.[2]) };
  if (sizes) {
    if (typeof value === 'string' && sizes.includes(value)) return match ? size : null;
    throw refuse('size', unsupportedValue(value, sizes));
  }
  if (value === 'auto') return null;
  if (!match) throw refuse('size', `Invalid value: '${String(value)}'. Expected 'auto' or a size such as '1024x1024'.`);
  const { width, height } = size;
  const ratio = width / height;
  if (
    width % 16 !== 0 ||
    height % 16 !== 0 ||
    !(ratio >= 1 / 3 && ratio <= 3) ||
    Math.max(width, height) > longestSide ||
    width * height > 3840 * 2160
  )
    throw refuse(
      'size',
      `Invalid size '${value}'. Width and height must be multiples of 16, at most ${longestSide}x2160 in all, and at most three to one.`,
    );
  return size;
}
