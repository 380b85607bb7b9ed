import type { ParameterControl } from '#shared/protocol/compose/text-parameters.ts';
import { asObject, parseJson } from '#shared/protocol/json.ts';

/** The controls whose value is one text, number or flag. */
export type PlainControl = Exclude<ParameterControl, { kind: 'words' }>;

export interface RequestParameter<Control extends { kind: string } = PlainControl> {
  name: string;
  control: Control;
  /** Its initial value. */
  start: Setting['value'];
  /** Sent by default. */
  sentAtFirst?: true;
}

/** What the control of a parameter reports. An emptied number is `null`. */
export type InputValue = Setting['value'] | readonly string[] | null;

/** A parameter that is sent while it is on. */
export interface Setting<Value = string | number | boolean> {
  on: boolean;
  value: Value;
}

/** Returns what a plain control was set to; an emptied number is the empty text. */
export const plainValue = (value: InputValue): Setting['value'] =>
  value === null || typeof value === 'object' ? '' : value;

/** The user's settings, by group (a family of models, a dialect) and name; untouched parameters are absent. */
export type Settings = Readonly<Record<string, Setting>>;

const keyOf = (group: string, name: string) => `${group}.${name}`;

export const settingOf = (
  settings: Settings,
  group: string,
  { name, sentAtFirst, start }: Omit<RequestParameter, 'control'>,
): Setting => settings[keyOf(group, name)] ?? { on: sentAtFirst === true, value: start };

export const putSetting = (settings: Settings, group: string, name: string, setting: Setting): Settings => ({
  ...settings,
  [keyOf(group, name)]: setting,
});

export interface SentFields {
  fields: Record<string, unknown>;
  problems: string[];
}

/**
 * Returns the ticked parameters as they are written into the body, and the names of those whose value cannot be sent.
 *
 * @param read the value on the wire; `undefined` for one that cannot be sent.
 */
export function sentFields<Control extends { kind: string }>(
  settings: Settings,
  group: string,
  parameters: readonly RequestParameter<Control>[],
  read: (control: Control, value: Setting['value']) => unknown,
): SentFields {
  const fields: Record<string, unknown> = {};
  const problems: string[] = [];
  for (const parameter of parameters) {
    const { on, value } = settingOf(settings, group, parameter);
    if (!on) continue;
    const sent = read(parameter.control, value);
    if (sent === undefined) problems.push(parameter.name);
    else fields[parameter.name] = sent;
  }
  return { fields, problems };
}

/** Returns the value on the wire; `undefined` for one that cannot be sent. */
export function readValue({ kind }: PlainControl, value: Setting['value']): unknown {
  switch (kind) {
    case 'number':
    case 'slider':
      return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
    case 'flag':
      return true;
    case 'boolean':
      return value === true || value === 'true';
    case 'choice':
    case 'text':
    case 'prose':
      return String(value).trim() || undefined;
    case 'json':
      return asObject(parseJson(String(value))) ?? undefined;
  }
}
