/** The planes of a split picture. */
export interface SplitPlanes {
  width: number;
  height: number;
  /** 0..255, row-major. */
  green: Uint8Array;
  /** The colours, null of a grey picture: each px lies in the middle of four of the green. */
  colours: SplitColours | null;
}

/**
 * Red and blue, half as wide and high, row-major: 0..255, or, of an evened picture, how far they are over green, seen
 * in the same places at the same density: against the finer green, grey lines a px or two wide would come out coloured.
 */
export interface SplitColours {
  red: Int16Array;
  green: Uint8Array;
  blue: Int16Array;
}
