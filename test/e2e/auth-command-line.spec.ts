import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { type IncomingMessage, request as httpRequest } from 'node:http';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import jwt from 'jsonwebtoken';
import { now } from '../support/openapi-token-issuer.js';
import type { ServiceUnderTest } from '../support/service/service-process.js';
import { sharedService } from '../support/service/shared-service.js';
import { anHour, bearer, force, forceDelete } from '../support/service/token-attempts.js';

const distFolder = fileURLToPath(new URL('../../', import.meta.url));

describe('tokens of the command line, with a secret that the service made', () => {
  let service: ServiceUnderTest;

  beforeAll(async () => {
    service = await sharedService();
  });

  const commandLine = async (...parameters: string[]): Promise<string> => {
    const program = join(distFolder, 'src/auth/token.cli.js');
    const env = { PATH: process.env.PATH, DATA_DIR: service.dataDir };
    const { stdout } = await promisify(execFile)(process.execPath, [program, ...parameters], {
      env,
      cwd: service.dataDir,
    });
    return stdout.trim();
  };

  it('are let in, with the rights that were asked for', async () => {
    const plain = await commandLine();
    expect((await bearer(service, plain)).status).toBe(200);
    expect((await forceDelete(service, plain)).status).toBe(403);
    expect((await forceDelete(service, await commandLine('--right', force))).status).toBe(404);
  });

  it('are not made for a right that does not exist', async () => {
    await expect(commandLine('--right', 'Everything')).rejects.toThrow('No such right: Everything');
  });

  it.each([
    ['nobody', ''],
    ['a name that no token may bear', 'x'.repeat(256)],
    ['two lines', 'a\nb'],
  ])('are not made for %s, which is told in one line', async (_name, subject) => {
    await expect(commandLine('--subject', subject)).rejects.toMatchObject({
      stdout: '',
      stderr: '--subject must have 1 to 255 characters, none of them a control.\n',
    });
  });

  it('are let in with the longest name that one may bear', async () => {
    expect((await bearer(service, await commandLine('--subject', 'x'.repeat(255)))).status).toBe(200);
  });

  it('end, and name somebody', async () => {
    const { exp, sub } = jwt.decode(await commandLine('--hours', '1', '--subject', 'me')) as jwt.JwtPayload;
    expect(sub).toBe('me');
    expect(exp).toBeGreaterThan(now());
    expect(exp).toBeLessThanOrEqual(now() + anHour);
  });

  it('without the right never reach the files of their request', async () => {
    const token = await commandLine();
    const request = httpRequest(`${service.url}/api/Form`, {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${token}`,
        'Content-Type': 'multipart/form-data; boundary=x',
        'Transfer-Encoding': 'chunked',
      },
    });
    request.on('error', () => undefined);
    // The file begins and never ends: an answer can only come from before the parser.
    request.write('--x\r\nContent-Disposition: form-data; name="Pages"; filename="a.pdf"\r\n\r\n%PDF-1.7');
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    expect(response.statusCode).toBe(403);
    expect(await readdir(join(service.dataDir, 'uploads'))).toEqual([]);
    request.destroy();
  });
});
