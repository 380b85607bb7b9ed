import {
  putSetting,
  readValue,
  type SentFields,
  type Setting,
  type Settings,
  sentFields,
  settingOf,
} from '../../../lib/gateway/parameters/request-parameters.ts';
import { type FamilyId, type ImageRouteId, parametersOn } from './image-families.ts';

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
