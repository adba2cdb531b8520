import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { OpenApiDocument } from '../support/openapi-answer-check.js';
import { readDocument } from '../support/kept-document.js';
import type { Route, RoutesTold } from '../support/openapi-routes.js';

const program = fileURLToPath(new URL('../support/openapi-routes.cli.js', import.meta.url));

let application: Route[];
let fixture: Route[];

beforeAll(async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [program]);
  ({ application, fixture } = JSON.parse(stdout) as RoutesTold);
});

describe('every route', () => {
  it('says who may call it, and every one of the interface is described', async () => {
    expect(application.filter(({ problems }) => problems.length > 0)).toEqual([]);

    // The walk has found them all: as many, and the same, as the document has.
    const { paths } = JSON.parse(await readDocument()) as OpenApiDocument;
    const described = Object.entries(paths).flatMap(([path, operations]) =>
      Object.keys(operations).map((verb) => `${verb.toUpperCase()} ${asDeclared(path)}`),
    );
    expect(application.map(({ name }) => name).sort()).toEqual(described.sort());
  });

  it('is found out when it does not', () => {
    const silent = 'says neither @Public, @Operator nor @RequireRight';
    const undescribed = 'has no @Endpoint';
    expect(Object.fromEntries(fixture.map(({ name, problems }) => [name, problems]))).toEqual({
      'GET fixture/inherited': [silent],
      'GET fixture/silent': [silent],
      'POST fixture/bare': [silent, undescribed],
      'POST fixture/bare-too': [silent, undescribed],
      'GET fixture/undescribed': [undescribed],
      'GET fixture/probe': [],
      'GET fixture/open': [],
      'GET fixture/operator': [],
      'GET fixture/right': [],
    });
  });
});

/** `/api/Form/{id}` of the document as controllers write it: `Form/:id`. */
const asDeclared = (path: string) => path.replace(/^\/(api\/)?/, '').replace(/\{(\w+)\}/g, ':$1');
