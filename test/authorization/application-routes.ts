import { fresh, may, type RouteTable, the, under } from './route-entry.js';

const APPLICATION = 'certificate-application';
const PROFILES = 'certificate-profiles';
const attaching = may('manage-application-attachments', PROFILES);
const application = { path: { applicationId: the('certificateApplication') } };
const attached = {
  path: { applicationId: the('certificateApplication'), profileId: the('certificateProfile') },
};
const inProject = {
  query: { projectId: the('project') },
  invalid: { query: { projectId: 'a'.repeat(300) }, at: ['projectId'] },
};

/** What certificates are for, and how they are got through it. */
export const APPLICATION_ROUTES: RouteTable = under(['/api/v1/cert-manager/applications'], {
  'GET ': { demands: may('list', APPLICATION), ...inProject },
  'POST ': {
    demands: may('create', APPLICATION),
    body: {
      name: fresh('application'),
      projectId: the('project'),
      profileIds: [the('certificateProfile')],
    },
    invalid: { body: { name: 7 }, at: ['name'] },
  },
  'GET /by-name/:name': {
    demands: may('read', APPLICATION),
    path: { name: the('certificateApplicationName') },
    ...inProject,
  },
  'GET /:applicationId': { demands: may('read', APPLICATION), ...application },
  'PATCH /:applicationId': {
    demands: may('create', APPLICATION),
    ...application,
    body: { description: fresh('text') },
    invalid: { body: { description: 7 }, at: ['description'] },
  },
  'DELETE /:applicationId': {
    demands: may('create', APPLICATION),
    ...application,
    renews: ['certificateApplication'],
  },
  ...under(['/:applicationId/profiles'], {
    'POST ': {
      demands: attaching,
      ...application,
      body: { profileIds: [the('acmeProfile')] },
      invalid: { body: { profileIds: [] }, at: ['profileIds'] },
    },
    'GET ': { demands: may('read', APPLICATION), ...application },
    'DELETE /:profileId': { demands: attaching, ...attached, renews: ['certificateApplication'] },
    ...under(['/:profileId/enrollment'], {
      'GET ': { demands: may('read', APPLICATION), ...attached },
      'PUT /api': {
        demands: attaching,
        ...attached,
        body: { autoRenew: false, renewBeforeDays: 7 },
        invalid: { body: { renewBeforeDays: 31 }, at: ['renewBeforeDays'] },
      },
      'DELETE /api': { demands: attaching, ...attached, renews: ['certificateApplication'] },
      'PUT /acme': {
        demands: attaching,
        ...attached,
        body: { skipEabBinding: false },
        invalid: { body: { skipEabBinding: 'perhaps' }, at: ['skipEabBinding'] },
      },
      'DELETE /acme': { demands: attaching, ...attached, renews: ['certificateApplication'] },
      'POST /acme/eab/reveal': { demands: may('reveal-acme-eab-secret', PROFILES), ...attached },
      'POST /acme/eab/rotate': { demands: may('rotate-acme-eab-secret', PROFILES), ...attached },
      'POST /acme/eab-keys': {
        demands: may('rotate-acme-eab-secret', PROFILES),
        ...attached,
        body: { name: fresh('text') },
        invalid: { body: { name: 7 }, at: ['name'] },
      },
      'GET /acme/eab-keys': { demands: may('reveal-acme-eab-secret', PROFILES), ...attached },
      'DELETE /acme/eab-keys/:bindingKeyId': {
        demands: may('rotate-acme-eab-secret', PROFILES),
        path: { ...attached.path, bindingKeyId: the('applicationBindingKey') },
        renews: ['applicationBindingKey'],
      },
    }),
  }),
});
