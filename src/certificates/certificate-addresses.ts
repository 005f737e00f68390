import { Injectable } from '@nestjs/common';
import { PublicAddress } from '../http/public-address.js';

/** The path of ACME directories of applications' profiles. */
export const APPLICATION_DIRECTORIES = '/api/v1/cert-manager/acme/applications/';

/** Addresses that go into certificates, and where clients are pointed at. They come from `PUBLIC_URL`, never from a header of a request. */
@Injectable()
export class CertificateAddresses {
  constructor(private readonly address: PublicAddress) {}

  /** The directory that ACME clients of an application are pointed at. */
  ofApplicationDirectory(applicationId: string, profileId: string): string {
    return `${this.address.origin}${APPLICATION_DIRECTORIES}${applicationId}/profiles/${profileId}/directory`;
  }

  ofAuthorityCertificate(authorityId: string, certificateId: string): string {
    const path = `cert-manager/ca/internal/${authorityId}/certificates/${certificateId}/der`;
    return `${this.address.origin}/api/v1/${path}`;
  }

  ofResponder(authorityId: string): string {
    return `${this.address.origin}/api/v1/cert-manager/ocsp/${authorityId}`;
  }

  ofRevocationList(listId: string): string {
    return `${this.address.origin}/api/v1/cert-manager/crl/${listId}/der`;
  }
}
