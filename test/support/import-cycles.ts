import { posix } from 'node:path';
import ts from 'typescript';

/**
 * Files that import one another in a circle. An import of a type counts as any other: the compiler drops it, but the
 * two files cannot be understood, moved or tested apart all the same. (`import-x/no-cycle` of the linter passes over
 * those, and takes half of its time.)
 *
 * @param files text of each file, by its path from the project's root
 * @returns each circle as the files along it, the first one again at its end; at least one of every knot of them
 */
export function importCycles(files: ReadonlyMap<string, string>): string[][] {
  const cycles: string[][] = [];
  const followed = new Set<string>();
  const way: string[] = [];
  const follow = (file: string) => {
    const begun = way.indexOf(file);
    if (begun >= 0) cycles.push([...way.slice(begun), file]);
    if (begun >= 0 || followed.has(file)) return;
    way.push(file);
    for (const imported of importsOf(file, files)) follow(imported);
    way.pop();
    followed.add(file);
  };
  for (const file of files.keys()) follow(file);
  return cycles;
}

/** The files among those given that a file imports, re-exports from, or takes a type of. */
function importsOf(file: string, files: ReadonlyMap<string, string>): string[] {
  const { importedFiles } = ts.preProcessFile(files.get(file) ?? '', true, true);
  return importedFiles
    .filter(({ fileName }) => fileName.startsWith('.'))
    .map(({ fileName }) => posix.join(posix.dirname(file), sourceOf(fileName)))
    .filter((imported) => files.has(imported));
}

/** Imports name what is compiled; those of AssemblyScript have no ending. */
const sourceOf = (name: string): string =>
  /\.[cm]?js$/.test(name) ? name.replace(/js$/, 'ts') : `${name}.ts`;
