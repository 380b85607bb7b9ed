import { common } from '../../../lib/i18n/strings/common.ts';
/** Strings of the images panel: the mask painter and the comparison with the original. */
export const imagesMask = {
  mask: {
    title: 'Mask',
    tools: 'Mask tools',
    tool: 'Tool',
    names: {
      paint: 'Paint',
      erase: 'Erase',
      lasso: 'Lasso',
      rectangle: 'Rectangle',
      fill: 'Fill by color',
      pan: 'Pan',
    },
    altRemoves: 'Hold Alt to remove',
    tolerance: 'Tolerance',
    toleranceLabel: 'Color tolerance, 0 to 128',
    fromFile: 'From file…',
    maskOf: (name: string) => `Mask of ${name}`,
    size: 'Size',
    sizeLabel: 'Brush size in pixels',
    undo: 'Undo',
    redo: 'Redo',
    nothingToUndo: 'Nothing to undo',
    nothingToRedo: 'Nothing to redo',
    clear: 'Clear',
    invert: 'Invert mask',
    load: 'Load mask',
    share: (share: string) => `Mask ${share}%`,
    canvas: (name: string, width: number, height: number) => `Mask over ${name}, ${width} by ${height} pixels`,
    keys: 'Arrow keys move the brush; with Shift they paint, with Ctrl they move one pixel, with Alt they pan. Enter uses the tool: it paints a dot, fills by color, or sets a corner of a rectangle or lasso; a lasso ends where a corner is set twice, and with Alt the area is removed. Brackets change the brush size. B paints, E erases, L is the lasso, R the rectangle, G the fill, H pans, I inverts, Delete clears, Ctrl Z undoes, Ctrl Shift Z redoes, plus and minus zoom, 0 fits.',
    at: (x: number, y: number) => `${x}, ${y}`,
    paintedAt: (x: number, y: number) => `Painted at ${x}, ${y}`,
    erasedAt: (x: number, y: number) => `Erased at ${x}, ${y}`,
    filledAt: (x: number, y: number) => `Filled at ${x}, ${y}`,
    cornerAt: (x: number, y: number) => `Corner at ${x}, ${y}`,
    cleared: 'Mask cleared.',
    inverted: 'Mask inverted.',
    close: common.close,
    gone: 'A mask that was loaded here is no longer stored. Clear it and paint it again.',
    refused: {
      'not-picture': (name: string) => `${name} can’t be read as a mask. Your mask is unchanged.`,
      'too-large': (name: string) => `${name} is too large to be read as a mask. Your mask is unchanged.`,
    },
    otherSize: (
      name: string,
      width: number,
      height: number,
      wantedWidth: number,
      wantedHeight: number,
      isOpaque: boolean,
    ) =>
      `${name} is ${width} × ${height}, but the image is ${wantedWidth} × ${wantedHeight}. Gateways reject a mask of another size.${
        isOpaque ? ' The file has no transparency, so its white areas will become editable.' : ''
      }`,
    opaque: (name: string) => `${name} has no transparency, so it would protect the whole image.`,
    resize: (width: number, height: number) => `Resize to ${width} × ${height}`,
    takeWhite: 'Make white areas editable',
    leave: common.cancel,
    tooLarge: 'This image is too large to paint on. You can send it without a mask.',
    sizeUnknown: 'The size of this image is unknown, so you can’t paint a mask. You can send it without one.',
  },
  beforeAfter: {
    title: 'Before and after',
    before: 'Before',
    after: 'After',
    slider: 'Divider between before and after',
    sliderText: (at: number) => `${at}% before, ${100 - at}% after`,
    marks: 'Pixels changed outside the mask',
    measuring: 'Comparing pixels…',
    failed: 'The images couldn’t be compared: one is too large or no longer stored.',
    outside: 'changed outside the mask',
    anywhere: 'changed (no mask)',
    /** `scaledTo`: the size at which images of different sizes were compared. */
    counted: (changed: string, all: string, threshold: number, scaledTo: string | null) =>
      `${changed} of ${all} pixels differ by more than ${threshold} of 255 in at least one channel.${
        scaledTo === null ? '' : ` The images differ in size and were compared at ${scaledTo}.`
      }`,
    show: 'Highlight them',
    close: 'Close comparison',
  },
};
