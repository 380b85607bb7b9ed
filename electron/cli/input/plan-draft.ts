import type { CustomRequest, DraftInput } from '#shared/contract/exchanges.ts';
import { customPathProblem } from '#shared/protocol/custom-path.ts';
import type { FileRef } from '#shared/protocol/part.ts';
import type { Route } from '#shared/protocol/route.ts';
import { pathParameters } from '#shared/protocol/table.ts';
import { didYouMean } from '../did-you-mean.ts';
import { MissingModelError, UsageError } from '../usage-error.ts';
import { type Pair, readPair } from './assignments.ts';
import { type BodyPlan, type BodyValues, planBody } from './plan-body.ts';
import { promptShapes } from './prompt-shapes.ts';
import { type StandardInput, withoutLastLineEnd } from './read-input.ts';

export interface DraftValues extends BodyValues {
  model?: string | undefined;
  param?: string[] | undefined;
  query?: string[] | undefined;
  header?: string[] | undefined;
  'allow-misuse'?: boolean | undefined;
  method?: CustomRequest['method'] | undefined;
  path?: string | undefined;
  'key-style'?: CustomRequest['keyStyle'] | undefined;
}

/** A request as the command line describes it, before any file is read or connection opened. */
export interface DraftPlan {
  route: Route;
  params: Record<string, string>;
  query: Pair[];
  headers: Pair[];
  body: BodyPlan;
  custom?: CustomRequest;
  allowMisuse: boolean;
}

/**
 * Builds the request from the arguments and options of a command line.
 *
 * @param preset the model to use when the command line names none.
 * @throws UsageError for what is missing or does not fit the route.
 */
export async function planDraft(
  route: Route,
  words: readonly string[],
  values: DraftValues,
  input: StandardInput,
  preset: string | undefined,
): Promise<DraftPlan> {
  if (route.transport === 'websocket')
    throw new UsageError(`${route.id} is a session over a WebSocket.`, 'Try: patchbay realtime --text "Hello"');
  const given = await readWords(route, words, values, input);
  const params = readParams(route, given, values.model ?? preset, values.param ?? []);
  const custom = readCustom(route, values);
  // Nothing is added to a complete body unless requested.
  const isNamed = values.body !== undefined || (values.form ?? []).some((field) => field.startsWith('model='));
  const bodyModel = values.model ?? (isNamed ? undefined : preset);
  const body = await planBody(route, given, 'model' in params ? undefined : bodyModel, values, input);
  return {
    route,
    params,
    query: (values.query ?? []).map((word) => readPair(word, '=', '--query name=value')),
    headers: (values.header ?? []).map((word) => readPair(word, ':', '--header "Name: value"')),
    body,
    ...(custom && { custom: { ...custom, method: custom.method ?? (body.kind === 'none' ? 'GET' : 'POST') } }),
    allowMisuse: values['allow-misuse'] ?? false,
  };
}

/** Turns the plan into a draft; `admit` stores a file, or standard input for `-`, and returns its reference. */
export async function finishDraft(
  plan: DraftPlan,
  connectionId: string,
  admit: (path: string) => Promise<FileRef>,
): Promise<DraftInput> {
  const { route, body, allowMisuse, ...rest } = plan;
  const fields = body.kind === 'form' ? body.fields : [];
  const admitted = await Promise.all(
    fields.map(async (field) =>
      'path' in field
        ? { kind: 'file' as const, name: field.name, fileId: (await admit(field.path)).id }
        : { kind: 'text' as const, ...field },
    ),
  );
  return {
    ...rest,
    connectionId,
    routeId: route.id,
    body: draftBodyOf(body, admitted),
    // Leaving a terminal means stop.
    options: { finishAlone: false, allowMisuse, ...(body.kind === 'json' && body.added ? { added: body.added } : {}) },
  };
}

type FormFields = Extract<DraftInput['body'], { kind: 'form' }>['fields'];

function draftBodyOf(body: BodyPlan, fields: FormFields): DraftInput['body'] {
  if (body.kind === 'form') return { kind: 'form', fields };
  return body.kind === 'json' ? { kind: 'json', text: body.text } : body;
}

/**
 * Reads the arguments. `-` is the whole of standard input; where a route takes a list, each of its lines; where it
 * takes a file, that file. A chat route takes piped text without it, too: before the arguments, unless its messages are
 * set in another way.
 */
async function readWords(
  route: Route,
  words: readonly string[],
  { body, set = [] }: DraftValues,
  input: StandardInput,
): Promise<string[]> {
  const { file, pipe } = promptShapes[route.id];
  if (file !== undefined) return [...words];
  const isList = route.id === 'rerank' || route.id === 'embeddings';
  const read = await Promise.all(
    words.map(async (word) => {
      if (word !== '-') return [word];
      const text = withoutLastLineEnd(await input.read());
      return isList ? text.split(/\r?\n/).filter(Boolean) : [text];
    }),
  );
  const texts = read.flat();
  if (pipe === undefined || body !== undefined || set.some((word) => /^\w*/.exec(word)?.[0] === pipe)) return texts;
  const piped = await input.piped();
  return piped === '' ? texts : [[piped, texts.join(' ')].filter(Boolean).join('\n\n')];
}

/** Reads method, path and key of a custom request. @throws UsageError where they do not fit the route. */
function readCustom(
  route: Route,
  { method, path, 'key-style': keyStyle, 'content-type': type }: DraftValues,
): (Omit<CustomRequest, 'method'> & { method: CustomRequest['method'] | null }) | null {
  if (route.family !== 'custom') {
    if ([method, path, type, keyStyle].some((value) => value !== undefined))
      throw new UsageError('--method, --path, --key-style and --content-type are only for the route custom.');
    return null;
  }
  if (path === undefined) throw new UsageError('custom needs a path below the base URL: add --path /vendor/tasks.');
  const problem = customPathProblem(path);
  if (problem) throw new UsageError(`--path: ${problem}`);
  return { method: method ?? null, path, keyStyle: keyStyle ?? 'bearer' };
}

function readParams(route: Route, words: readonly string[], model: string | undefined, options: readonly string[]) {
  const names = pathParameters(route);
  const params = Object.fromEntries(options.map((word) => readPair(word, '=', '--param name=value')));
  if (model !== undefined && names.includes('model')) params.model ??= model;
  // Without a body, the arguments can only be meant for the path.
  const left = names.filter((name) => params[name] === undefined);
  const fromWords = route.body === 'none' || route.body === 'any' ? words : [];
  for (const [index, name] of left.entries()) if (fromWords[index] !== undefined) params[name] = fromWords[index];
  if (fromWords.length > left.length)
    throw new UsageError(`${route.id} takes no words (${fromWords.join(' ').slice(0, 80)}).`);
  const missing = names.find((name) => params[name] === undefined);
  if (missing === 'model') throw new MissingModelError(route.id);
  if (missing) throw new UsageError(`${route.id} needs ${missing}: add --param ${missing}=VALUE.`);
  const unknown = Object.keys(params).find((name) => !names.includes(name));
  if (unknown)
    throw new UsageError(`--param: ${route.id} has no path parameter "${unknown}".${didYouMean(unknown, names)}`);
  return params;
}
