import { plural } from './plural.ts';

/** Words of the pieces that panels share. */
export const pieces = {
  environments: { dev: 'dev', stage: 'staging', prod: 'live' },
  failure: {
    status: 'status',
    code: 'code',
    param: 'parameter',
    wait: 'wait',
    request: 'request',
    wire: 'Wire',
    says: (words: string) => `The gateway says: “${words}”`,
    sent: {
      'not-sent': 'The request was not sent.',
      'maybe-processed': 'The request was sent. It may have been processed and charged.',
    },
  },
  files: {
    list: 'Files',
    adding: (name: string) => `Adding ${name}`,
    remove: (name: string) => `Remove ${name}`,
    retry: (name: string) => `Try ${name} again`,
  },
  patch: {
    key: 'Key, change it:',
    route: 'Route, change it:',
    model: 'Model, change it:',
    routes: 'Routes',
    noKey: 'no key',
    noConnection: 'no connection',
    chooseModel: 'choose a model',
    manageKeys: 'Add or change keys',
    state: {
      idle: 'nothing sent yet',
      preparing: 'sent, no byte yet',
      streaming: 'the answer arrives',
      done: 'answered',
      cut: 'broken off',
      failed: 'failed',
    },
  },
  models: {
    placeholder: 'Find a model, or type its id',
    list: 'Models',
    asTyped: (id: string) => `Use “${id}” as typed`,
    current: 'in use',
    none: 'The gateway lists no models. Type an id.',
    notListed: 'Not listed yet. List the models, or type an id.',
    never: 'not listed yet',
    asOf: (count: number, when: string) => `${plural(count, 'model', 'models')}, listed ${when}`,
    refresh: 'List again',
  },
};
