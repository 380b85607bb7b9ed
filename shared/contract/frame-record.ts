import { languages } from './language.ts';

type Field = string | number | boolean | null;

/**
 * What a host writes into the document of the page, so that the frame is drawn in the right theme, language and sizes
 * before the core has responded. Whoever gets the document gets this: it contains words of closed lists, sizes and yes
 * or no, and never the name, the address or the key of anything.
 */
export interface FrameRecord {
  /** Stored settings by name, only the fields of `recorded`. */
  settings: Record<string, Record<string, Field>>;
  /** Whether the user has a connection: without one, the page starts on its first screen. */
  hasConnections: boolean;
}

export const themes = ['system', 'light', 'dark'] as const;

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

/** Creates the record from stored settings. A field with any other value than a listed one is left out. */
export function frameRecordOf(settings: Readonly<Record<string, unknown>>, hasConnections: boolean): FrameRecord {
  const some = Object.entries(recorded).flatMap(([name, fields]) => {
    const stored = settings[name];
    if (typeof stored !== 'object' || stored === null) return [];
    const fitting = Object.entries(stored).filter(
      ([field, value]) => Object.hasOwn(fields, field) && fields[field]?.(value),
    );
    return [[name, Object.fromEntries(fitting)] as const];
  });
  return { settings: Object.fromEntries(some), hasConnections };
}

/** The attribute of the document's root element that contains the record, as JSON. */
export const frameAttribute = 'data-frame';

/**
 * Reads the record out of a document; `null` when the host wrote none. Each store of the page checks its own values, as it
 * does with stored ones.
 */
export function readFrameRecord(text: string | null): FrameRecord | null {
  return text ? (JSON.parse(text) as FrameRecord) : null;
}
