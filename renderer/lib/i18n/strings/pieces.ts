import { joined } from './joined.ts';
import { plural } from './plural.ts';

/** Strings of the components that panels share. */
export const pieces = {
  /** Several names in a sentence. */
  list: (names: readonly string[]) => names.join(', '),
  /** Sentences one after another; absent ones are left out. */
  sentences: (...sentences: readonly (string | false | null)[]) => joined(sentences, ' '),
  /** Facts side by side; absent ones are left out. */
  facts: (...facts: readonly (string | number | false | null)[]) => joined(facts, ', '),
  environments: { dev: 'dev', stage: 'staging', prod: 'production' },
  failure: {
    status: 'status',
    code: 'code',
    param: 'parameter',
    wait: 'Retry-After',
    time: 'time',
    request: 'request ID',
    wire: 'View request',
    details: 'Details',
    fixes: {
      checkKey: 'Check the key',
      addKey: 'Add a key',
      otherKey: 'Use another key',
      editConnection: 'Edit connection',
      selectModel: 'Select a model',
      tryStyles: 'Try other styles',
    },
    waiting: (seconds: number) => `in ${seconds} s`,
    styleFound: (style: string) => `Native routes accept the key as ${style}. Send again.`,
    styleNotFound:
      'Native routes rejected the key in every header. Only ?key= wasn’t tried; you can select it in Connections.',
    sentence: (headline: string) => `${headline}. `,
    kept: {
      'not-sent': 'Nothing was sent.',
      'maybe-processed': 'The request may have been processed and billed.',
      'arrived-kept': 'What arrived is kept.',
      'not-saved': 'Nothing was saved.',
      unchanged: 'Nothing was changed.',
      input: 'Your input is kept.',
    },
  },
  files: {
    empty: (name: string) => ({ message: `${name} is empty (0 bytes).`, hint: 'Select another file.' }),
    page: (name: string) => ({
      message: `${name} is a web page.`,
      hint: 'The download may have saved an error page under this name. Download the file again.',
    }),
    unreadable: (name: string) => ({
      message: `${name} can’t be read.`,
      hint: 'Folders can’t be added. Add the files in them instead.',
    }),
    tooLargeToOpen: (name: string, size: string, most: string) => ({
      message: `${name} is ${size}. The limit for such files is ${most}.`,
      hint: 'Nothing was read. Open a smaller file.',
    }),
    notText: (name: string) => ({
      message: `${name} is damaged or isn’t a text file.`,
      hint: 'Nothing was imported. Download or export the file again.',
    }),
    notOpened: 'This file can’t be opened here',
    opens:
      'Connection files (.patchbay) and recorded requests (.har) can be dropped anywhere. Drop other files on a field that accepts them.',
    list: 'Files',
    adding: (name: string) => `Adding ${name}`,
    remove: (name: string) => `Remove ${name}`,
    retry: (name: string) => `Retry ${name}`,
    stopped: { message: 'Upload stopped.', hint: 'You can add the file again.' },
    notTaken: (status: number) => ({
      message: status ? `Upload failed (${status}).` : 'Upload failed.',
      hint: 'The original file is unchanged. Retry the upload.',
    }),
  },
  patch: {
    key: 'Key:',
    route: 'Route:',
    model: 'Model:',
    routes: 'Routes',
    noKey: 'No key',
    noConnection: 'No connection',
    chooseModel: 'Select a model',
    manageKeys: 'Manage keys',
    changed: 'Changed since the last request',
    state: {
      idle: 'Not sent',
      preparing: 'Waiting for the first byte',
      streaming: 'Receiving',
      done: 'Completed',
      cut: 'Interrupted',
      failed: 'Failed',
    },
  },
  /** Work that belongs to another connection or key than the selected one. */
  origin: {
    'other-connection': (name: string) => `Started on ${name}.`,
    'gone-connection': (name: string) => `Started on ${name}, which was deleted.`,
    'other-key': (name: string) => `Started with key ${name}.`,
    'gone-key': (name: string) => `Started with key ${name}, which is no longer available.`,
    unnamedConnection: 'another connection',
    unnamedKey: '(unknown)',
    noKey: '(none)',
    back: 'Switch back',
    continueOn: (name: string) => `Use ${name} from here`,
    continueWith: (name: string) => `Use key ${name} from here`,
    manage: 'Manage connections',
    needsChoice: 'Select a connection and key first',
  },
  models: {
    placeholder: 'Search models or enter an ID',
    list: 'Models',
    asTyped: (id: string) => `Use “${id}”`,
    current: 'selected',
    none: 'No models listed. Enter a model ID.',
    notListed: 'No model list yet. Refresh, or enter a model ID.',
    never: 'No model list yet',
    asOf: (count: number, when: string) => `${plural(count, 'model', 'models')}, updated ${when}`,
    refresh: 'Refresh',
    sections: {
      recent: 'Recent',
      fitting: 'For this route',
      others: 'Other models',
      unfit: 'Other models (likely rejected by this route)',
      typed: 'Custom ID',
    },
    dead: 'no response',
    unlisted: 'not listed',
    from: { declared: 'from the model list', guessed: 'inferred from the ID' },
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
    copyFailed: 'Couldn’t copy',
    image: 'Image, not loaded',
    footnotes: 'Footnotes',
    backToText: 'Back to text',
    taskDone: 'done',
    taskOpen: 'not done',
    more: 'Show more',
    moreRows: 'Show more rows',
    moreColumns: 'Show more columns',
  },
};

/** Strings of the page's own readers and devices: text import, the results of embedding, the microphone. */
export const texts = {
  file: {
    large: (name: string) => `${name} is larger than 40 MB. Nothing was imported. Split it into smaller files.`,
    folder: (name: string) => `${name} can’t be read: it is a folder or was moved. Drop the files themselves.`,
    empty: (name: string) => `${name} is empty (0 bytes).`,
    bytes: (name: string) => `${name} isn’t a text file.`,
    encoding: (name: string) => `${name} isn’t UTF-8. Nothing was imported. Save it as UTF-8 (in Excel: “CSV UTF-8”).`,
  },
  reading: {
    cells: (cells: number, columns: number) =>
      `This row has ${plural(cells, 'cell', 'cells')}, the header row has ${columns}.`,
    columns: (read: string, columns: string) => `Only the first ${read} of ${columns} columns are read.`,
    noRows: 'There is a header row, but no data.',
    openQuote: 'Unclosed quotation mark. The line is read as is.',
    strayQuote: 'Unexpected quotation mark. The cell is read as is.',
    column: (number: number) => `column ${number}`,
    emptyCell: (column: string) => `Column “${column}” is empty here. Row skipped.`,
    notText: (what: string) => `Expected text or an object, found ${what}. Line skipped.`,
    values: { list: 'an array', number: 'a number', boolean: 'a boolean' },
    notJson: 'Invalid JSON. Line skipped.',
    more: (count: number) => plural(count, 'more problem like this.', 'more problems like these.'),
  },
  vectors: {
    stoppedBefore: { message: 'Stopped before this input was embedded.', hint: 'Resume to embed it.' },
    stopped: { message: 'You stopped the run.', hint: 'Finished vectors are kept. Resume to continue.' },
    none: { message: 'The response contains no vectors.', hint: 'View the request, or try another model.' },
    missing: { message: 'The response contains no vector for this input.', hint: 'Resume to request it again.' },
    unread: 'The vectors couldn’t be read.',
  },
  microphone: {
    lost: (label: string) => ({
      message: `Microphone “${label}” was disconnected.`,
      hint: 'Reconnect it, or select another one.',
    }),
    forbidden: {
      message: 'Microphone access denied.',
      hint: 'Allow it in the browser or system settings, then start again.',
    },
    held: {
      message: 'The microphone couldn’t be opened. Another app may be using it.',
      hint: 'Close the other app, or select another microphone.',
    },
    gone: { message: 'The selected microphone is no longer available.', hint: 'Select another one.' },
    none: { message: 'No microphone found.', hint: 'Connect one, or use a file or text instead.' },
  },
  /** Next to the name of a field that is turned off. */
  notSent: 'not sent',
  noLastWord: 'The request ended without a final event.',
};
