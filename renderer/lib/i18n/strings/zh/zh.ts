/** The Chinese strings that load with the frame. Each section has the type of its English one. */
export { cost } from './cost.ts';
export { failures, warnings } from './failures.ts';
export { frame } from './frame.ts';
export { gateway } from './gateway.ts';
export { pieces, texts } from './pieces.ts';
export { inspector, wire } from './wire.ts';
