/**
 * As `find`, but what it finds is kept for as long as someone keeps what was asked about: a frame is asked for each of
 * its candidates, a page for each frame.
 */
export function remembered<Asked extends object, Found>(
  find: (asked: Asked) => Found,
): (asked: Asked) => Found {
  const known = new WeakMap<Asked, { found: Found }>();
  return (asked) => {
    let answer = known.get(asked);
    if (!answer) known.set(asked, (answer = { found: find(asked) }));
    return answer.found;
  };
}
