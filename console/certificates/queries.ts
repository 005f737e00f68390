import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, take } from '../api/client';
import { inProject, queryClient } from '../api/queries';
import type { components } from '../api/schema';
import type { OneActHeader } from '../widgets/confirm-form';
import type { orderOf } from './model';

/** Entries of one request. */
const PAGE = 100;
const TOPIC = 'access';

export type Status = 'active' | 'all' | 'expired' | 'revoked';

/** Certificates of a state, those that end first on top. */
export const certificatesQuery = (projectId: string, status: Status, search: string) =>
  infiniteQueryOptions({
    queryKey: inProject(projectId, TOPIC, 'certificates', status, search),
    initialPageParam: 0,
    placeholderData: keepPreviousData,
    queryFn: ({ signal, pageParam: offset }) => {
      const query = {
        ...{ offset, limit: PAGE, orderBy: 'notAfter' as const },
        ...(status === 'all' ? {} : { status }),
        ...(search === '' ? {} : { search }),
      };
      return take(
        api.GET('/api/v1/projects/{projectId}/certificates', {
          ...{ params: { path: { projectId }, query }, signal },
        }),
      );
    },
    getNextPageParam: ({ totalCount }, pages) =>
      pages.length * PAGE < totalCount ? pages.length * PAGE : null,
  });

export const certificateQuery = (projectId: string, certificateId: string) =>
  queryOptions({
    queryKey: inProject(projectId, TOPIC, 'certificate', certificateId),
    queryFn: async ({ signal }) => {
      const { certificate } = await take(
        api.GET('/api/v1/cert-manager/certificates/{certificateId}', {
          ...{ params: { path: { certificateId } }, signal },
        }),
      );
      return certificate;
    },
  });

export const authoritiesQuery = (projectId: string) =>
  queryOptions({
    queryKey: inProject(projectId, TOPIC, 'authorities'),
    queryFn: async ({ signal }) => {
      const { certificateAuthorities } = await take(
        api.GET('/api/v1/cert-manager/ca', { params: { query: { projectId } }, signal }),
      );
      return certificateAuthorities;
    },
  });

export const profilesQuery = (projectId: string) =>
  queryOptions({
    queryKey: inProject(projectId, TOPIC, 'profiles'),
    queryFn: async ({ signal }) => {
      const { certificateProfiles } = await take(
        api.GET('/api/v1/cert-manager/certificate-profiles', {
          ...{ params: { query: { projectId, limit: PAGE } }, signal },
        }),
      );
      return certificateProfiles;
    },
  });

export const policiesQuery = (projectId: string) =>
  queryOptions({
    queryKey: inProject(projectId, TOPIC, 'policies'),
    queryFn: async ({ signal }) => {
      const { certificatePolicies } = await take(
        api.GET('/api/v1/cert-manager/certificate-policies', {
          ...{ params: { query: { projectId, limit: PAGE } }, signal },
        }),
      );
      return certificatePolicies;
    },
  });

/** After anything was issued, renewed or revoked: no event tells of it. */
export const lookAgain = (projectId: string): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: inProject(projectId, TOPIC) });

export const issue = (body: ReturnType<typeof orderOf>, header: OneActHeader) =>
  take(api.POST('/api/v1/cert-manager/certificates', { params: { header }, body }));

export const renew = (certificateId: string, header: OneActHeader) =>
  take(
    api.POST('/api/v1/cert-manager/certificates/{certificateId}/renew', {
      params: { path: { certificateId }, header },
      body: {},
    }),
  );

type Reason = components['schemas']['RevokeCertificateBody']['revocationReason'];

export const revoke = (certificateId: string, revocationReason: Reason, header: OneActHeader) =>
  take(
    api.POST('/api/v1/cert-manager/certificates/{certificateId}/revoke', {
      params: { path: { certificateId }, header },
      body: { revocationReason },
    }),
  );

/** The certificate and what is above it, in PEM. */
export const readBody = (certificateId: string) =>
  take(
    api.GET('/api/v1/cert-manager/certificates/{certificateId}/certificate', {
      params: { path: { certificateId } },
    }),
  );

export const readAuthorityBody = (authorityId: string) =>
  take(
    api.GET('/api/v1/cert-manager/ca/internal/{authorityId}/certificate', {
      params: { path: { authorityId } },
    }),
  );

/** Reads the private key: an entry of the audit log. */
export const readKey = (certificateId: string): Promise<string> =>
  take(
    api.GET('/api/v1/cert-manager/certificates/{certificateId}/private-key', {
      params: { path: { certificateId } },
    }),
  );
