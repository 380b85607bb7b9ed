import { plural } from './plural.ts';

/** Sentences of the page's own readers and devices: texts that come in, what became of their vectors, the microphone. */
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
