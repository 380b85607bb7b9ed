import { asList, asRecord } from '#demo/json-value.ts';
import { documentsIn, faultsOf } from '#demo/scenarios/fault.ts';

/** How the legacy edits route responds today, and its known response shapes. */
export const editFaults = faultsOf(
  `
  edits-as-chat | edits
  edits-empty | edits
`,
  {
    'edits-as-chat': documentsIn('edits', (document) => ({
      ...document,
      object: 'chat.completion',
      choices: asList(document.choices).map((choice, index) => ({
        index,
        message: { role: 'assistant', content: asRecord(choice).text },
        finish_reason: 'stop',
      })),
    })),
    'edits-empty': documentsIn('edits', (document) => ({ ...document, choices: [{ text: '', index: 0 }] })),
  },
);
