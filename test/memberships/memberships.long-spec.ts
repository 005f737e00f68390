import './memberships-lists.e2e-spec.js';
