import { asList, asRecord, type JsonRecord } from '../json-value.ts';
import type { Reply } from '../responses/reply.ts';
import { mapDocuments } from '../responses/steps.ts';
import { type Effect, faultsOf } from './fault.ts';

const listing = (change: (records: JsonRecord[]) => JsonRecord[]): Effect => ({
  alter: (reply) => mapRecords(reply, change),
});

function mapRecords(reply: Reply, change: (records: JsonRecord[]) => JsonRecord[]): Reply {
  const field = reply.dialect === 'models' ? 'data' : 'models';
  if (reply.dialect !== 'models' && reply.dialect !== 'native-models') return reply;
  return mapDocuments(reply, (document) => ({
    ...asRecord(document),
    [field]: change(asList(asRecord(document)[field]).map(asRecord)),
  }));
}

/** How other gateways list their models. */
export const listingFaults = faultsOf(
  `
  models-null-types | listings | Models without types | The list says of no model which routes it has.
  models-duplicates | listings | Models listed twice | Every model is in the list twice, in no order.
  models-plain | listings | Old list of models | The list of an older gateway: no types, but permissions and parents.
  models-rich | listings | List with prices | Every model comes with a name, a context length, prices and abilities.
  models-empty | listings | Empty list | The list holds no model at all.
  models-endless-pages | listings | Pages without end | Every page of the native list points to itself as the next one.
`,
  {
    'models-null-types': listing((records) => records.map((record) => ({ ...record, supported_endpoint_types: null }))),
    'models-duplicates': listing((records) => [...records.toReversed(), ...records]),
    'models-plain': listing((records) =>
      records.map(({ id, object, created, owned_by }) => ({
        id,
        object,
        created,
        owned_by,
        permission: [],
        root: id,
        parent: null,
      })),
    ),
    'models-rich': listing((records) =>
      records.map((record) => ({
        ...record,
        name: `Demo: ${record.id}`,
        context_length: 131_072,
        pricing: { prompt: '0.000001', completion: '0.000002' },
        architecture: { modality: 'text->text', input_modalities: ['text'], output_modalities: ['text'] },
      })),
    ),
    'models-empty': listing(() => []),
    'models-endless-pages': (reply) =>
      reply.dialect === 'native-models'
        ? mapDocuments(reply, (document) => ({ ...asRecord(document), nextPageToken: 'again' }))
        : reply,
  },
);
