import { asList, asRecord } from '../json-value.ts';
import { relayError } from '../responses/errors.ts';
import { mapDocuments } from '../responses/steps.ts';
import type { Fault } from './fault.ts';

/** How the legacy edits route answers today, and the shapes it is known to answer with. */
export const editFaults: readonly Fault[] = [
  {
    name: 'edits-refused',
    title: 'Legacy edits refused',
    about: 'Status 400 for every request, since current gateways hand the route to the wrong handler.',
    routes: 'edits',
    instead: (authorized) =>
      authorized.route === 'edits'
        ? relayError(authorized, 400, {
            message: 'invalid request type, expected dto.GeneralOpenAIRequest, got *dto.ImageRequest',
            code: 'invalid_request',
          })
        : null,
  },
  {
    name: 'edits-as-chat',
    title: 'Edit as a chat completion',
    about: 'The edited text comes as the message of a chat completion.',
    routes: 'edits',
    alter: (reply) =>
      reply.dialect === 'edits'
        ? mapDocuments(reply, (document) => ({
            ...asRecord(document),
            object: 'chat.completion',
            choices: asList(asRecord(document).choices).map((choice, index) => ({
              index,
              message: { role: 'assistant', content: asRecord(choice).text },
              finish_reason: 'stop',
            })),
          }))
        : reply,
  },
  {
    name: 'edits-empty',
    title: 'Edit without text',
    about: 'Status 200 with a choice whose text is empty.',
    routes: 'edits',
    alter: (reply) =>
      reply.dialect === 'edits'
        ? mapDocuments(reply, (document) => ({ ...asRecord(document), choices: [{ text: '', index: 0 }] }))
        : reply,
  },
];
