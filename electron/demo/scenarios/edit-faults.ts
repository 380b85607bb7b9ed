import { asList, asRecord } from '../json-value.ts';
import { relayError } from '../responses/errors.ts';
import { documentsIn, faultsOf } from './fault.ts';

/** How the legacy edits route responds today, and its known response shapes. */
export const editFaults = faultsOf(
  `
  edits-refused | edits | Legacy edits rejected | Status 400 for every request, because current gateways use the wrong handler for this route.
  edits-as-chat | edits | Edit as a chat completion | The edited text arrives as the message of a chat completion.
  edits-empty | edits | Edit without text | Status 200 with a choice whose text is empty.
`,
  {
    'edits-refused': {
      instead: (authorized) =>
        authorized.route === 'edits'
          ? relayError(authorized, 400, {
              message: 'invalid request type, expected dto.GeneralOpenAIRequest, got *dto.ImageRequest',
              code: 'invalid_request',
            })
          : null,
    },
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
