import { orNull } from '../or-null.ts';

const fence = '```';

/** Returns the JSON of a reply, also from a Markdown code fence around all of it. */
export function jsonIn(reply: string): { value: unknown } | undefined {
  return orNull(() => ({ value: JSON.parse(insideFence(reply.trim())) as unknown })) ?? undefined;
}

/** Returns what is inside a code fence around all of a text; the text itself without one. */
function insideFence(text: string): string {
  const opening = text.indexOf('\n');
  if (opening < 0 || !text.startsWith(fence) || !text.endsWith(fence)) return text;
  const language = text.slice(fence.length, Math.min(opening, fence.length + 20)).trim();
  return language === '' || language.toLowerCase() === 'json' ? text.slice(opening, -fence.length) : text;
}

/** Returns the value at a path such as `$.items[0].name`; `undefined` where there is none. */
export function valueAt(value: unknown, path: string): unknown {
  const steps = path.replace(/^\$\.?/, '').match(/[^.[\]]+/g) ?? [];
  let found = value;
  for (const step of steps) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, step)) return undefined;
    found = (found as Record<string, unknown>)[step];
  }
  return found;
}
