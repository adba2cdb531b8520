/** What no caller may learn: paths of the machine, stack traces, SQL, internals' names. */
export const innards =
  /(^|[\s"'(])\/(tmp|home|root|usr|var|opt|work|private|Users)\/|node_modules|\bat \S+ \(|\.[jt]s:\d+|file:\/\/|QueryFailedError|ENOENT|postgres:\/\//;
