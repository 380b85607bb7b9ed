import { listing } from '#demo/scenarios/data-faults.ts';
import { faultsOf } from '#demo/scenarios/fault.ts';

/** How other gateways list their models. */
export const listingFaults = faultsOf(
  `
  models-duplicates | listings
  models-plain | listings
  models-rich | listings
`,
  {
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
  },
);
