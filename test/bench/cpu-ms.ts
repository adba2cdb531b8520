/** CPU time of the process so far, ms, its threads' included. */
export function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
