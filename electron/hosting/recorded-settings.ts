import { type FrameRecord, themes } from '#shared/contract/frame-record.ts';
import { languages } from '#shared/contract/language.ts';

const oneOf = (words: readonly string[]) => (value: unknown) => words.includes(value as string);
const isFlag = (value: unknown) => typeof value === 'boolean';
/** CSS pixels. */
const isSize = (value: unknown) => value === null || (Number.isInteger(value) && Math.abs(value as number) < 10_000);
/** The id of a panel; the page ignores one that it does not have. */
const isWord = (value: unknown) => typeof value === 'string' && /^[a-z]{1,20}$/.test(value);

/** Everything that is in the record, as setting, field and which values it may have. */
const recorded: Readonly<Record<string, Readonly<Record<string, (value: unknown) => boolean>>>> = {
  appearance: { theme: oneOf(themes) },
  language: { choice: oneOf(['system', ...languages]), shown: oneOf(languages) },
  panel: { id: isWord },
  layout: {
    listOpen: isFlag,
    parametersOpen: isFlag,
    wireOpen: isFlag,
    listPx: isSize,
    parametersPx: isSize,
    wirePx: isSize,
  },
};

/** Names of the settings that are read for the record. */
export const recordedSettings: readonly string[] = Object.keys(recorded);

/** Returns the part of stored settings that is in the record. A field with any other value than a listed one is left out. */
export function recordedOf(settings: Readonly<Record<string, unknown>>): FrameRecord['settings'] {
  const some = Object.entries(recorded).flatMap(([name, fields]) => {
    const stored = settings[name];
    if (typeof stored !== 'object' || stored === null) return [];
    const fitting = Object.entries(stored).filter(
      ([field, value]) => Object.hasOwn(fields, field) && fields[field]?.(value),
    );
    return [[name, Object.fromEntries(fitting)] as const];
  });
  return Object.fromEntries(some);
}
