import { type FamilyId, type ImageParameter, type ImageRouteId, parametersOn } from './image-families.ts';

export interface Setting {
  on: boolean;
  value: string | number | boolean;
}

/** What the person set, by family and name; what was never touched is absent. */
export type ImageSettings = Readonly<Record<string, Setting>>;

const keyOf = (family: FamilyId, name: string) => `${family}.${name}`;

export const settingOf = (settings: ImageSettings, family: FamilyId, parameter: ImageParameter): Setting =>
  settings[keyOf(family, parameter.name)] ?? { on: parameter.sentAtFirst === true, value: parameter.start };

export const putSetting = (
  settings: ImageSettings,
  family: FamilyId,
  name: string,
  setting: Setting,
): ImageSettings => ({ ...settings, [keyOf(family, name)]: setting });

/** The ticked parameters as they go into the body, and the names of those whose value can not be sent. */
export function sentFields(
  settings: ImageSettings,
  family: FamilyId,
  routeId: ImageRouteId,
): { fields: Record<string, unknown>; problems: string[] } {
  const fields: Record<string, unknown> = {};
  const problems: string[] = [];
  for (const parameter of parametersOn(family, routeId)) {
    const { on, value } = settingOf(settings, family, parameter);
    if (!on) continue;
    const read = readValue(parameter, value);
    if (read === undefined) problems.push(parameter.name);
    else fields[parameter.name] = read;
  }
  return { fields, problems };
}

/** The settings under which a family sends exactly these fields: a request that was made is put back this way. */
export function settingsFor(
  settings: ImageSettings,
  family: FamilyId,
  routeId: ImageRouteId,
  fields: Readonly<Record<string, unknown>>,
): ImageSettings {
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

/** The value on the wire; `undefined` for one that can not be sent. */
function readValue({ control }: ImageParameter, value: Setting['value']): unknown {
  switch (control.kind) {
    case 'number':
      return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
    case 'flag':
      return true;
    case 'boolean':
      return value === true || value === 'true';
    case 'size':
      return plainSize(String(value)) || undefined;
    case 'choice':
    case 'text':
      return String(value).trim() || undefined;
    case 'json':
      return readObject(String(value));
  }
}

function readObject(text: string): unknown {
  try {
    const read: unknown = JSON.parse(text);
    return typeof read === 'object' && read !== null && !Array.isArray(read) ? read : undefined;
  } catch {
    return undefined;
  }
}

/** `1536 × 1024` is `1536x1024` on the wire: new-api refuses the sign that people type. */
export const plainSize = (text: string): string =>
  text.trim().replace(/^(\d+)\s*[x×*X]\s*(\d+)$/, (_, width: string, height: string) => `${width}x${height}`);

export interface PixelSize {
  width: number;
  height: number;
}

/** Width and height of a size such as `1024x1536`; `null` for words such as `auto`. */
export function readSize(text: unknown): PixelSize | null {
  const [, width, height] = /^(\d{1,5})x(\d{1,5})$/.exec(plainSize(String(text))) ?? [];
  return width && height ? { width: Number(width), height: Number(height) } : null;
}

export const sizeText = ({ width, height }: PixelSize): string => `${width}x${height}`;

const longestSide = 3840;
const mostPixels = 3840 * 2160;
const mostRatio = 3;

/** True for sizes that models of the free kind take: multiples of 16, at most 3:1, at most 3840 x 2160 pixels in all. */
export const isLegalSize = ({ width, height }: PixelSize): boolean =>
  width % 16 === 0 &&
  height % 16 === 0 &&
  width > 0 &&
  height > 0 &&
  Math.max(width, height) <= longestSide &&
  width * height <= mostPixels &&
  Math.max(width / height, height / width) <= mostRatio;

/** The legal size that is nearest to the one that was typed. */
export function legalSizeNear({ width, height }: PixelSize): PixelSize {
  let wide = Math.max(16, width);
  let high = Math.max(16, height);
  if (wide / high > mostRatio) high = wide / mostRatio;
  if (high / wide > mostRatio) wide = high / mostRatio;
  const shrink = Math.min(1, longestSide / Math.max(wide, high), Math.sqrt(mostPixels / (wide * high)));
  const step = shrink < 1 ? Math.floor : Math.round;
  let size = { width: step((wide * shrink) / 16) * 16, height: step((high * shrink) / 16) * 16 };
  // Rounding may push a ratio just over the edge; the shorter side then gets one step more.
  if (!isLegalSize(size))
    size = size.width > size.height ? { ...size, height: size.height + 16 } : { ...size, width: size.width + 16 };
  return size;
}
