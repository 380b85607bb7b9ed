import { parseJson } from '#shared/protocol/json.ts';
import { type RecordedField, readRecordedForm } from '../export/recorded-body.ts';

/** A file that a request sent. */
export interface SentFile {
  field: string;
  name: string;
  type: string;
  sizeBytes: number;
}

/** What a request contained, as far as a refusal can be about it. */
export interface RequestedAmount {
  bodyBytes: number;
  files: readonly SentFile[];
  /**
   * Returns the number, string or boolean at a field's path as text, such as `size` or `generationConfig.topP`; else
   * `null`.
   */
  valueOf(field: string): string | null;
  has(field: string): boolean;
  /** Returns the path of the field that contains exactly this text. */
  fieldWith(value: string): string | null;
}

/** Members examined while searching for a value. */
const searchedMembers = 5_000;

const steps = (path: string) => path.split(/[.[\]]+/).filter(Boolean);
const scalar = (value: unknown): string | null =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : null;

/** What the record of a request contains about its body. */
export interface RecordedRequest {
  bodyBytes: number;
  mediaType: string | null;
  /** The recorded text, `null` when it is too long to be parsed. */
  text: () => string | null;
}

/** Reads a recorded request lazily, on the first query. A record contains no secret. */
export function requestedAmount({ bodyBytes, mediaType, text }: RecordedRequest): RequestedAmount {
  let read: { fields: RecordedField[]; root: unknown } | undefined;
  const body = () => {
    if (read) return read;
    const recorded = text() ?? '';
    const fields = readRecordedForm(recorded, mediaType);
    read = { fields: fields ?? [], root: fields ? null : parseJson(recorded) };
    return read;
  };
  const formValue = (path: string) =>
    body().fields.flatMap((field) => (field.name === path && field.kind === 'text' ? field.value : []))[0];
  return {
    bodyBytes,
    get files() {
      return body().fields.flatMap((field) =>
        field.kind === 'file'
          ? { field: field.name, name: field.file, type: field.type, sizeBytes: field.sizeBytes }
          : [],
      );
    },
    valueOf: (path) => formValue(path) ?? scalar(memberAt(body().root, steps(path))),
    has: (path) => body().fields.some(({ name }) => name === path) || memberAt(body().root, steps(path)) !== undefined,
    fieldWith(value) {
      const field = body().fields.find((one) => one.kind === 'text' && one.value === value);
      return field?.name ?? pathTo(body().root, value);
    },
  };
}

/** Returns the member at a path; names in a path may be snake case where the body has camel case. */
function memberAt(root: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((at, step) => {
    if (typeof at !== 'object' || at === null) return undefined;
    const camel = step.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
    const name = [step, camel].find((one) => Object.hasOwn(at, one));
    return name === undefined ? undefined : (at as Record<string, unknown>)[name];
  }, root);
}

function pathTo(root: unknown, wanted: string): string | null {
  const waiting: [path: string, value: unknown][] = [['', root]];
  for (let count = 0; waiting.length > 0 && count < searchedMembers; count += 1) {
    const [path, value] = waiting.shift() as [string, unknown];
    if (path !== '' && scalar(value) === wanted) return path;
    if (typeof value !== 'object' || value === null) continue;
    for (const [name, one] of Object.entries(value)) waiting.push([path === '' ? name : `${path}.${name}`, one]);
  }
  return null;
}
