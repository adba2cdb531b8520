/** Bits of the fraction in source places: px up to 65,535 fit 32 bits. */
export const PLACE_BITS: i32 = 15;
export const PLACE_UNIT: f64 = 32768;
/** A place is rounded to a 256th of a px for green, to a 16th for the colours. */
export const GREEN_SHIFT: i32 = PLACE_BITS - 8;
export const COLOUR_SHIFT: i32 = PLACE_BITS - 4;
