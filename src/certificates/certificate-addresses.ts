import { Injectable } from '@nestjs/common';
import { PublicAddress } from '../http/public-address.js';

/** Addresses that go into certificates. They come from `PUBLIC_URL`, never from a header of a request. */
@Injectable()
export class CertificateAddresses {
  constructor(private readonly address: PublicAddress) {}

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
