import { plural } from '../../../lib/i18n/strings/plural.ts';

/** Strings of the images panel: the gallery and its batch actions. */
export const imagesGallery = {
  gallery: {
    title: 'Gallery',
    search: 'Search the gallery',
    endSearch: 'End the search',
    searchPlaceholder: 'Prompt, model, revised prompt',
    filters: { all: 'All', starred: 'Starred', running: 'Running', done: 'Done', failed: 'Failed' },
    untitled: 'Without a prompt',
    starred: 'starred',
    became: 'became',
    moderated: 'safety refusal',
    noPicture: 'no picture',
    text: 'text',
    empty: 'Nothing made yet',
    emptyBody: 'Every picture that you make or edit stays here, with its prompt, its parameters and its exchange.',
    noneFound: 'Nothing fits',
    noneFoundBody: 'Change the filter or the search.',
  },
  selection: {
    title: (count: number) => `${count} chosen`,
    compare: 'Compare side by side',
    compareCount: (most: number) => `Choose 2 to ${most} with pictures`,
    edit: 'Use as inputs',
    sheet: 'Contact sheet',
    sheetFailed: 'The contact sheet could not be made',
    noPictures: 'None of them has a picture',
    save: 'Save the pictures',
    star: 'Star or unstar',
    delete: 'Delete',
    clear: 'Choose none',
  },
  deleting: {
    title: (count: number) => (count === 1 ? 'Delete this from the gallery?' : `Delete ${count} from the gallery?`),
    body: (count: number) =>
      `${count === 1 ? 'It goes' : 'They go'} with prompt and parameters. The exchanges stay on the wire.`,
    running: 'What still runs is stopped.',
    confirm: 'Delete',
    cancel: 'Cancel',
    done: (count: number) => `${plural(count, 'entry', 'entries')} deleted`,
    undo: 'Undo',
  },
  compare: {
    title: (count: number) => `${count} side by side`,
    keys: 'Pictures side by side. Plus and minus zoom all of them, arrows move them, 0 fits, Escape closes.',
    in: 'Nearer',
    out: 'Farther',
    fit: 'Fit all',
    close: 'End comparing',
  },
  variations: {
    title: 'Made from each other',
    open: (title: string, depth: number) => `${title}, step ${depth + 1}`,
  },
};
