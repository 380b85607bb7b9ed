import type { RouteId } from '#shared/protocol/route.ts';
import type { PlainControl, RequestParameter } from '../gateway/parameters/request-parameters.ts';

/** The routes of images; each is one mode of the panel. */
export const imageRouteIds = ['images.generations', 'images.edits'] as const satisfies RouteId[];
export type ImageRouteId = (typeof imageRouteIds)[number];

/** `custom`: other sizes can be typed; `legal` names the rule that they must follow. */
export interface SizeControl {
  kind: 'size';
  options: readonly string[];
  custom: boolean;
  legal?: 'sixteenths';
}

export interface ImageParameter extends RequestParameter<PlainControl | SizeControl> {
  /** Only on this route; absent: on both image routes. */
  only?: ImageRouteId;
}

/** Families that the user can set for a model whose name matches none. */
export const imageFamilyIds = ['gpt-image', 'gpt-image-2', 'dall-e-3', 'dall-e-2', 'generic'] as const;
export type FamilyId = (typeof imageFamilyIds)[number];

interface ImageFamily {
  /** Matches the model ids of this family. */
  pattern: RegExp;
  longestPrompt: number;
  /** Maximum number of images that an edit takes; 0 where it cannot edit. */
  maxInputs: number;
  /** Maximum bytes of one input. */
  maxInputBytes: number;
  /** Inputs must be square. */
  square?: true;
  parameters: readonly ImageParameter[];
}

const MB = 1_000_000;
const n = (max: number): ImageParameter => ({
  name: 'n',
  control: max > 1 ? { kind: 'slider', min: 1, max } : { kind: 'number', min: 1 },
  start: 1,
});
const choice = (
  name: string,
  options: readonly string[],
  start: string,
  rest: Partial<ImageParameter> = {},
): ImageParameter => ({
  name,
  control: { kind: 'choice', options },
  start,
  ...rest,
});
/** The first size is the usual one. */
const size = (options: readonly string[], more: Partial<SizeControl> = {}): ImageParameter => ({
  name: 'size',
  control: { kind: 'size', options, custom: false, ...more },
  start: options[0] ?? '',
  sentAtFirst: true,
});
const responseFormat = choice('response_format', ['url', 'b64_json'], 'b64_json');

const modern: readonly ImageParameter[] = [
  n(10),
  choice('quality', ['auto', 'low', 'medium', 'high'], 'auto'),
  choice('output_format', ['png', 'jpeg', 'webp'], 'png'),
  { name: 'output_compression', control: { kind: 'slider', min: 0, max: 100 }, start: 80 },
  choice('background', ['auto', 'opaque', 'transparent'], 'auto'),
  choice('input_fidelity', ['low', 'high'], 'high', { only: 'images.edits' }),
  choice('moderation', ['auto', 'low'], 'low', { only: 'images.generations' }),
  { name: 'stream', control: { kind: 'flag' }, start: true },
  { name: 'partial_images', control: { kind: 'slider', min: 0, max: 3 }, start: 2 },
];

const modernSizes = ['auto', '1024x1024', '1536x1024', '1024x1536'];

/**
 * What each family of image models takes, from the types of OpenAI's own client and of new-api. Each of the demo's
 * models represents one of them. The first matching pattern decides; a model that matches none is `generic`.
 */
export const imageFamilies: Readonly<Record<FamilyId, ImageFamily>> = {
  'gpt-image-2': {
    pattern: /gpt-image-2|^demo-image-free/i,
    longestPrompt: 32_000,
    maxInputs: 16,
    maxInputBytes: 50 * MB,
    parameters: [
      size([...modernSizes, '2048x2048', '2560x1440', '3840x2160'], { custom: true, legal: 'sixteenths' }),
      ...modern.map((one) => (one.name === 'background' ? choice('background', ['auto', 'opaque'], 'auto') : one)),
    ],
  },
  'gpt-image': {
    pattern: /gpt-image|chatgpt-image|^demo-image$/i,
    longestPrompt: 32_000,
    maxInputs: 16,
    maxInputBytes: 50 * MB,
    parameters: [size(modernSizes), ...modern],
  },
  'dall-e-3': {
    pattern: /dall-?e-?3|^demo-image-url/i,
    longestPrompt: 4000,
    maxInputs: 0,
    maxInputBytes: 4 * MB,
    parameters: [
      size(['1024x1024', '1792x1024', '1024x1792']),
      n(1),
      choice('quality', ['standard', 'hd'], 'standard'),
      choice('style', ['vivid', 'natural'], 'vivid'),
      responseFormat,
    ],
  },
  'dall-e-2': {
    pattern: /dall-?e-?2|^demo-image-small/i,
    longestPrompt: 1000,
    maxInputs: 1,
    maxInputBytes: 4 * MB,
    square: true,
    parameters: [
      {
        name: 'size',
        control: { kind: 'size', options: ['256x256', '512x512', '1024x1024'], custom: false },
        start: '1024x1024',
        sentAtFirst: true,
      },
      n(10),
      responseFormat,
    ],
  },
  generic: {
    pattern: /^/,
    longestPrompt: 32_000,
    maxInputs: 16,
    maxInputBytes: 50 * MB,
    parameters: [
      {
        name: 'size',
        control: { kind: 'size', options: ['1024x1024', '1536x1024', '1024x1536', '512x512'], custom: true },
        start: '1024x1024',
      },
      n(10),
      { name: 'quality', control: { kind: 'text' }, start: 'high' },
      { name: 'style', control: { kind: 'text' }, start: 'vivid' },
      responseFormat,
      ...modern.filter(({ name }) => !['n', 'quality'].includes(name)),
      { name: 'watermark', control: { kind: 'boolean' }, start: false },
      { name: 'user', control: { kind: 'text' }, start: '' },
      { name: 'extra_fields', control: { kind: 'json' }, start: '{}' },
    ],
  },
};

const guessed: readonly FamilyId[] = ['gpt-image-2', 'gpt-image', 'dall-e-3', 'dall-e-2'];

/** Returns the family of a model, from its name alone. */
export const familyOf = (model: string): FamilyId =>
  guessed.find((id) => imageFamilies[id].pattern.test(model)) ?? 'generic';

/** Returns the parameters of a family on a route, in the order in which they are shown and sent. */
export const parametersOn = (family: FamilyId, routeId: ImageRouteId): readonly ImageParameter[] =>
  imageFamilies[family].parameters.filter(({ only }) => only === undefined || only === routeId);
