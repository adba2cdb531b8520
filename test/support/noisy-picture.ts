import sharp, { type Sharp } from 'sharp';

const { imul } = Math;

/** A picture with detail everywhere, so that a cut anywhere in its file takes pixels away. */
export function noisyPicture(width = 400, height = 300): Sharp {
  const data = new Uint8Array(width * height * 3);
  let state = 1;
  for (let i = 0; i < data.length; i++) {
    state = (imul(state, 1103515245) + 12345) & 0x7fffffff;
    data[i] = (state >> 16) & 255;
  }
  return sharp(data, { raw: { width, height, channels: 3 } });
}

/** A picture that is soon looked at: nothing in it is sharp enough for a feature or a barcode's bar. */
export const softPicture = (width = 400, height = 300): Sharp => noisyPicture(width, height).blur(8);
