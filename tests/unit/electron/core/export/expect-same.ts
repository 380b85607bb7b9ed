import { expect } from 'vitest';
import type { SnippetRequest } from '#core/export/snippet-request.ts';
import { expectedHeaders, expectedTarget } from './random-requests.ts';
import { type Arrived, partsOf } from './recording-server.ts';

interface Differences {
  url: string;
  /** Bytes of a file by its name. */
  fileBytes: (name: string) => string;
  /** Headers that the program's library adds, absent from the record. */
  adds: readonly string[];
  /** Headers of the record that the library replaces. */
  replaces?: readonly string[];
  /** JSON may be formatted differently if it has the same value. */
  looseJson?: boolean;
  /** How line breaks in fields are written. */
  field?: (value: string) => string;
  /** Normalizes two spellings of the same target. */
  target?: (target: string) => string;
}

/** Checks that what arrived matches the record, except for what the program's library always does. */
export function expectSame(request: SnippetRequest, arrived: Arrived | undefined, how: Differences): void {
  expect(arrived, `nothing arrived for ${request.address}`).toBeDefined();
  if (!arrived) return;
  const { target = (text: string) => text, field = (value: string) => value, replaces = [], adds } = how;
  expect(arrived.method).toBe(request.method);
  expect(target(arrived.target)).toBe(target(expectedTarget(request, how.url)));
  const wanted = expectedHeaders(request, replaces);
  expect(wanted.map(([name]) => [name, arrived.headers.get(name)])).toEqual(wanted);
  const own = new Set([
    ...wanted.map(([name]) => name),
    ...adds,
    ...replaces,
    'host',
    'connection',
    'content-length',
    ...(request.body.kind === 'form' ? ['content-type'] : []),
  ]);
  expect([...arrived.headers.keys()].filter((name) => !own.has(name))).toEqual([]);
  const { body } = request;
  if (body.kind === 'none') expect(arrived.body.length).toBe(0);
  else if (body.kind === 'text' && how.looseJson)
    expect(JSON.parse(arrived.body.toString())).toEqual(JSON.parse(body.text));
  else if (body.kind === 'text') expect(arrived.body.toString()).toBe(body.text);
  else if (body.kind === 'form')
    expect(partsOf(arrived)).toEqual(
      body.fields.map((one) =>
        'value' in one
          ? { name: one.name, file: null, type: null, bytes: Buffer.from(field(one.value)).toString('latin1') }
          : { name: one.name, file: one.file, type: one.type, bytes: how.fileBytes(one.file) },
      ),
    );
}
