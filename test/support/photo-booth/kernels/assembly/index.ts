export { linearLight, halveRow } from './mipmap';
export { renderBlock } from './scene';
export { blurRow, blurColumns } from './blur';
export { addMovedRow, meanRow } from './motion';
export { exposeRow } from './exposure';

/** First address that belongs to the caller. */
export function heapBase(): usize {
  return __heap_base;
}
