import type { JWK } from 'jose';
import Provider, { type Configuration } from 'oidc-provider';

/** How this program is told what it is to be, in the environment variable OIDC. */
export interface ProviderOptions {
  port: number;
  /** Private keys; the first signs, all are published. */
  keys: JWK[];
  /** Audience of the tokens. */
  resource: string;
  clients: { id: string; secret: string; roles: string[] }[];
}

/** An OpenID provider of its own process: real discovery, real keys, real client credentials. */
const { port, keys, resource, clients } = JSON.parse(process.env.OIDC ?? '{}') as ProviderOptions;

const configuration: Configuration = {
  jwks: { keys },
  clients: clients.map(({ id, secret }) => ({
    client_id: id,
    client_secret: secret,
    grant_types: ['client_credentials'],
    redirect_uris: [],
    response_types: [],
  })),
  features: {
    devInteractions: { enabled: false },
    clientCredentials: { enabled: true },
    resourceIndicators: {
      enabled: true,
      getResourceServerInfo: (_context, asked) => ({
        scope: '',
        audience: asked,
        accessTokenFormat: 'jwt',
        accessTokenTTL: 600,
        jwt: { sign: { alg: 'RS256' } },
      }),
    },
  },
  // As Keycloak has it: the rights of a client are roles of its realm.
  extraTokenClaims: (_context, token) => ({
    realm_access: { roles: clients.find(({ id }) => id === token.clientId)?.roles ?? [] },
  }),
};

new Provider(`http://127.0.0.1:${port}`, configuration).listen(port, '127.0.0.1', () => {
  console.log(`provides tokens for ${resource}`);
});
