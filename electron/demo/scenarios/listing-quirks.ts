import { asList, asRecord, type JsonRecord } from '../json-value.ts';
import type { Reply } from '../responses/reply.ts';
import { mapDocuments } from '../responses/steps.ts';
import type { Fault } from './fault.ts';

const listing = (
  name: string,
  title: string,
  about: string,
  change: (records: JsonRecord[]) => JsonRecord[],
): Fault => ({
  name,
  title,
  about,
  routes: 'listings',
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
export const listingFaults: readonly Fault[] = [
  listing('models-null-types', 'Models without types', 'The list says of no model which routes it has.', (records) =>
    records.map((record) => ({ ...record, supported_endpoint_types: null })),
  ),
  listing('models-duplicates', 'Models listed twice', 'Every model is in the list twice, in no order.', (records) => [
    ...records.toReversed(),
    ...records,
  ]),
  listing(
    'models-plain',
    'Old list of models',
    'The list of an older gateway: no types, but permissions and parents.',
    (records) =>
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
  listing(
    'models-rich',
    'List with prices',
    'Every model comes with a name, a context length, prices and abilities.',
    (records) =>
      records.map((record) => ({
        ...record,
        name: `Demo: ${record.id}`,
        context_length: 131_072,
        pricing: { prompt: '0.000001', completion: '0.000002' },
        architecture: { modality: 'text->text', input_modalities: ['text'], output_modalities: ['text'] },
      })),
  ),
  listing('models-empty', 'Empty list', 'The list holds no model at all.', () => []),
  {
    name: 'models-endless-pages',
    title: 'Pages without end',
    about: 'Every page of the native list points to itself as the next one.',
    routes: 'listings',
    alter: (reply) =>
      reply.dialect === 'native-models'
        ? mapDocuments(reply, (document) => ({ ...asRecord(document), nextPageToken: 'again' }))
        : reply,
  },
];
