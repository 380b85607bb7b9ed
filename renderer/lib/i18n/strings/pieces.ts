import { joined } from './joined.ts';
import { plural } from './plural.ts';

/** Strings of the components that panels share. */
export const pieces = {
  /** Several names in a sentence. */
  list: (names: readonly string[]) => names.join(', '),
  /** Facts side by side; absent ones are left out. */
  facts: (...facts: readonly (string | number | false | null)[]) => joined(facts, ', '),
  environments: { dev: 'dev', stage: 'staging', prod: 'live' },
  failure: {
    status: 'status',
    code: 'code',
    param: 'parameter',
    wait: 'wait',
    request: 'request',
    wire: 'Wire',
    tryStyles: 'Try other key styles',
    styleFound: (style: string) => `Native routes take the key as ${style}. Send again.`,
    styleNotFound: 'Native routes refused the key in every header. Only ?key= was not tried; it is offered under Keys.',
    sentence: (headline: string) => `${headline}. `,
    says: (words: string) => `The gateway says: “${words}”`,
    sent: {
      'not-sent': 'The request was not sent.',
      'maybe-processed': 'The request was sent. It may have been processed and charged.',
    },
    keptAndAgain: (kept: string, again: string) => `Kept: ${kept}. Sending it again: ${again}.`,
    keeps: { request: 'the request', arrived: 'the request and all that came' },
    mayAgain: {
      'change-first': 'only with a change',
      'wait-first': 'after a wait',
      manual: 'at once',
      'manual-may-charge-twice': 'may be charged twice',
    },
  },
  files: {
    empty: (name: string) => ({ message: `${name} is empty: it has 0 bytes.`, hint: 'Choose another one.' }),
    page: (name: string) => ({
      message: `${name} is a web page and not what its name says.`,
      hint: 'Perhaps a download saved an error page under this name. Save the file itself and add that.',
    }),
    unreadable: (name: string) => ({
      message: `${name} can not be read.`,
      hint: 'A folder is not taken: add the files in it themselves.',
    }),
    tooLargeToOpen: (name: string, size: string, most: string) => ({
      message: `${name} is ${size}. Patchbay opens such a file up to ${most}.`,
      hint: 'Nothing was read. Open a smaller file.',
    }),
    notText: (name: string) => ({
      message: `${name} is damaged, or is not a text file.`,
      hint: 'Nothing was imported. Get the file again.',
    }),
    notOpened: 'This file can’t be opened here',
    opens:
      'Connection files (.patchbay) and recorded requests (.har) can be dropped anywhere. Drop other files on a field that takes them.',
    list: 'Files',
    adding: (name: string) => `Adding ${name}`,
    remove: (name: string) => `Remove ${name}`,
    retry: (name: string) => `Try ${name} again`,
    stopped: { message: 'You stopped this file.', hint: 'Add it again when you like.' },
    notTaken: (status: number) => ({
      message: status ? `The file was not taken (${status}).` : 'The file did not reach Patchbay.',
      hint: 'The original is untouched. Try it again.',
    }),
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
    changed: 'changed since the last reply',
    state: {
      idle: 'nothing sent yet',
      preparing: 'sent, no byte yet',
      streaming: 'the answer arrives',
      done: 'answered',
      cut: 'broken off',
      failed: 'failed',
    },
  },
  /** Work that belongs to another connection or key than the selected one. */
  origin: {
    'other-connection': (name: string) => `Started on ${name}.`,
    'gone-connection': (name: string) => `Started on ${name}, which was deleted.`,
    'other-key': (name: string) => `Started with key ${name}.`,
    'gone-key': (name: string) => `Started with key ${name}, which is no longer available.`,
    unnamedConnection: 'another connection',
    unnamedKey: 'another one',
    noKey: 'none',
    back: 'Switch back',
    continueOn: (name: string) => `Use ${name} from here`,
    continueWith: (name: string) => `Use key ${name} from here`,
    manage: 'Manage connections',
    needsChoice: 'Choose where to send this first',
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
    sections: {
      recent: 'Recent',
      fitting: 'For this route',
      others: 'Others',
      unfit: 'Other models: this route is likely to reject them',
      typed: 'As typed',
    },
    dead: 'no answer',
    unlisted: 'not listed',
    from: { declared: 'declared by the listing', guessed: 'guessed from the id' },
    capabilities: {
      chat: 'chat',
      responses: 'responses',
      compact: 'compact',
      native: 'native',
      embeddings: 'embeddings',
      rerank: 'rerank',
      images: 'images',
      edits: 'edits',
      transcription: 'transcription',
      speech: 'speech',
      realtime: 'realtime',
      video: 'video',
    },
  },
  markdown: {
    copy: 'Copy code',
    copied: 'Copied',
    copyFailed: 'Could not copy',
    image: 'Picture, not loaded',
    footnotes: 'Footnotes',
    backToText: 'Back to the text',
    taskDone: 'done',
    taskOpen: 'open',
    more: 'Show more',
    moreRows: 'Show more rows',
    moreColumns: 'Show more columns',
  },
};

/** Strings of the page's own readers and devices: text import, the results of embedding, the microphone. */
export const texts = {
  file: {
    large: (name: string) => `${name} is larger than 40 MB. Nothing was taken; cut it into smaller files.`,
    folder: (name: string) => `${name} can not be read: it is a folder, or it was moved. Drop the files themselves.`,
    empty: (name: string) => `${name} is empty: it holds 0 bytes.`,
    bytes: (name: string) => `${name} is no text: its bytes are those of another kind of file.`,
    encoding: (name: string) =>
      `${name} is not written in UTF-8, and its letters would come out wrong. Nothing was taken; save it as UTF-8 (in Excel: “CSV UTF-8”).`,
  },
  reading: {
    cells: (cells: number, columns: number) =>
      `This row has ${plural(cells, 'cell', 'cells')} and the head ${columns}.`,
    columns: (read: string, columns: string) => `Only the first ${read} of ${columns} columns are read.`,
    noRows: 'There is a head and no row below it.',
    openQuote: 'A quotation mark is opened here and never closed; its line is taken as it is.',
    strayQuote: 'A quotation mark stands where none belongs; the cell is taken as it is.',
    column: (number: number) => `column ${number}`,
    emptyCell: (column: string) => `The column “${column}” is empty here; the row is left out.`,
    notText: (what: string) => `Here stands ${what} and neither a text nor an object; it is left out.`,
    values: { list: 'a list', number: 'a number', boolean: 'true or false' },
    notJson: 'This line is no JSON value; it is left out.',
    more: (count: number) => `${count} more like these.`,
  },
  vectors: {
    stoppedBefore: { message: 'You stopped before this text was embedded.', hint: 'Resume asks for it again.' },
    stopped: { message: 'You stopped the run.', hint: 'What was embedded is kept. Resume goes on from there.' },
    none: {
      message: 'The gateway answered without a single vector.',
      hint: 'Look at the answer on the wire, or try another model.',
    },
    missing: { message: 'The answer held no vector for this text.', hint: 'Resume asks for it again.' },
    unread: 'The vectors could not be read.',
  },
  microphone: {
    lost: (label: string) => ({
      message: `The microphone “${label}” is gone.`,
      hint: 'Plug it in or choose another one.',
    }),
    forbidden: {
      message: 'The microphone may not be used here.',
      hint: 'Allow it in the settings of the browser or the system, then start again.',
    },
    held: {
      message: 'The microphone could not be opened; another program may hold it.',
      hint: 'Close the other program, or choose another microphone.',
    },
    gone: { message: 'The chosen microphone is not there any more.', hint: 'Choose another one.' },
    none: { message: 'There is no microphone.', hint: 'Plug one in, or use a file or writing instead.' },
  },
  /** Beside the name of a field that is not ticked. */
  notSent: 'not sent',
  noLastWord: 'The exchange ended without its last word.',
};
