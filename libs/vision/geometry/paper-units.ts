/** Paper is measured in mm, the density of its pictures in px an inch. */
export const MM_PER_INCH = 25.4;
