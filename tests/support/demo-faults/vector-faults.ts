import { asRecord, type JsonRecord } from '#demo/json-value.ts';
import { rawReply, type Step } from '#demo/responses/reply.ts';
import { withSteps } from '#demo/responses/steps.ts';
import { packFloats } from '#demo/routes/embeddings.ts';
import { entries, entriesOf, valuesOf, whole } from '#demo/scenarios/data-faults.ts';
import { type Effect, faultsOf, inDialect } from '#demo/scenarios/fault.ts';

const raw = (bytes: string): Step => ({ do: 'raw', bytes });

/** Writes bytes instead of a document: what JSON cannot represent. */
const written = (write: (document: JsonRecord) => string): Effect =>
  inDialect('embeddings', (reply) => {
    const [step] = [...reply.steps];
    return step?.do === 'send' ? withSteps(reply, () => [raw(write(asRecord(step.document)))]) : reply;
  });

/** Shapes and defects of vectors, as gateways and the servers behind them really send them. */
export const vectorFaults = faultsOf(
  `
  embeddings-always-base64 | embeddings
  embeddings-always-float | embeddings
  embeddings-unordered | embeddings
  embeddings-same-index | embeddings
  embeddings-no-index | embeddings
  embeddings-no-data | embeddings
  embeddings-nested | embeddings
  embeddings-cut-base64 | embeddings
  embeddings-nan | embeddings
  embeddings-bare-list | embeddings
  embeddings-field-embeddings | embeddings
  embeddings-by-type | embeddings
  embeddings-native-shape | embeddings
  fixture-e1 | embeddings
`,
  {
    'embeddings-always-base64': entries((all) =>
      all.map((entry) => ({ ...entry, embedding: packFloats(valuesOf(entry)) })),
    ),
    'embeddings-always-float': entries((all) => all.map((entry) => ({ ...entry, embedding: valuesOf(entry) }))),
    'embeddings-unordered': entries((all) => all.toReversed()),
    'embeddings-same-index': entries((all) => all.map((entry) => ({ ...entry, index: 0 }))),
    'embeddings-no-index': entries((all) => all.map(({ index: _, ...entry }) => entry)),
    'embeddings-no-data': entries(() => []),
    'embeddings-nested': entries((all) => all.map((entry) => ({ ...entry, embedding: [valuesOf(entry)] }))),
    'embeddings-cut-base64': entries((all) =>
      all.map((entry) => ({ ...entry, embedding: packFloats(valuesOf(entry)).slice(0, -6) })),
    ),
    'embeddings-nan': written((document) =>
      JSON.stringify({
        ...document,
        data: entriesOf(document).map((entry) => ({ ...entry, embedding: valuesOf(entry) })),
      }).replace(/"embedding":\[[^,\]]+/g, '"embedding":[NaN'),
    ),
    'embeddings-bare-list': whole((document) => entriesOf(document).map(valuesOf)),
    'embeddings-field-embeddings': whole((document) => ({
      model: document.model,
      embeddings: entriesOf(document).map(valuesOf),
      prompt_eval_count: asRecord(document.usage).prompt_tokens,
    })),
    'embeddings-by-type': whole((document) => ({
      id: 'emb-demo',
      embeddings: { float: entriesOf(document).map(valuesOf) },
      response_type: 'embeddings_by_type',
      meta: { api_version: { version: '2' }, billed_units: { input_tokens: asRecord(document.usage).prompt_tokens } },
    })),
    'embeddings-native-shape': whole((document) => ({
      embeddings: entriesOf(document).map((entry) => ({ values: valuesOf(entry) })),
    })),
    'fixture-e1': (reply) =>
      reply.dialect === 'embeddings'
        ? rawReply(
            200,
            'application/json',
            '{"object":"list","data":[{"object":"embedding","index":0,"embedding":"AACAPwAAAEA="}],"model":"x","usage":{"prompt_tokens":1,"total_tokens":1}}',
          )
        : reply,
  },
);
