import fc from 'fast-check';
import type { SnippetField, SnippetRequest } from '#core/export/snippet-request.ts';
import { usualGateway } from '#shared/protocol/gateway-details.ts';
import type { RouteId } from '#shared/protocol/route.ts';
import { joinRoute } from '#shared/protocol/route-address.ts';
import { pathParameters, routes } from '#shared/protocol/table.ts';

/** Secrets in the environment of a program. */
export const secrets = {
  PATCHBAY_API_KEY: 'sk-"Quoted"$HOME`x`{y}\\n%41!+&é'.replace('é', 'e'),
  PATCHBAY_X_TEAM: 'team $secret `9`',
};
const redacted = '[redacted key]';

const signs = [
  "'",
  '"',
  '$',
  '`',
  '\\',
  '\n',
  '\r\n',
  '!',
  '%',
  '@',
  ' ',
  '$(x)',
  `$\{y}`,
  '-',
  '\t',
  'ü',
  '😀',
  "'\\''",
  '=',
  ':',
  ';',
  '{',
  '}',
  '[',
  ']',
  '#',
  '?',
  '&',
  '*',
  '~',
  '\u2028',
  '<!--',
  '</script>',
  '%s',
  '\\n',
  '0',
  'a',
];
const spiced = fc.array(fc.constantFrom(...signs), { maxLength: 30 }).map((list) => list.join(''));

/** Text that may contain everything but NUL and lone surrogates. */
export const nastyText = fc
  .oneof(fc.string({ unit: 'grapheme', maxLength: 40 }), spiced)
  .map((text) => text.replaceAll('\0', '').toWellFormed());

/** One line of Latin-1 without a backslash before an HTTPie separator. */
const headerValue = nastyText.map((text) =>
  [...text]
    .filter((character) => character >= ' ' && character <= '~')
    .join('')
    .replace(/\\+(?=[:;=@])/g, '')
    .trim(),
);

const number = fc.oneof(
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.constantFrom(0, -1, 0.1, 1e21, 1e-7, 4096, 0.30000000000000004),
);
const scalar = fc.oneof(nastyText, number, fc.boolean(), fc.constant(null));
const value = fc.letrec((tie) => ({
  any: fc.oneof(
    { depthSize: 'small' },
    scalar,
    fc.array(tie('any'), { maxLength: 3 }),
    fc.dictionary(nastyText, tie('any'), { maxKeys: 3 }),
  ),
})).any;

/** JSON as people and programs write it. */
const jsonText = fc
  .tuple(
    fc.dictionary(fc.oneof(fc.constantFrom('model', 'messages', 'temperature', 'tools', 'extra'), nastyText), value, {
      maxKeys: 5,
    }),
    fc.constantFrom(0, 0, 2, 4),
    fc.option(fc.constantFrom('{"n":1.0,"n":2}', '{ "big": 12345678901234567890 }', '{"__proto__":{"a":1}}', '{}\n'), {
      freq: 12,
    }),
    fc.boolean(),
  )
  .map(
    ([body, indent, unexpected, stream]) =>
      unexpected ?? JSON.stringify(stream ? { ...body, stream } : body, null, indent),
  );

/** Names of files in the test folder. */
export const fileNames = ['a.wav', "it's a photo.png", 'grüße; a,b.png'];

const fieldName = fc.constantFrom('prompt', 'n', 'image[]', 'odd name', "it's");
const textField = (isOneLine: boolean) =>
  fc.record({
    name: fieldName,
    value: isOneLine ? nastyText.map((text) => text.replace(/[\r\n]/g, ' ')) : nastyText,
  });
const fileField = fc.record({
  name: fc.constantFrom('file', 'image', 'odd file'),
  file: fc.constantFrom(...fileNames),
  type: fc.constantFrom('audio/wav', 'image/png', 'application/octet-stream'),
});

interface RequestNeeds {
  url: string;
  count: number;
  seed: number;
  kinds?: readonly ('json' | 'form' | 'none' | 'query')[];
  /** Fields without line breaks, and without a backslash before an HTTPie separator. */
  plainFields?: boolean;
}

/** Requests of all kinds to a server; the same for the same seed. */
export function randomRequests({
  url,
  count,
  seed,
  kinds = ['json', 'form', 'none', 'query'],
  plainFields = false,
}: RequestNeeds): SnippetRequest[] {
  const one = fc.constantFrom(...kinds).chain((kind) => {
    const fields: fc.Arbitrary<SnippetField[]> = fc
      .array(fc.oneof<fc.Arbitrary<SnippetField>[]>(textField(plainFields), fileField), { minLength: 1, maxLength: 4 })
      .map((list) =>
        plainFields
          ? list.map((field) =>
              'value' in field ? { ...field, value: field.value.replace(/\\+(?=[:;=@]|$)/g, '') } : field,
            )
          : list,
      );
    return fc.record({
      kind: fc.constant(kind),
      routeId: fc.constantFrom<RouteId>(
        ...(kind === 'json'
          ? (['chat.completions', 'responses', 'rerank', 'embeddings', 'videos'] as const)
          : kind === 'form'
            ? (['images.edits', 'audio.transcriptions'] as const)
            : kind === 'query'
              ? (['native.generateContent'] as const)
              : (['models', 'videos.get', 'video.generations.get'] as const)),
      ),
      param: fc.oneof(
        fc.constantFrom('task_1', 'a b', "it's", 'ü', 'a%2Fb', '$x', 'x?y#z'),
        nastyText.filter((text) => text.trim() !== '' && !/^\.+$/.test(text)),
      ),
      query: fc.array(fc.tuple(fc.constantFrom('a', 'b c', 'ü'), nastyText), { maxLength: 2 }),
      note: headerValue,
      team: headerValue,
      json: jsonText,
      fields,
    });
  });
  return fc.sample(one, { numRuns: count, seed }).map(({ kind, routeId, param, query, note, team, json, fields }) => {
    const route = routes[routeId];
    const params = Object.fromEntries(pathParameters(route).map((name) => [name, param.replace(/[:/]/g, '_')]));
    const address = joinRoute(
      { ...usualGateway(), baseAddress: `${url}/base` },
      route,
      params,
      kind === 'none' ? query : [],
    );
    const isForm = kind === 'form';
    return {
      method: route.method,
      address: kind === 'query' ? `${address}?key=${redacted}` : address,
      headers: [
        ['Host', new URL(url).host],
        ['Connection', 'keep-alive'],
        ['User-Agent', 'Patchbay/1.2.3'],
        ['Accept', 'application/json'],
        ['Accept-Encoding', 'identity'],
        ...(kind === 'none'
          ? []
          : [['Content-Type', isForm ? 'multipart/form-data; boundary=x' : 'application/json'] as const]),
        ['X-Note', note],
        ['X-Team', `${team}${redacted}${team}`.trim()],
        ...(kind === 'query' ? [] : [['Authorization', `Bearer ${redacted}`] as const]),
      ],
      body:
        kind === 'none'
          ? { kind: 'none' }
          : isForm
            ? { kind: 'form', fields }
            : { kind: 'text', text: json, inline: [] },
      routeId,
      streamed: kind === 'json' && route.streams === 'field' && /"stream": ?true/.test(json),
      notes: [],
    };
  });
}

/** What should arrive. */
export function expectedHeaders(
  { headers, body }: SnippetRequest,
  without: readonly string[] = [],
): [string, string][] {
  const left = new Set(['host', 'connection', 'accept-encoding', 'content-length', ...without]);
  return headers
    .filter(([name]) => !left.has(name.toLowerCase()) && !(body.kind === 'form' && name === 'Content-Type'))
    .map(([name, value]) => [
      name.toLowerCase(),
      value.replaceAll(redacted, name === 'X-Team' ? secrets.PATCHBAY_X_TEAM : secrets.PATCHBAY_API_KEY).trim(),
    ]);
}

export const expectedTarget = ({ address }: SnippetRequest, url: string) =>
  address.slice(url.length).replace(redacted, encodeURIComponent(secrets.PATCHBAY_API_KEY));
