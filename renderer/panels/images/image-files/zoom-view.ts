/** How a picture lies in a window: `scale` window px for one px of the picture, its top left corner at `x`, `y`. */
export interface ZoomView {
  scale: number;
  x: number;
  y: number;
}

interface Extent {
  width: number;
  height: number;
}

const nearest = 16;

/** The whole picture in the middle of the window, never larger than it is. */
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

/** Nearer or farther, with what lies under a point of the window staying there. */
export function zoomedAt(
  view: ZoomView,
  factor: number,
  point: { x: number; y: number },
  window: Extent,
  image: Extent,
): ZoomView {
  const least = Math.min(fittedView(window, image).scale, 1) / 2;
  const scale = Math.min(nearest, Math.max(least, view.scale * factor));
  const grown = scale / view.scale;
  return withinReach(
    { scale, x: point.x - (point.x - view.x) * grown, y: point.y - (point.y - view.y) * grown },
    window,
    image,
  );
}

export const movedBy = (view: ZoomView, dx: number, dy: number, window: Extent, image: Extent): ZoomView =>
  withinReach({ ...view, x: view.x + dx, y: view.y + dy }, window, image);

/** Some of the picture always stays in the window. */
function withinReach(view: ZoomView, window: Extent, image: Extent): ZoomView {
  const held = (at: number, size: number, room: number) => {
    const kept = Math.min(48, size);
    return Math.min(room - kept, Math.max(kept - size, at));
  };
  return {
    scale: view.scale,
    x: held(view.x, image.width * view.scale, window.width),
    y: held(view.y, image.height * view.scale, window.height),
  };
}

/** The px of the picture under a point of the window. */
export const pixelAt = ({ scale, x, y }: ZoomView, point: { x: number; y: number }): { x: number; y: number } => ({
  x: (point.x - x) / scale,
  y: (point.y - y) / scale,
});
