import { formatCount } from '#shared/format.ts';
import { plural } from '../../../lib/i18n/strings/plural.ts';

/** Strings of the images panel: the gallery and its batch actions. */
export const imagesGallery = {
  gallery: {
    title: 'Gallery',
    keys: 'Arrow keys open the next or previous item. With Shift they select several, with Ctrl they move without selecting, and Space adds one. S stars, U uses the image as input, D saves it, Delete deletes.',
    search: 'Search gallery',
    endSearch: 'Close search',
    searchPlaceholder: 'Prompt, model, revised prompt',
    filters: { all: 'All', starred: 'Starred', running: 'Running', done: 'Completed', failed: 'Failed' },
    untitled: 'No prompt',
    starred: 'Starred',
    became: 'received as',
    moderated: 'Content filter',
    noPicture: 'No image',
    text: 'Text',
    empty: 'No images yet',
    emptyBody: 'Images you generate or edit are saved here with their prompt, parameters and request.',
    noneFound: 'No matches',
    noneFoundBody: 'Change the filter or the search.',
  },
  selection: {
    title: (count: number) => `${formatCount(count)} selected`,
    compare: 'Compare side by side',
    compareCount: (most: number) => `Select 2 to ${most} items with images`,
    edit: 'Use as inputs',
    sheet: 'Contact sheet',
    sheetFailed: 'The contact sheet couldn’t be created',
    noPictures: 'The selection has no images',
    save: 'Save images',
    star: 'Star or unstar',
    delete: 'Delete',
    clear: 'Clear selection',
  },
  deleting: {
    title: (count: number) => (count === 1 ? 'Delete this item?' : `Delete ${formatCount(count)} items?`),
    body: (isRunning: boolean) =>
      `Images, prompts and parameters will be deleted. Recorded requests stay in Wire.${isRunning ? ' Requests in progress will be stopped.' : ''}`,
    confirm: 'Delete',
    cancel: 'Cancel',
    done: (count: number) => `${plural(count, 'item', 'items')} deleted`,
    undo: 'Undo',
  },
  compare: {
    title: (count: number) => `Comparing ${count} images`,
    keys: 'Images side by side. Press plus or minus to zoom all of them, the arrow keys to move, 0 to fit, Escape to close.',
    in: 'Zoom in',
    out: 'Zoom out',
    fit: 'Fit all',
    close: 'Close comparison',
  },
  variations: {
    title: 'Versions',
    open: (title: string, depth: number) => (depth === 0 ? `${title}, original` : `${title}, edit ${depth}`),
  },
};
