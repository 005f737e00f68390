import './secrets-at-rest.e2e-spec.js';
