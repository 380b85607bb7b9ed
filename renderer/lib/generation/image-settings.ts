import type { LearnedLimit } from '#shared/contract/limits.ts';
import {
  putSetting,
  readValue,
  type SentFields,
  type Setting,
  type Settings,
  sentFields,
  settingOf,
} from '../gateway/parameters/request-parameters.ts';
import { type FamilyId, type ImageRouteId, imageFamilies, parametersOn } from './image-families.ts';

/** Returns the selected parameters as they are sent in the body, and the names of those whose value cannot be sent. */
export const sentImageFields = (settings: Settings, family: FamilyId, routeId: ImageRouteId): SentFields =>
  sentFields(settings, family, parametersOn(family, routeId), (control, value) =>
    control.kind === 'size' ? plainSize(String(value)) || undefined : readValue(control, value),
  );

/** Returns the settings with which a family sends exactly these fields, to restore an earlier request. */
export function settingsFor(
  settings: Settings,
  family: FamilyId,
  routeId: ImageRouteId,
  fields: Readonly<Record<string, unknown>>,
): Settings {
  let next = settings;
  for (const parameter of parametersOn(family, routeId)) {
    const before = settingOf(settings, family, parameter);
    const sent = fields[parameter.name];
    const value =
      sent === undefined ? before.value : typeof sent === 'object' ? JSON.stringify(sent) : (sent as Setting['value']);
    next = putSetting(next, family, parameter.name, { on: sent !== undefined, value });
  }
  return next;
}

/** Normalizes `1536 × 1024` to `1536x1024`: new-api refuses the multiplication sign that users type. */
export const plainSize = (text: string): string =>
  text.trim().replace(/^(\d+)\s*[x×*X]\s*(\d+)$/, (_, width: string, height: string) => `${width}x${height}`);

export interface PixelSize {
  width: number;
  height: number;
}

/** Parses width and height from a size such as `1024x1536`; `null` for words such as `auto`. */
export function readSize(text: unknown): PixelSize | null {
  const [, width, height] = /^(\d{1,5})x(\d{1,5})$/.exec(plainSize(String(text))) ?? [];
  return width && height ? { width: Number(width), height: Number(height) } : null;
}

export const sizeText = ({ width, height }: PixelSize): string => `${width}x${height}`;

const longestSide = 3840;
const maxPixels = 3840 * 2160;
const maxRatio = 3;

/**
 * Returns true for sizes that models with free sizes take: multiples of 16, at most 3:1, at most 3840 x 2160 pixels in
 * all.
 */
export const isLegalSize = ({ width, height }: PixelSize): boolean =>
  width % 16 === 0 &&
  height % 16 === 0 &&
  width > 0 &&
  height > 0 &&
  Math.max(width, height) <= longestSide &&
  width * height <= maxPixels &&
  Math.max(width / height, height / width) <= maxRatio;

/** Returns the legal size nearest to the typed one. */
export function nearestLegalSize({ width, height }: PixelSize): PixelSize {
  let wide = Math.max(16, width);
  let high = Math.max(16, height);
  if (wide / high > maxRatio) high = wide / maxRatio;
  if (high / wide > maxRatio) wide = high / maxRatio;
  const shrink = Math.min(1, longestSide / Math.max(wide, high), Math.sqrt(maxPixels / (wide * high)));
  const step = shrink < 1 ? Math.floor : Math.round;
  let size = { width: step((wide * shrink) / 16) * 16, height: step((high * shrink) / 16) * 16 };
  // Rounding may push a ratio just over the limit; the shorter side then gets one more step.
  if (!isLegalSize(size))
    size = size.width > size.height ? { ...size, height: size.height + 16 } : { ...size, width: size.width + 16 };
  return size;
}

/** The aspect ratios that are offered; `auto` leaves the choice to the model. */
export const aspects = ['auto', '1:1', '3:2', '2:3', '16:9', '9:16'] as const;
export type Aspect = (typeof aspects)[number];

/** A usual size of each ratio, for models that take any size. */
const usualSizes: Readonly<Record<Exclude<Aspect, 'auto'>, string>> = {
  '1:1': '1024x1024',
  '3:2': '1536x1024',
  '2:3': '1024x1536',
  '16:9': '1536x864',
  '9:16': '864x1536',
};

/** Model sizes differ slightly from the ratio they stand for: 1792x1024 is 16:9. */
const ratioTolerance = 0.03;
const usualPixels = 1024 * 1024;

const ratioOf = (aspect: Exclude<Aspect, 'auto'>): number => {
  const [wide = 1, high = 1] = aspect.split(':').map(Number);
  return wide / high;
};

const isAspect = ({ width, height }: PixelSize, aspect: Exclude<Aspect, 'auto'>): boolean =>
  Math.abs(width / height / ratioOf(aspect) - 1) <= ratioTolerance;

/** Returns the aspect ratio of a value of `size`; `auto` for none, `null` for a size of any other ratio. */
export function aspectOf(size: unknown): Aspect | null {
  if (size === undefined || size === 'auto') return 'auto';
  const pixels = readSize(size);
  return (pixels && aspects.find((aspect) => aspect !== 'auto' && isAspect(pixels, aspect))) ?? null;
}

/** Returns the limits of a route that apply to a model. */
export const limitsOf = (limits: readonly LearnedLimit[], model: string): LearnedLimit[] =>
  limits.filter((limit) => limit.model === null || limit.model === model);

/** What a model takes as `size`, as far as it is known. */
export interface KnownSizes {
  /** Listed values, `auto` included where it is one. */
  listed: readonly string[];
  /** Sizes that are not listed may be sent too. */
  isFree: boolean;
}

/** Returns the sizes of a family, narrowed to what refusals of this gateway have shown. */
export function knownSizes(family: FamilyId, limits: readonly LearnedLimit[]): KnownSizes {
  const control = imageFamilies[family].parameters.find(({ name }) => name === 'size')?.control;
  const about = limits.filter(({ field }) => field === 'size');
  if (control?.kind !== 'size' || about.some(({ kind }) => kind === 'unknown-parameter'))
    return { listed: [], isFree: false };
  const refused = new Set(about.map((limit) => limit.refused));
  const allowed = about.flatMap((limit) => limit.allowed).filter((value) => value === 'auto' || readSize(value));
  const listed = allowed.length > 0 ? [...new Set(allowed)] : control.options;
  return {
    listed: listed.filter((value) => !refused.has(value)),
    isFree: control.custom && allowed.length === 0,
  };
}

/**
 * Returns the `size` that is sent for an aspect ratio: the one nearest to one megapixel. `undefined`: the field is not
 * sent, and the model decides; `null`: the model takes no size of this ratio.
 */
export function sizeFor(aspect: Aspect, { listed, isFree }: KnownSizes): string | undefined | null {
  if (aspect === 'auto') return listed.includes('auto') ? 'auto' : undefined;
  const distance = (size: string) => {
    const { width, height } = readSize(size) as PixelSize;
    return Math.abs(Math.log((width * height) / usualPixels));
  };
  const fitting = [...listed, ...(isFree ? [usualSizes[aspect]] : [])].filter((size) => {
    const pixels = readSize(size);
    return pixels !== null && isAspect(pixels, aspect);
  });
  return fitting.sort((first, second) => distance(first) - distance(second))[0] ?? null;
}

/** Returns how many images one request may ask for, as far as it is known. */
export function maxPerRequest(family: FamilyId, limits: readonly LearnedLimit[]): number {
  const control = imageFamilies[family].parameters.find(({ name }) => name === 'n')?.control;
  const known = control?.kind === 'slider' ? control.max : 1;
  const learned = limits
    .filter(({ field }) => field === 'n')
    .flatMap(({ allowed, refused }) => {
      const most = allowed.map((bound) => /^<= (\d+)$/.exec(bound)?.[1]).find(Boolean);
      if (most !== undefined) return [Number(most)];
      return Number(refused) > 1 ? [Number(refused) - 1] : [];
    });
  return Math.max(1, Math.min(known, ...learned));
}

/** The most images that are requested at once, in however many requests. */
export const maxImages = 10;

/**
 * Changes one parameter and what depends on it: previews need a stream, and a stream is wanted for its previews.
 */
export function withParameter(
  settings: Settings,
  family: FamilyId,
  routeId: ImageRouteId,
  name: string,
  setting: Setting,
): Settings {
  const parameters = parametersOn(family, routeId);
  const changed = putSetting(settings, family, name, setting);
  const follow = (other: string, on: boolean): Settings => {
    const parameter = parameters.find((one) => one.name === other);
    return parameter ? putSetting(changed, family, other, { ...settingOf(settings, family, parameter), on }) : changed;
  };
  if (name === 'stream') return follow('partial_images', setting.on);
  return name === 'partial_images' && setting.on ? follow('stream', true) : changed;
}

/** Returns true if several images are requested as a stream: services refuse that in one request. */
export const streamsSeveral = ({ stream, n }: Readonly<Record<string, unknown>>): boolean =>
  stream === true && Number(n) > 1;
