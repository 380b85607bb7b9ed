import { readJsonText } from './json-text.ts';
import { literal, python, quoted } from './literals.ts';
import type { OpenaiCall } from './openai-calls.ts';
import { fileTuple } from './python-pieces.ts';
import type { SnippetBody, SnippetField } from './snippet-request.ts';

/** Python's own words can not be names of arguments. */
const isName = (name: string) => /^[a-z_]\w*$/.test(name);

/**
 * The arguments of a call as lines of Python, what the library does not know in `extra_body`. `null` when the body is
 * none that the call could make.
 */
export function openaiArguments(body: SnippetBody, call: OpenaiCall): string[] | null {
  if (body.kind === 'none') return [];
  if (body.kind === 'file') return null;
  return body.kind === 'text' ? fromJson(body, call) : fromForm(body.fields, call);
}

function fromJson({ text, inline }: Extract<SnippetBody, { kind: 'text' }>, call: OpenaiCall): string[] | null {
  const value = readJsonText(text)?.value;
  if (typeof value !== 'object' || value === null || Array.isArray(value) || call.files) return null;
  const known: string[] = [];
  const extra: Record<string, unknown> = {};
  for (const [name, one] of Object.entries(value)) {
    // The library takes only true for a wish to stream; false is its default and says nothing on the wire.
    const isKnown = call.takes.has(name) && isName(name) && !(name === 'stream' && one !== true);
    if (isKnown) known.push(`${name}=${literal(one, inline, python, 4)}`);
    else extra[name] = one;
  }
  if (Object.keys(extra).length > 0) known.push(`extra_body=${literal(extra, inline, python, 4)}`);
  return known;
}

function fromForm(fields: readonly SnippetField[], call: OpenaiCall): string[] | null {
  const byName = Map.groupBy(fields, ({ name }) => name);
  const known: string[] = [];
  const extra: Record<string, unknown> = {};
  for (const [name, group] of byName) {
    const isList = name.endsWith('[]');
    const plain = isList ? name.slice(0, -2) : name;
    const isKnown = call.takes.has(plain) && (!isList || call.lists?.has(plain) === true);
    if (group.length > 1 && !isList) return null;
    if (isKnown) {
      const values = group.map((field) => spelledValue(field, name));
      if (group.some((field) => 'file' in field !== (call.files?.has(plain) === true))) return null;
      known.push(`${plain}=${isList ? `[${values.join(', ')}]` : values[0]}`);
    } else {
      const [field] = group;
      if (isList || !field || !('value' in field)) return null;
      extra[name] = field.value;
    }
  }
  if (Object.keys(extra).length > 0) known.push(`extra_body=${literal(extra, [], python, 4)}`);
  return known;
}

function spelledValue(field: SnippetField, name: string): string {
  if ('file' in field) return fileTuple(field);
  return name === 'stream' && field.value === 'true' ? 'True' : quoted(field.value);
}
