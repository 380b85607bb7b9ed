/** The English strings that load with the frame: one section for each part of it and for what panels share. */
export { cost } from './cost.ts';
export { failures, warnings } from './failures.ts';
export { frame } from './frame.ts';
export { gateway } from './gateway.ts';
export { pieces, texts } from './pieces.ts';
export { inspector, wire } from './wire.ts';
