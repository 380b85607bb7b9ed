import { client } from '../client/client.ts';
import { useCall } from '../client/query.ts';

/** Settings of parameters, by the names under which a panel keeps them. */
export type PresetValues = Readonly<Record<string, { on: boolean; value: unknown }>>;

/** A named set of parameters, saved beside the prompts. */
export interface Preset {
  id: string;
  name: string;
  /** Which parameters it is for: a panel and its protocol, family or route. */
  scope: string;
  values: PresetValues;
  revision: number;
}

/** Returns every saved preset; none until they have been read. */
export function usePresets(): Preset[] {
  const { data } = useCall('prompts', 'list', { kind: 'preset' });
  return (data ?? []).flatMap(({ id, name, revision, preset }) =>
    preset ? { id, name, revision, scope: preset.scope, values: preset.values as PresetValues } : [],
  );
}

/** Saves a preset; one of the same name and scope is replaced. */
export async function savePreset(
  presets: readonly Preset[],
  scope: string,
  name: string,
  values: PresetValues,
): Promise<void> {
  const known = presets.find((preset) => preset.scope === scope && preset.name === name);
  const { id = crypto.randomUUID(), revision = 0 } = known ?? {};
  await client.prompts.save({ id, name, text: '', preset: { scope, values: { ...values } }, revision });
}

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
