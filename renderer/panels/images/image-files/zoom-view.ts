/** How an image is placed in a viewport: `scale` viewport px per image px, its top left corner at `x`, `y`. */
export interface ZoomView {
  scale: number;
  x: number;
  y: number;
}

interface Extent {
  width: number;
  height: number;
}

const maxScale = 16;

/** Returns the view that centers the whole image, never enlarged. */
export function fittedView(window: Extent, image: Extent, margin = 0): ZoomView {
  const scale = Math.min(
    1,
    Math.max(1, window.width - 2 * margin) / image.width,
    Math.max(1, window.height - 2 * margin) / image.height,
  );
  return {
    scale,
    x: (window.width - image.width * scale) / 2,
    y: (window.height - image.height * scale) / 2,
  };
}

/** Zooms the view while the image point under a viewport point stays in place. */
export function zoomedAt(
  view: ZoomView,
  factor: number,
  point: { x: number; y: number },
  window: Extent,
  image: Extent,
): ZoomView {
  const minScale = Math.min(fittedView(window, image).scale, 1) / 2;
  const scale = Math.min(maxScale, Math.max(minScale, view.scale * factor));
  const grown = scale / view.scale;
  return withinReach(
    { scale, x: point.x - (point.x - view.x) * grown, y: point.y - (point.y - view.y) * grown },
    window,
    image,
  );
}

export const movedBy = (view: ZoomView, dx: number, dy: number, window: Extent, image: Extent): ZoomView =>
  withinReach({ ...view, x: view.x + dx, y: view.y + dy }, window, image);

/** Limits the view so that some of the image stays in the viewport. */
function withinReach(view: ZoomView, window: Extent, image: Extent): ZoomView {
  const clampTo = (at: number, size: number, room: number) => {
    const visible = Math.min(48, size);
    return Math.min(room - visible, Math.max(visible - size, at));
  };
  return {
    scale: view.scale,
    x: clampTo(view.x, image.width * view.scale, window.width),
    y: clampTo(view.y, image.height * view.scale, window.height),
  };
}

/** Returns the image pixel under a viewport point. */
export const pixelAt = ({ scale, x, y }: ZoomView, point: { x: number; y: number }): { x: number; y: number } => ({
  x: (point.x - x) / scale,
  y: (point.y - y) / scale,
});
