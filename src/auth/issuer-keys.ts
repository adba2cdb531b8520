import { JwksClient, type SigningKey } from 'jwks-rsa';
import { DomainError } from '../domain-error.js';

/** The keys are asked for again after this long, ms, so that one which the issuer withdrew stops working. */
const maxAgeMs = 10 * 60_000;
/** With the issuer away, the keys known last go on working for this long, ms. */
const maxStaleMs = 24 * 60 * 60_000;
/** The issuer must answer within this, ms: callers wait for it. */
const fetchTimeoutMs = 3_000;
/** How often invented key ids can make us ask: this many times at once, and one more each interval, ms. */
const burst = 10;
const refillMs = 6_000;

/** What a token's header says of its key. */
export interface KeyHeader {
  alg: string;
  kid?: string;
}

/**
 * The public keys that the token issuer publishes (RFC 7517). The set is fetched whole, so that one answer
 * serves every key id: whoever floods the service with invented ids cannot hold up a key that was changed.
 */
export class IssuerKeys {
  private readonly client: JwksClient;
  private keys: readonly SigningKey[] = [];
  private fetchedAt = -Infinity;
  private fetching: Promise<void> | undefined;
  private away = false;
  private allowance = burst;
  private refilledAt = performance.now();

  constructor(jwksUri: string) {
    this.client = new JwksClient({ jwksUri, cache: false, rateLimit: false, timeout: fetchTimeoutMs });
  }

  /**
   * The public key (PEM) of a token.
   *
   * @returns null when the issuer has no such key
   * @throws DomainError UNAVAILABLE when that cannot be known, as the issuer is away
   */
  async find(header: KeyHeader): Promise<string | null> {
    if (this.ageMs > maxStaleMs) this.keys = [];
    const outdated = this.ageMs > maxAgeMs;
    if (outdated) {
      const refreshed = this.refresh();
      // Known to be away, the issuer may take its whole time to say nothing: who has a key does not wait for that.
      if (!this.away || !this.among(header)) await refreshed;
    }
    let key = this.among(header);
    if (!key && !outdated) {
      await this.refresh();
      key = this.among(header);
    }
    // A key is for one algorithm (RFC 7517, 4.4); which the token names is up to whoever sent it.
    if (key) return !key.alg || key.alg === header.alg ? key.getPublicKey() : null;
    if (this.away) throw new DomainError('UNAVAILABLE', 'The token issuer is away. Try again.');
    return null;
  }

  private get ageMs(): number {
    return performance.now() - this.fetchedAt;
  }

  /** The key named; without a name, the only one that fits the algorithm. */
  private among({ kid, alg }: KeyHeader): SigningKey | undefined {
    if (kid !== undefined) return this.keys.find((key) => key.kid === kid);
    const fitting = this.keys.filter((key) => !key.alg || key.alg === alg);
    return fitting.length === 1 ? fitting[0] : undefined;
  }

  /** Callers who come meanwhile wait for the same answer. Never throws: what is known stays. */
  private async refresh(): Promise<void> {
    if (!this.fetching) {
      if (!this.takeTurn()) return;
      this.fetching = this.fetch().finally(() => (this.fetching = undefined));
    }
    await this.fetching;
  }

  private async fetch(): Promise<void> {
    try {
      this.keys = await this.client.getSigningKeys();
      this.fetchedAt = performance.now();
      this.away = false;
    } catch {
      this.away = true;
    }
  }

  private takeTurn(): boolean {
    const refills = Math.floor((performance.now() - this.refilledAt) / refillMs);
    this.refilledAt += refills * refillMs;
    this.allowance = Math.min(burst, this.allowance + refills);
    if (this.allowance === 0) return false;
    this.allowance -= 1;
    return true;
  }
}
