import type { RouteId } from '#shared/protocol/route.ts';

/** Routes that make a film. A remix is asked for at a task, and not chosen as a route. */
export const videoRouteIds = ['videos', 'video.generations'] as const satisfies RouteId[];
export type VideoRouteId = (typeof videoRouteIds)[number];

/**
 * Which fields a body has. `strict`: those of OpenAI's interface alone; `generic`: those of new-api, which hands
 * `metadata` on to the service behind it. Both routes take both.
 */
export const bodyDialects = ['strict', 'generic'] as const;
export type BodyDialect = (typeof bodyDialects)[number];

export type ParameterControl =
  | { kind: 'choice'; options: readonly string[] }
  | { kind: 'text' }
  | { kind: 'number'; min: number; max: number }
  | { kind: 'json' };

export interface VideoParameter {
  name: string;
  control: ParameterControl;
  /** What it holds before it was ever touched. */
  start: string | number;
  /** Sent from the first day on. */
  sentAtFirst: boolean;
}

/**
 * `seconds` is a text on the wire: new-api refuses a number. `duration` may be a number, and is what services other than
 * OpenAI's read.
 */
export const videoParameters: Readonly<Record<BodyDialect, readonly VideoParameter[]>> = {
  strict: [
    { name: 'seconds', control: { kind: 'choice', options: ['4', '8', '12'] }, start: '4', sentAtFirst: true },
    {
      name: 'size',
      control: { kind: 'choice', options: ['1280x720', '720x1280', '1792x1024', '1024x1792'] },
      start: '1280x720',
      sentAtFirst: true,
    },
  ],
  generic: [
    { name: 'duration', control: { kind: 'number', min: 1, max: 3600 }, start: 5, sentAtFirst: true },
    { name: 'size', control: { kind: 'text' }, start: '1280x720', sentAtFirst: true },
    { name: 'mode', control: { kind: 'choice', options: ['std', 'pro'] }, start: 'std', sentAtFirst: false },
    { name: 'fps', control: { kind: 'number', min: 1, max: 240 }, start: 24, sentAtFirst: false },
    { name: 'seed', control: { kind: 'number', min: 0, max: 4_294_967_295 }, start: 1, sentAtFirst: false },
    { name: 'metadata', control: { kind: 'json' }, start: '{}', sentAtFirst: false },
  ],
};

export interface Setting {
  on: boolean;
  value: string | number;
}

/** What the person set, by dialect and name; what was never touched is absent. */
export type VideoSettings = Readonly<Record<string, Setting>>;

const keyOf = (dialect: BodyDialect, name: string) => `${dialect}.${name}`;

export const settingOf = (settings: VideoSettings, dialect: BodyDialect, parameter: VideoParameter): Setting =>
  settings[keyOf(dialect, parameter.name)] ?? { on: parameter.sentAtFirst, value: parameter.start };

export const putSetting = (
  settings: VideoSettings,
  dialect: BodyDialect,
  name: string,
  setting: Setting,
): VideoSettings => ({ ...settings, [keyOf(dialect, name)]: setting });

/** The ticked parameters as they go into the body, and the names of those whose value can not be sent. */
export function sentParameters(
  settings: VideoSettings,
  dialect: BodyDialect,
): { fields: Record<string, unknown>; problems: string[] } {
  const fields: Record<string, unknown> = {};
  const problems: string[] = [];
  for (const parameter of videoParameters[dialect]) {
    const { on, value } = settingOf(settings, dialect, parameter);
    if (!on) continue;
    const read = readValue(parameter, value);
    if (read === undefined) problems.push(parameter.name);
    else fields[parameter.name] = read;
  }
  return { fields, problems };
}

/** The value on the wire; `undefined` for one that can not be sent. */
function readValue({ control }: VideoParameter, value: string | number): unknown {
  if (control.kind === 'number') return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
  if (control.kind !== 'json') return String(value).trim() || undefined;
  try {
    const read: unknown = JSON.parse(String(value));
    return typeof read === 'object' && read !== null && !Array.isArray(read) ? read : undefined;
  } catch {
    return undefined;
  }
}
