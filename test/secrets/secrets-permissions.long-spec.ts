import './secrets-permissions.e2e-spec.js';
