const place = /\{\{\s*([\w-]+)\s*\}\}/g;

/** Returns the names of all variables `{{name}}` in texts, in order of appearance. */
export const variablesIn = (texts: readonly string[]): string[] => [
  ...new Set(texts.flatMap((text) => [...text.matchAll(place)].map((match) => match[1] as string))),
];

/** Replaces each variable that has a value, in one pass: a value that contains `{{x}}` is not filled again. */
export const fillVariables = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replace(place, (found, name: string) => (Object.hasOwn(values, name) ? (values[name] as string) : found));
