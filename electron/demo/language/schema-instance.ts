import { asList, asNumber, asRecord, asText, isRecord, type JsonRecord } from '../json-value.ts';
import { readPrompt } from './prompt-reading.ts';

const maxDepth = 12;

/** Words and numbers of a prompt, assigned one after another to the fields that need them. */
interface Material {
  prompt: string;
  words: string[];
  numbers: number[];
  root: JsonRecord;
}

/**
 * Creates a value that a JSON schema accepts, filled from the prompt: enums by the value that the prompt names, numbers
 * by the numbers in it, places by the word after "in". Native schemas with uppercase types are understood too.
 * `pattern` is the only keyword that is ignored.
 */
export function instanceOf(schema: JsonRecord, prompt: string): unknown {
  const { subjects } = readPrompt(prompt);
  const numbers = (prompt.match(/-?\d+(?:\.\d+)?/g) ?? []).map(Number);
  return build(schema, '', { prompt, words: subjects, numbers, root: schema }, 0);
}

function build(given: JsonRecord, name: string, material: Material, depth: number): unknown {
  const schema = resolve(given, material.root);
  if (depth > maxDepth) return null;
  if ('const' in schema) return schema.const;
  const values = asList(schema.enum);
  if (values.length > 0) return namedValue(values, material.prompt);
  const type = typeOf(schema);
  if (type === 'object') return buildObject(schema, material, depth);
  if (type === 'array') {
    const length = Math.max(asNumber(schema.minItems) ?? 0, Math.min(2, asNumber(schema.maxItems) ?? 2));
    return Array.from({ length }, () => build(asRecord(schema.items), name, material, depth + 1));
  }
  if (type === 'integer' || type === 'number') return numberFor(schema, type, material);
  if (type === 'boolean') return !/\b(no|not|never|without|off|false)\b/i.test(material.prompt);
  if (type === 'null') return null;
  return textFor(schema, name, material);
}

function buildObject(schema: JsonRecord, material: Material, depth: number): JsonRecord {
  const required = new Set(asList(schema.required));
  const properties = Object.entries(asRecord(schema.properties));
  // Optional fields of a recursive schema would never end: below a few levels only required fields are filled in.
  const wanted = properties.filter(([name]) => depth < 4 || required.has(name));
  return Object.fromEntries(wanted.map(([name, inner]) => [name, build(asRecord(inner), name, material, depth + 1)]));
}

/** Follows `$ref` into the same document, merges `allOf` and takes the first branch of `anyOf` and `oneOf`. */
function resolve(schema: JsonRecord, root: JsonRecord): JsonRecord {
  let current = schema;
  for (let hops = 0; hops < 20; hops++) {
    const reference = asText(current.$ref);
    const branches = [...asList(current.anyOf), ...asList(current.oneOf)].filter(isRecord);
    const branch = branches.find((candidate) => candidate.type !== 'null') ?? branches[0];
    if (reference.startsWith('#')) current = asRecord(pointer(root, reference));
    else if (Array.isArray(current.allOf)) current = mergeAll(current);
    else if (branch) current = branch;
    else return current;
  }
  return {};
}

const pointer = (root: JsonRecord, reference: string): unknown =>
  reference
    .slice(1)
    .split('/')
    .filter(Boolean)
    .reduce<unknown>((place, key) => asRecord(place)[key.replaceAll('~1', '/').replaceAll('~0', '~')], root);

function mergeAll({ allOf, ...rest }: JsonRecord): JsonRecord {
  const parts = [rest, ...asList(allOf).map(asRecord)];
  return {
    ...Object.assign({}, ...parts),
    properties: Object.assign({}, ...parts.map((part) => asRecord(part.properties))),
    required: parts.flatMap((part) => asList(part.required)),
  };
}

function typeOf(schema: JsonRecord): string {
  const types = (Array.isArray(schema.type) ? schema.type : [schema.type]).map((type) => asText(type).toLowerCase());
  const type = types.find((candidate) => candidate !== 'null') ?? types[0];
  return type || (schema.properties ? 'object' : schema.items ? 'array' : 'string');
}

function namedValue(values: unknown[], prompt: string): unknown {
  const lower = prompt.toLowerCase();
  return values.find((value) => typeof value === 'string' && value && lower.includes(value.toLowerCase())) ?? values[0];
}

function numberFor(schema: JsonRecord, type: string, material: Material): number {
  const step = asNumber(schema.multipleOf) ?? (type === 'integer' ? 1 : null);
  const lowest =
    asNumber(schema.minimum) ?? (asNumber(schema.exclusiveMinimum) ?? Number.NEGATIVE_INFINITY) + (step ?? 0.5);
  const highest =
    asNumber(schema.maximum) ?? (asNumber(schema.exclusiveMaximum) ?? Number.POSITIVE_INFINITY) - (step ?? 0.5);
  const asked = material.numbers.shift() ?? 1;
  const within = lowest > highest ? (lowest + highest) / 2 : Math.min(highest, Math.max(lowest, asked));
  if (step === null) return within;
  const rounded = Math.round(within / step) * step;
  if (rounded < lowest) return rounded + step;
  return rounded > highest ? rounded - step : rounded;
}

const formats: Record<string, string> = {
  date: '2026-01-31',
  'date-time': '2026-01-31T12:00:00Z',
  time: '12:00:00Z',
  email: 'demo@example.invalid',
  uri: 'https://example.invalid/',
  url: 'https://example.invalid/',
  uuid: '00000000-0000-4000-8000-000000000000',
  ipv4: '127.0.0.1',
  hostname: 'example.invalid',
};

function textFor(schema: JsonRecord, name: string, material: Material): string {
  const format = formats[asText(schema.format)];
  if (format) return format;
  let text = typeof schema.default === 'string' ? schema.default : wordsFor(name, material);
  const longest = asNumber(schema.maxLength);
  const shortest = asNumber(schema.minLength) ?? 0;
  if (longest !== null) text = text.slice(0, longest);
  return text.padEnd(shortest, 'x');
}

function wordsFor(name: string, material: Material): string {
  const place = /\b(?:in|at|for|near|to|of)\s+((?:\p{Lu}[\p{L}'’-]*)(?:\s\p{Lu}[\p{L}'’-]*)*)/u.exec(
    material.prompt,
  )?.[1];
  if (place && /city|place|location|town|country|address|where|destination/i.test(name)) return place;
  if (/query|question|prompt|text|message|content|description|summary|expression|input/i.test(name))
    return material.prompt;
  if (/unit/i.test(name)) return 'celsius';
  // Each word is used once before any is reused, so that two text fields differ.
  const word = material.words.shift();
  if (word === undefined) return /city|town|place|location/i.test(name) ? 'Amsterdam' : name || 'demo';
  material.words.push(word);
  return word;
}
