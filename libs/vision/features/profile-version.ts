/**
 * Version of what a profile holds and of how it is made. Profiles of another version have to be rebuilt. In a file
 * of its own, so that the service knows it without loading OpenCV.
 */
export const PROFILE_VERSION = 2;
