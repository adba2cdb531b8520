export {
  PictureError,
  type BarcodeSymbol,
  type FileProbe,
  type ImageFormat,
  type ImageLimits,
  type PageImage,
  type PictureErrorCode,
} from './contract.js';
export { probeFile } from './probe-file.js';
export { extractPage } from './extract-page.js';
export { decodeGrey, decodeGreyPart, decodeColour } from './decode.js';
export { encodeJpeg, encodePng } from './encode.js';
export { encodeBitonalPng, encodeBitonalTiff } from './encode-bitonal.js';
export { resizedGrey } from './grey-copies.js';
export { densityOf } from './density.js';
export { locateBarcodes, readBarcodes, type LocatedSymbol } from './barcodes.js';
export { thumbnail } from './thumbnail.js';
export { symbolParts } from './symbol-places.js';
export { boxAround, cut, outOfPart } from './picture-part.js';
