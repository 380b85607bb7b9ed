import { persistedStore } from '../preferences/persisted-store.ts';

/** Settings of parameters, by the names under which a panel keeps them. */
export type PresetValues = Readonly<Record<string, { on: boolean; value: unknown }>>;

/** A named set of parameters. */
export interface Preset {
  id: string;
  name: string;
  /** Which parameters it is for: a panel and its protocol, family or route. */
  scope: string;
  values: PresetValues;
}

/** Every window shows the same presets. */
export const usePresets = persistedStore<{ presets: readonly Preset[] }>(
  'parameter-presets',
  { presets: [] },
  { shared: 'live', quietMs: 0, read: ({ presets }) => ({ presets: readPresets(presets) }) },
);

/** Saves a preset; one of the same name and scope is replaced. */
export function savePreset(scope: string, name: string, values: PresetValues): void {
  usePresets.setState(({ presets }) => {
    const at = presets.findIndex((preset) => preset.scope === scope && preset.name === name);
    const saved: Preset = { id: presets[at]?.id ?? crypto.randomUUID(), name, scope, values };
    return { presets: at < 0 ? [...presets, saved] : presets.with(at, saved) };
  });
}

export const removePreset = (id: string): void =>
  usePresets.setState(({ presets }) => ({ presets: presets.filter((preset) => preset.id !== id) }));

/** Whether two sets of parameters are sent alike; what is not sent does not count. */
export const isSameSetting = (first: PresetValues, second: PresetValues): boolean =>
  sentText(first) === sentText(second);

const sentText = (values: PresetValues): string =>
  JSON.stringify(
    Object.entries(values)
      .filter(([, { on }]) => on)
      .map(([name, { value }]) => [name, value])
      .sort(([first], [second]) => (String(first) < String(second) ? -1 : 1)),
  );

/** Returns the settings whose names begin with a prefix, without it. */
export const settingsBelow = <Value>(all: Readonly<Record<string, Value>>, prefix: string): Record<string, Value> =>
  Object.fromEntries(
    Object.entries(all).flatMap(([name, value]) =>
      name.startsWith(prefix) ? [[name.slice(prefix.length), value]] : [],
    ),
  );

/** Returns all settings, with those below a prefix replaced. */
export const withSettings = <Value>(
  all: Readonly<Record<string, Value>>,
  prefix: string,
  values: Readonly<Record<string, Value>>,
): Record<string, Value> => ({
  ...Object.fromEntries(Object.entries(all).filter(([name]) => !name.startsWith(prefix))),
  ...Object.fromEntries(Object.entries(values).map(([name, value]) => [`${prefix}${name}`, value])),
});

const format = 'patchbay-presets-1';

/** Returns presets as a JSON file. */
export const writePresets = (presets: readonly Preset[]): string =>
  `${JSON.stringify({ format, presets: presets.map(({ id: _id, ...preset }) => preset) }, null, 2)}\n`;

/**
 * Adds the presets of a JSON file; those with the name and scope of an existing one replace it.
 *
 * @returns how many were added, `null` where the text is not such a file.
 */
export function importPresets(text: string): number | null {
  const found = parsed(text);
  if (found?.format !== format) return null;
  const presets = readPresets(found.presets);
  for (const { scope, name, values } of presets) savePreset(scope, name, values);
  return presets.length;
}

function parsed(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : null;
  } catch {
    return null;
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** Reads stored or imported presets; what is no preset is dropped, and so are settings that are none. */
function readPresets(stored: unknown): Preset[] {
  return (Array.isArray(stored) ? stored : []).filter(isRecord).flatMap(({ id, name, scope, values }) =>
    typeof name === 'string' && name !== '' && typeof scope === 'string' && isRecord(values)
      ? {
          id: typeof id === 'string' ? id : crypto.randomUUID(),
          name,
          scope,
          values: Object.fromEntries(
            Object.entries(values).flatMap(([key, setting]) =>
              isRecord(setting) && typeof setting.on === 'boolean'
                ? [[key, { on: setting.on, value: setting.value }]]
                : [],
            ),
          ),
        }
      : [],
  );
}
