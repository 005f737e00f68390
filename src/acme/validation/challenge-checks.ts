import { createHash, timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import ipaddr from 'ipaddr.js';
import { type Prober, Probes } from '../../outgoing/probes.js';
import {
  type ChallengeCertificate,
  readChallengeCertificate,
} from '../../x509/challenge-certificate.js';
import { X509Problem } from '../../x509/x509-problem.js';
import { AcmeAddresses } from '../addresses.js';
import { allowsIssue } from './authorization-records.js';
import { ValidationFailure } from './validation-failure.js';
import type { ClaimedChallenge } from './validations.repository.js';

/** Bytes of an answer that are looked at. */
const MAX_BODY = 512;
/** RFC 8737, 6.2. */
const ALPN = 'acme-tls/1';
/** TXT records of a name that are looked at. */
const MAX_TEXTS = 100;

type Check = (claimed: ClaimedChallenge, keyAuthorization: string) => Promise<void>;

/** Looks whether challenges are met (RFC 8555, 8). */
@Injectable()
export class ChallengeChecks {
  private readonly checks: Readonly<Record<string, Check>> = {
    'http-01': (claimed, wanted) => this.checkHttp(claimed, wanted),
    'dns-01': (claimed, wanted) => this.checkTexts(claimed, wanted),
    'tls-alpn-01': (claimed, wanted) => this.checkHandshake(claimed, wanted),
  };

  constructor(
    private readonly probes: Probes,
    private readonly addresses: AcmeAddresses,
  ) {}

  /** Throws where it is not met. */
  async check(claimed: ClaimedChallenge): Promise<void> {
    const check = this.checks[claimed.type];
    if (!check) throw new ValidationFailure('connection', 'it is not offered any more', 'final');
    await check(claimed, `${claimed.token}.${claimed.thumbprint}`);
    await this.requireAuthorized(claimed);
  }

  /** After the proof, so that nobody has names looked up that are not theirs. A proof is over before CAA would be asked again. */
  private async requireAuthorized(claimed: ClaimedChallenge): Promise<void> {
    const { caaIdentities: identities, value, type: method, isWildcard } = claimed;
    if (!identities || claimed.identifierType !== 'dns') return;
    const isAccount = (url: string) =>
      this.addresses.accountIdOf(url, claimed) === claimed.accountId;
    const records = await this.probes.authorizations(value).catch(() => {
      throw new ValidationFailure('caa', 'its CAA records cannot be had', 'slow');
    });
    if (!allowsIssue(records, { identities, isWildcard, method, isAccount }))
      throw new ValidationFailure('caa', 'its CAA records do not allow it', 'final');
  }

  private async checkTexts({ value }: ClaimedChallenge, keyAuthorization: string): Promise<void> {
    const wanted = createHash('sha256').update(keyAuthorization).digest('base64url');
    const texts = await this.probes.texts(`_acme-challenge.${value}`);
    if (!texts.slice(0, MAX_TEXTS).some((text) => isSame(text, wanted)))
      throw new ValidationFailure('incorrectResponse', 'no TXT record has the digest', 'wrong');
  }

  private async checkHandshake(claimed: ClaimedChallenge, keyAuthorization: string): Promise<void> {
    const { value, identifierType } = claimed;
    const servername = identifierType === 'ip' ? reverseNameOf(value) : value;
    const { protocol, certificate } = await this.probes.handshake(
      value,
      { servername, protocol: ALPN },
      proberOf(claimed),
    );
    if (protocol !== ALPN)
      throw new ValidationFailure('tls', `the host did not agree to ${ALPN}`, 'wrong');
    const shown = proofOf(certificate);
    if (shown.name.type !== identifierType || shown.name.value !== value)
      throw new ValidationFailure(
        'incorrectResponse',
        'the certificate is for another name',
        'wrong',
      );
    if (!timingSafeEqual(shown.digest, createHash('sha256').update(keyAuthorization).digest()))
      throw new ValidationFailure(
        'incorrectResponse',
        'the certificate has another digest',
        'wrong',
      );
  }

  private async checkHttp(claimed: ClaimedChallenge, keyAuthorization: string): Promise<void> {
    const { value, token } = claimed;
    const host = value.includes(':') ? `[${value}]` : value;
    const url = new URL(`http://${host}/.well-known/acme-challenge/${token}`);
    const { status, body } = await this.probes.read(url, MAX_BODY, proberOf(claimed));
    if (status !== 200)
      throw new ValidationFailure(
        'incorrectResponse',
        `the host answered with status ${status}`,
        status === 404 ? 'slow' : 'wrong',
      );
    const text = body.toString('latin1').trimEnd();
    if (body.length > MAX_BODY || !isSame(text, keyAuthorization))
      throw new ValidationFailure('incorrectResponse', 'the host answered something else', 'wrong');
  }
}

/** An application or profile, and the account in it: of accounts anybody makes as many as they like. */
const proberOf = ({ orgId, applicationId, profileId, accountId }: ClaimedChallenge): Prober => ({
  organizationId: orgId,
  payer: [applicationId ?? profileId, accountId],
});

function isSame(one: string, other: string): boolean {
  const [first, second] = [Buffer.from(one), Buffer.from(other)];
  return first.length === second.length && timingSafeEqual(first, second);
}

function proofOf(certificate: Buffer): ChallengeCertificate {
  try {
    return readChallengeCertificate(certificate);
  } catch (error) {
    if (!(error instanceof X509Problem)) throw error;
    throw new ValidationFailure(
      'incorrectResponse',
      'the certificate is none of a challenge',
      'wrong',
    );
  }
}

/** What an address is called in a handshake (RFC 8738, 6). */
function reverseNameOf(address: string): string {
  const parsed = ipaddr.parse(address);
  const bytes = parsed.toByteArray();
  if (parsed.kind() === 'ipv4') return `${[...bytes].reverse().join('.')}.in-addr.arpa`;
  const digits = Buffer.from(bytes).toString('hex');
  return `${[...digits].reverse().join('.')}.ip6.arpa`;
}
