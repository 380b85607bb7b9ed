/** The English strings that panels share: one section for each part of the frame and of the shared pieces. */
export { cost } from './cost.ts';
export { failures, warnings } from './failures.ts';
export { frame } from './frame.ts';
export { gateway } from './gateway.ts';
export { actions, palette } from './overlays.ts';
export { encodings, pieces, texts } from './pieces.ts';
export { prompts } from './prompts.ts';
export { inspector, wire } from './wire.ts';
