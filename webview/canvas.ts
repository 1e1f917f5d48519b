/** A canvas as sharp as the screen, drawn once a frame and only where something changed. */
import { element } from './dom.js';

export interface Canvas {
  readonly element: HTMLCanvasElement;
  /** In CSS pixels. */
  readonly width: number;
  readonly height: number;
  /** Draws in the next frame. */
  redraw(): void;
}

export type Draw = (context: CanvasRenderingContext2D, width: number, height: number) => void;

/** @param resized called after each change of the size, the first one too */
export function createCanvas(
  attributes: Parameters<typeof element>[1],
  draw: Draw,
  resized: () => void = () => undefined,
): Canvas {
  const canvas = element('canvas', attributes);
  let [width, height, frame] = [0, 0, 0];
  const paint = (): void => {
    frame = 0;
    const context = canvas.getContext('2d');
    if (context === null || width === 0 || height === 0) return;
    const ratio = window.devicePixelRatio;
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.clearRect(0, 0, width, height);
    draw(context, width, height);
  };
  const redraw = (): void => {
    if (frame === 0) frame = requestAnimationFrame(paint);
  };
  new ResizeObserver(() => {
    const [nextWidth, nextHeight] = [canvas.clientWidth, canvas.clientHeight];
    // Behind another tab it has no size: it keeps the last one.
    if (nextWidth === 0 || nextHeight === 0) return;
    [width, height] = [nextWidth, nextHeight];
    canvas.width = Math.round(width * window.devicePixelRatio);
    canvas.height = Math.round(height * window.devicePixelRatio);
    resized();
    redraw();
  }).observe(canvas);
  return {
    element: canvas,
    get width() {
      return width;
    },
    get height() {
      return height;
    },
    redraw,
  };
}
