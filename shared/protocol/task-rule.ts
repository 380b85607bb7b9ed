import { type CustomPathProblem, findCustomPathProblem } from './custom-path.ts';
import { parseJson } from './json.ts';

/** The part of a rule from which its requests are built; see `taskRule` in the contract. */
export interface RuleTemplates {
  pollMethod: 'GET' | 'POST';
  pollPath: string;
  pollBody?: string | undefined;
  resultPath?: string | undefined;
}

/** A request of a rule, with every place filled in. */
export interface RuleRequest {
  path: string;
  query: [name: string, value: string][];
  /** JSON. */
  body: string | null;
}

/** Returns the value of a place `{name}`; `null` where there is none. */
export type PlaceValue = (name: string) => string | null;

const place = /\{([\w.]{1,200})\}/g;

/** Of several paths separated by spaces, the first that knows a task is used. */
export const pollPathsOf = ({ pollPath }: Pick<RuleTemplates, 'pollPath'>): string[] =>
  pollPath.split(/\s+/).filter(Boolean);

/** An id may be a path itself, such as the name of an operation: its slashes stay, everything else is escaped. */
const inPath = (value: string): string =>
  value
    .replace(/^\/+/, '')
    .split('/')
    .map((segment) => encodeURIComponent(segment).replaceAll('%3A', ':'))
    .join('/');

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}

/** Builds a request from a path with an optional query, and a body. A place without a value is empty. */
export function ruleRequest(address: string, body: string | undefined, lookUp: PlaceValue): RuleRequest {
  const mark = address.indexOf('?');
  const [path, query] = mark === -1 ? [address, ''] : [address.slice(0, mark), address.slice(mark + 1)];
  const fill = (text: string, how: (value: string) => string) =>
    text.replace(place, (_, name: string) => how(lookUp(name) ?? ''));
  return {
    path: fill(path, inPath),
    query: query
      .split('&')
      .filter(Boolean)
      .map((pair): [string, string] => {
        const [name = '', ...value] = pair.split('=');
        return [decoded(name), fill(decoded(value.join('=')), (text) => text)];
      }),
    body: body?.trim() ? fill(body, (value) => JSON.stringify(value).slice(1, -1)) : null,
  };
}

/** Why a rule cannot be used. */
export type RuleProblem =
  | { what: 'no-path' | 'no-id' | 'body' | 'body-needs-post' }
  | { what: 'path'; detail: CustomPathProblem };

/** Returns why a rule cannot poll any task, or `null`. It is checked before the submission, which costs money. */
export function ruleProblem(rule: RuleTemplates): RuleProblem | null {
  const paths = pollPathsOf(rule);
  if (paths.length === 0) return { what: 'no-path' };
  const sample = (name: string) => (name === 'id' ? 'task-1' : 'x');
  for (const path of [...paths, ...(rule.resultPath?.trim() ? [rule.resultPath.trim()] : [])]) {
    const detail = findCustomPathProblem(ruleRequest(path, undefined, sample).path);
    if (detail) return { what: 'path', detail };
  }
  const body = rule.pollBody?.trim() ?? '';
  if (body !== '' && rule.pollMethod !== 'POST') return { what: 'body-needs-post' };
  if (body !== '' && parseJson(ruleRequest('/', body, sample).body ?? '') === undefined) return { what: 'body' };
  return paths.every((path) => path.includes('{id}')) || body.includes('{id}') ? null : { what: 'no-id' };
}

/** The sentence for each problem. */
export const ruleProblems: Readonly<Record<RuleProblem['what'], string>> = {
  'no-path': 'The rule has no poll path.',
  'no-id': 'The poll contains no {id}: put it into the path, its query or the body.',
  body: 'The poll body is not valid JSON.',
  'body-needs-post': 'A poll with a body needs the method POST.',
  path: 'The poll path or the result path is not valid.',
};
