import './tenancy.e2e-spec.js';
