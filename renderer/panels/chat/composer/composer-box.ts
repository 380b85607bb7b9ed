import { createRef } from 'react';

/** The field of the next turn, where the focus goes when the thing that had it is gone. */
export const composerBox = createRef<HTMLTextAreaElement>();
