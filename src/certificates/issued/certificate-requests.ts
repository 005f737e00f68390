import { badRequest, invalid } from '../../errors/api-error.js';
import { algorithmOfKey } from '../../x509/key-algorithms.js';
import { readRequest } from '../../x509/certificate-request.js';
import { readOnePem, REQUEST } from '../../x509/pem.js';
import { orUnusable } from '../authorities/authority-rules.js';
import {
  type CertificateAttributesDto,
  lifeOf,
  type RequestCertificateDto,
} from './certificates.dto.js';
import type { ListCertificatesQuery, SearchCertificatesDto } from './certificate-lists.dto.js';
import type { CertificateFilter } from './certificate-filter.js';
import { ALT_NAME_TYPES } from './leaf-names.js';
import type {
  KeyAndValue,
  LeafAttributes,
  LeafRequest,
  SigningRequestFacts,
} from './leaf-request.js';

/**
 * What a request asks for. Throws 422 for a life that is said twice. The signing request is read when the result is called, which throws
 * 400 for one that is not taken: after the caller's rights are known, since reading it is work.
 */
export function leafRequestOf({
  csr,
  attributes = {},
  metadata = [],
}: Pick<RequestCertificateDto, 'csr' | 'attributes' | 'metadata'>): () => LeafRequest {
  const known = {
    attributes: attributesOf(attributes),
    metadata: metadata.map(({ key, value }) => ({ key, value })),
  };
  return () => ({ ...known, signed: csr === undefined ? null : signedOf(csr) });
}

function attributesOf(dto: CertificateAttributesDto): LeafAttributes {
  const { ou, province, ttl, altNames, removeRootsFromChain: _, ...rest } = dto;
  const { organizationalUnit = ou, state = province, notAfter } = rest;
  if (ttl !== undefined && notAfter !== undefined)
    throw invalid([
      {
        code: 'contradictory_values',
        path: ['attributes', 'ttl'],
        message: 'ttl and notAfter both say when the certificate ends: send one of them',
      },
    ]);
  const life = lifeOf(ttl);
  return given({
    ...{ ...rest, organizationalUnit, state },
    altNames: altNames?.map(({ type, value }) => ({ type: ALT_NAME_TYPES[type], value })),
    ttl: life ?? undefined,
  }) as LeafAttributes;
}

const given = (fields: object): object =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));

function signedOf(csr: string): SigningRequestFacts {
  const { publicKey, altNames, commonName } = orUnusable('csr', () =>
    readRequest(readOnePem(csr, REQUEST)),
  );
  const keyAlgorithm = algorithmOfKey(publicKey);
  if (!keyAlgorithm)
    throw badRequest('certificate-unusable', 'csr: keys of this kind are not taken.');
  return { publicKey, keyAlgorithm, commonName, altNames };
}

/** The pairs of a text such as `key=a,value=b|key=c,value=d`. */
const pairsIn = (text: string): KeyAndValue[] =>
  text.split('|').map((pair) => {
    const [, key = '', value = ''] = /^key=([^,]*),value=(.*)$/s.exec(pair) ?? [];
    return { key, value };
  });

export function filterOf(query: ListCertificatesQuery | SearchCertificatesDto): CertificateFilter {
  const { search, commonName, friendlyName, status, profileIds, applicationId } = query;
  const { fromDate, toDate } = query;
  const metadata = typeof query.metadata === 'string' ? pairsIn(query.metadata) : query.metadata;
  const statuses = typeof status === 'string' ? [status] : status;
  return given({
    ...{ search, commonName, friendlyName, statuses, profileIds, applicationId, metadata },
    fromDate: fromDate === undefined ? undefined : new Date(fromDate),
    toDate: toDate === undefined ? undefined : new Date(toDate),
  });
}
