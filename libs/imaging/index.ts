export { probeFile } from './probe-file.js';
export { extractPage } from './extract-page.js';
export { decodeGrey, decodeColour } from './decode.js';
export { encodeJpeg, encodePng } from './encode.js';
export { encodeBitonalPng, encodeBitonalTiff } from './encode-bitonal.js';
export { enlargeGrey } from './enlarge.js';
export { densityOf } from './density.js';
export { locateBarcodes, readBarcodes, type LocatedSymbol } from './barcodes.js';
export { symbolBox } from './symbol-places.js';
