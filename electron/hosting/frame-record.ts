import { exposesOwnPaths, type FrameRecord, frameAttribute, themes } from '#shared/contract/frame-record.ts';
import type { Core } from '#shared/contract/index.ts';
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

/** Reads what the page needs to draw its frame; `null` when that is not available, so that the page waits for its data. */
export type FrameSource = () => Promise<FrameRecord | null>;

/** Reads the record from a core. */
export const frameOf =
  ({ settings, connections }: Pick<Core, 'settings' | 'connections'>): FrameSource =>
  async () => {
    const { signal } = new AbortController();
    const read = async (name: string) => [name, await settings.get({ name }, { signal })] as const;
    try {
      const list = await connections.list({}, { signal });
      const [, active] = await read('active');
      const selected = (active as { connectionId?: unknown } | null)?.connectionId;
      const used = list.find(({ id }) => id === selected) ?? list[0];
      return {
        settings: recordedOf(Object.fromEntries(await Promise.all(recordedSettings.map(read)))),
        hasConnections: list.length > 0,
        hasOwnPaths: exposesOwnPaths(used?.exposedRoutes ?? []),
      };
    } catch {
      return null;
    }
  };

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '"': '&quot;', '<': '&lt;', '>': '&gt;' };
const escaped = (text: string) => text.replace(/[&"<>]/g, (sign) => escapes[sign] ?? '');

/**
 * Writes the record into the root element of a document, with the theme and the language that it names. Of the files that
 * the build lists in the document, it preloads the strings, and leaves those of the panel for the page to preload once the
 * frame is drawn. A wrong guess, because the address names another panel, only fetches files that are not needed.
 */
export function withFrameRecord(html: string, record: FrameRecord | null): string {
  const { appearance, language, panel } = record?.settings ?? {};
  const lang = String(language?.shown ?? 'en');
  const first = record?.hasConnections === false ? 'welcome' : (panel?.id ?? 'chat');
  const later = record ? ['frame', String(first), `${first}:${lang}`] : [];
  const preloading = html.replace(
    /(?<! ) *<link data-for="([^"<]*)" (data-)(rel=[^<>]*>\n?)/g,
    (_link, list: string, inert: string, rest: string) => {
      const purposes = list.split(' ');
      if (purposes.includes(lang)) return `    <link ${rest}`;
      return later.some((purpose) => purposes.includes(purpose)) ? `    <link ${inert}${rest}` : '';
    },
  );
  if (!record) return preloading;
  const theme = appearance?.theme;
  const attributes = {
    lang,
    // The style sheets follow the system where there is no theme.
    ...(typeof theme === 'string' && theme !== 'system' && { 'data-theme': theme }),
    [frameAttribute]: JSON.stringify(record),
  };
  const text = Object.entries(attributes).map(([name, value]) => ` ${name}="${escaped(value)}"`);
  return preloading.replace(/<html[^<>]*>/, () => `<html${text.join('')}>`);
}
