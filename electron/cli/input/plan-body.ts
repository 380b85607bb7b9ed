import { addedToStreams, streamedFields } from '#shared/protocol/bodies/streamed-fields.ts';
import { spellingsOf } from '#shared/protocol/field-spellings.ts';
import { isObject, parseJson } from '#shared/protocol/json.ts';
import type { Route } from '#shared/protocol/route.ts';
import { MissingModelError, UsageError } from '../usage-error.ts';
import { readAssignment, readPair, removePath, setPath } from './assignments.ts';
import { promptShapes } from './prompt-shapes.ts';
import { readValue, type StandardInput } from './read-input.ts';

/** A form field whose file is not stored yet; the path `-` is standard input. */
type FormPlan = { name: string; value: string } | { name: string; path: string };
export type BodyPlan =
  | { kind: 'none' }
  /** `added`: paths of the fields that were added to what the user typed. */
  | { kind: 'json'; text: string; added?: string[] }
  | { kind: 'form'; fields: FormPlan[] }
  | { kind: 'text'; text: string; mediaType: string };

export interface BodyValues {
  body?: string | undefined;
  set?: string[] | undefined;
  form?: string[] | undefined;
  stream?: boolean | undefined;
  without?: string[] | undefined;
  'content-type'?: string | undefined;
}

/**
 * Builds the body that a route takes: the arguments in the route's own fields, the model, and the set values.
 *
 * @throws UsageError for a missing required field, and for a kind of body the route does not take.
 */
export async function planBody(
  route: Route,
  words: readonly string[],
  model: string | undefined,
  values: BodyValues,
  input: StandardInput,
): Promise<BodyPlan> {
  const { body: given, set = [], form = [], without = [], stream = false } = values;
  if (stream && route.streams === 'never') throw new UsageError(`${route.id} cannot stream: remove --stream.`);
  const isStreamField = stream && route.streams === 'field';
  if (route.body === 'none' && (given !== undefined || set.length > 0 || form.length > 0))
    throw new UsageError(`${route.id} takes no body: remove --body, --set and --form.`);
  if (route.body === 'none') return { kind: 'none' };
  if (route.body === 'any') return planAny(route, values, input);
  const asForm = route.body === 'form' || (route.alsoForm && form.length > 0);
  if (asForm && given !== undefined)
    throw new UsageError(`${route.id} takes a form: use --form NAME=VALUE instead of --body.`);
  if (route.body === 'json' && form.length > 0 && !asForm)
    throw new UsageError(`${route.id} takes JSON: use --set NAME=VALUE instead of --form.`);

  const shape = promptShapes[route.id];
  const fields: Record<string, unknown> = {
    ...(model === undefined ? {} : { model }),
    ...(words.length > 0 ? shape.fields?.(words) : {}),
    ...(isStreamField ? streamedFields(route.id) : {}),
  };
  if (asForm) return planForm(route, fields, shape.file === undefined ? [] : words, values);

  const text = given === undefined ? undefined : await readValue(given, input);
  // A complete body is sent byte for byte.
  if (text !== undefined && [...Object.keys(fields), ...set, ...without].length === 0) return { kind: 'json', text };
  const start = text === undefined ? {} : readObject(text);
  const body = set
    .map(readAssignment)
    .reduce<unknown>((at, [path, value]) => setPath(at, path, value), { ...start, ...fields, ...optionsOf(start) });
  const sent = without.reduce(removePath, body);
  if (text === undefined) demand(route, Object.keys(sent as object));
  const added = isStreamField && start.stream_options === undefined ? addedTo(route, values) : [];
  return { kind: 'json', text: JSON.stringify(sent), ...(added.length > 0 ? { added } : {}) };
}

/** Returns the paths of the fields that a streamed request has although the user did not set them. */
export function addedTo({ id }: Pick<Route, 'id'>, { set = [], without = [] }: BodyValues): string[] {
  const decided = [...set.map((word) => readAssignment(word)[0]), ...without];
  return addedToStreams(id).filter((path) => !decided.some((name) => `${path}.`.startsWith(`${name}.`)));
}

/** Returns the stream options that the body sets itself. */
const optionsOf = ({ stream_options: own }: Record<string, unknown>) =>
  own === undefined ? {} : { stream_options: own };

/** Builds the body of a custom request from the options; none without them. */
async function planAny(route: Route, values: BodyValues, input: StandardInput): Promise<BodyPlan> {
  const { body: given, set = [], form = [], 'content-type': mediaType, stream = false } = values;
  if (form.length > 0 && (given !== undefined || mediaType !== undefined))
    throw new UsageError('--form cannot be combined with --body or --content-type.');
  if (form.length > 0) return planForm(route, {}, [], values);
  const text = given === undefined ? undefined : await readValue(given, input);
  if (mediaType !== undefined) return { kind: 'text', text: text ?? '', mediaType };
  if (set.length === 0 && !stream) return text === undefined ? { kind: 'none' } : { kind: 'json', text };
  const start = { ...(text === undefined ? {} : readObject(text)), ...(stream && { stream: true }) };
  const body = set.map(readAssignment).reduce<unknown>((at, [path, value]) => setPath(at, path, value), start);
  return { kind: 'json', text: JSON.stringify(body) };
}

function planForm(
  route: Route,
  fields: Record<string, unknown>,
  files: readonly string[],
  { set = [], form = [] }: BodyValues,
): BodyPlan {
  const asText = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));
  const named = form.map((word): FormPlan => {
    const [name, value] = readPair(word, '=', '--form name=value or --form name=@file');
    return value.startsWith('@') ? { name, path: value.slice(1) } : { name, value };
  });
  const plan: FormPlan[] = [
    ...[...Object.entries(fields), ...set.map(readAssignment)].map(([name, value]) => ({ name, value: asText(value) })),
    ...files.map((path) => ({ name: promptShapes[route.id].file as string, path })),
    ...named,
  ];
  if (files.length > 1)
    throw new UsageError(
      `${route.id} takes one file. Quote a name with spaces, and add fields with --form NAME=VALUE.`,
    );
  // Several files of one kind are sent as `image[]`.
  demand(
    route,
    plan.map(({ name }) => name.replace(/\[\]$/, '')),
  );
  return { kind: 'form', fields: plan };
}

function demand(route: Route, present: readonly string[]): void {
  const missing = route.needs.find((name) => !spellingsOf(name).some((one) => present.includes(one)));
  if (missing === undefined) return;
  if (missing === 'model') throw new MissingModelError(route.id);
  if (missing === promptShapes[route.id].file)
    throw new UsageError(`${route.id} needs a file: name one, or add --form ${missing}=@FILE.`);
  const isForm = route.body === 'form';
  const isFile = missing === 'image';
  const way = isForm ? `--form ${missing}=${isFile ? '@FILE' : 'VALUE'}` : `--set ${missing}=VALUE`;
  throw new UsageError(
    `${route.id} needs ${missing}: add ${way}${isForm ? '' : ', or send a whole body with --body'}.`,
  );
}

function readObject(text: string): Record<string, unknown> {
  const value = parseJson(text);
  if (isObject(value)) return value;
  throw new UsageError('--body is not a JSON object, so --set, --model and words cannot be added to it.');
}
